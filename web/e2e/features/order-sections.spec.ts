import type { Locator, Page } from '@playwright/test'
import { isTombstone } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { choice, expect, field, rowWith, test, toast, type TestShop } from '../harness/fixtures.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

const orderDialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Order', exact: true })
const section = (page: Page, name: string) => orderDialog(page).getByRole('region', { name, exact: true })
const line = (within: Locator, text: string) => within.getByRole('listitem').filter({ hasText: text })
const living = async (shop: TestShop, collection: CollectionName): Promise<Record<string, unknown>[]> =>
  (await shop.api.pullAll(collection)).filter((row) => !isTombstone(row))

const money = [
  { Noun: 'Payment', title: 'Order Payments', sign: '' },
  { Noun: 'Cost', title: 'Order Costs', sign: '-' },
] as const

test('everything about an order works without a network, and is on the server after it', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ checklist: ['Charger', 'SIM card'] })
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Selma Section' }), itemDetails: 'Section radio' })
  const { page } = await newDevice(shop.person)
  await rowWith(page, 'Section radio').click()
  await expect(orderDialog(page).getByRole('heading', { name: 'Order Status History' })).toBeVisible()
  await page.context().setOffline(true)
  await choice(orderDialog(page), 'Order Status').selectOption('In the Lab')
  await orderDialog(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page)).toContainText('Order updated successfully')
  await rowWith(page, 'Section radio').click()

  const tasks = section(page, 'Order Tasks')
  await field(tasks, 'New task').fill('Offline task')
  await field(tasks, 'New task').press('Enter')
  await expect(toast(page)).toContainText('Task added successfully')
  await expect(line(tasks, 'Offline task')).toContainText('Not sent yet')
  await line(tasks, 'Offline task').getByRole('checkbox').check()
  for (const { title, Noun, sign } of money) {
    await section(page, title)
      .getByRole('button', { name: `Add ${Noun}` })
      .click()
    await field(section(page, title), 'Amount').fill('12')
    await field(section(page, title), 'Amount').press('Enter')
    await expect(toast(page)).toContainText(`${Noun} added successfully`)
    await expect(section(page, title).getByRole('listitem')).toContainText(`${sign}$12.00`)
  }
  await section(page, 'Drop off Checklist').getByRole('checkbox', { name: 'Charger' }).check()
  const history = section(page, 'Order Status History')
  await history.getByRole('button', { name: 'View Order Status History' }).click()
  await expect(history.getByText('The whole history needs a connection. Only changes not yet sent from this device are shown.')).toBeVisible()
  await expect(history.getByRole('list', { name: 'Order status history' }).getByRole('listitem')).toHaveText([/^In the Lab/])

  await page.context().setOffline(false)
  await expect.poll(() => living(shop, 'checklist_selections'), { timeout: 60_000 }).toHaveLength(1)
  expect(await living(shop, 'tasks')).toEqual([expect.objectContaining({ orderId, description: 'Offline task', completed: true })])
  expect(await living(shop, 'payments')).toEqual([expect.objectContaining({ orderId, paymentAmount: 12 })])
  expect(await living(shop, 'costs')).toEqual([expect.objectContaining({ orderId, costAmount: 12 })])
})
