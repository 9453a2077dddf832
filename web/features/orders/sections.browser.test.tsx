import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openOnlyOrder, orderDialog, section } from '#web/testing/order-sections.ts'
import { field, press } from '#web/testing/screen.ts'

test('empty sections are one row of buttons that keep their titles, and a section that is filled becomes a panel below', async () => {
  await page.viewport(1440, 900)
  await openOnlyOrder()
  const button = (name: string) => orderDialog().getByRole('button', { name, exact: true })
  const topOf = (name: string) => button(name).element().getBoundingClientRect().top
  for (const title of ['Order Tasks', 'Parts and Labour', 'Estimates', 'Order Payments', 'Order Costs', 'Order Status History'])
    await expect.element(section(title).getByRole('heading', { name: title })).toBeInTheDocument()
  const inOneRow = ['Add Task', 'Add Part', 'Add Labour', 'New Estimate', 'Add Payment']
  for (const name of inOneRow) await expect.element(button(name)).toBeVisible()
  expect(new Set(inOneRow.map(topOf)).size).toBe(1)

  await button('Add Task').click()
  await expect.element(field(section('Order Tasks'), 'New task')).toHaveFocus()
  await field(section('Order Tasks'), 'New task').fill('Order a fan')
  await press('Enter', field(section('Order Tasks'), 'New task'))
  await expect.element(section('Order Tasks').getByRole('button', { name: /^Order Tasks/ })).toHaveAttribute('aria-expanded', 'true')
  await expect.element(field(section('Order Tasks'), 'New task')).toHaveFocus()
  expect(section('Order Tasks').element().getBoundingClientRect().top).toBeGreaterThan(topOf('Add Part'))
})
