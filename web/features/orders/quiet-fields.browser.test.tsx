import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openOnlyOrder, orderDialog } from '#web/testing/order-sections.ts'
import { field } from '#web/testing/screen.ts'

test('facts of an open order read as text, become fields where pressed, and all of them with Edit', async () => {
  await page.viewport(1440, 900)
  await openOnlyOrder()
  const issue = field(orderDialog(), 'Issue Description')
  const borderOf = (label: string) => getComputedStyle(field(orderDialog(), label).element()).borderTopColor
  const clear = 'rgba(0, 0, 0, 0)'
  await expect.poll(() => ['Issue Description', 'Quoted Cost', 'Order Notes'].map(borderOf)).toEqual([clear, clear, clear])
  await expect.element(issue).toHaveValue('Does not start')
  await expect.element(field(orderDialog(), 'Quoted Cost')).toHaveAttribute('placeholder', 'Add a quote')
  const [label] = (issue.element() as HTMLTextAreaElement).labels
  expect(issue.element().getBoundingClientRect().left).toBeGreaterThan(label?.getBoundingClientRect().right ?? Number.POSITIVE_INFINITY)

  await issue.click()
  await expect.poll(() => borderOf('Issue Description')).not.toBe(clear)
  expect(borderOf('Quoted Cost')).toBe(clear)
  await orderDialog().getByRole('button', { name: 'Edit', exact: true }).click()
  await expect.poll(() => borderOf('Quoted Cost')).not.toBe(clear)
  await expect.element(orderDialog().getByRole('button', { name: 'Edit', exact: true })).toHaveAttribute('aria-pressed', 'true')
})
