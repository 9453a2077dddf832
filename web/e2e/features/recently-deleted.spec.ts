import type { Page } from '@playwright/test'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { chooseFromUserMenu, expect, rowWith, test, toast, type TestShop } from '../harness/fixtures.ts'
import { findFaults } from '../harness/find-faults.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

const deletedTable = (page: Page) => page.getByRole('grid', { name: 'Recently deleted' })
const deletedRow = (page: Page, text: string) => deletedTable(page).getByRole('row').filter({ hasText: text })
const restoreButton = (page: Page, text: string) => deletedRow(page, text).getByRole('button', { name: /^Restore/ })

const erase = (shop: TestShop, collection: string, id: string) => shop.api.write(shop.id, [{ action: 'delete', collection, id }])

async function addFullOrder(shop: TestShop, itemDetails: string): Promise<{ orderId: string; customerId: string; paymentId: string }> {
  const customerId = await addCustomer(shop, { name: `Owner of ${itemDetails}`, phone: '5550107777' })
  const orderId = await addOrder(shop, { customerId, itemDetails })
  const payment = createOp('payments', { orderId, paymentAmount: 40, paymentText: 'deposit' })
  await shop.api.write(shop.id, [payment, createOp('tasks', { orderId, description: 'Clean the fan' })])
  return { orderId, customerId, paymentId: payment.id }
}

const paymentsOf = (shop: TestShop, orderId: string) => shop.api.read<{ id: string }[]>(`/api/${shop.id}/orders/${orderId}/payments`)

test('the list names what was deleted, can be narrowed and searched, and brings a row back with what went with it', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ privileges: ['delete_order', 'delete_customer'] })
  const { orderId, paymentId } = await addFullOrder(shop, 'Listed Laptop')
  const goneId = await addCustomer(shop, { name: 'Gone Gus', phone: '5550109999' })
  await erase(shop, 'orders', orderId)
  await erase(shop, 'customers', goneId)
  const { page } = await newDevice(shop.person)
  await chooseFromUserMenu(page, 'Recently deleted')
  await expect(page).toHaveURL(`/${shop.id}/recently-deleted`)
  await expect(deletedRow(page, 'Listed Laptop')).toContainText('Owner of Listed Laptop')
  await expect(deletedRow(page, 'Listed Laptop')).toContainText('1 payment, 1 task')
  await expect(deletedRow(page, 'Listed Laptop')).toContainText(shop.person.name)
  await expect(deletedRow(page, 'Gone Gus')).toContainText('555-010-9999')

  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Customers')
  await expect(deletedRow(page, 'Listed Laptop')).toBeHidden()
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('')
  await page.keyboard.press('/')
  await page.keyboard.type('laptop')
  await expect(deletedRow(page, 'Gone Gus')).toBeHidden()
  await expect(page).toHaveURL(/\?q=laptop$/)
  await page.reload()
  await expect(deletedRow(page, 'Listed Laptop')).toBeVisible()
  await expect(deletedRow(page, 'Gone Gus')).toBeHidden()

  await restoreButton(page, 'Listed Laptop').press('Enter')
  await expect(toast(page)).toContainText('Order restored')
  await expect(page.getByText('Nothing that was deleted matches')).toBeVisible()
  await expect.poll(async () => (await paymentsOf(shop, orderId)).map(({ id }) => id)).toEqual([paymentId])
  await page.getByRole('button', { name: 'Clear Filters' }).first().click()
  await restoreButton(page, 'Gone Gus').click()
  await expect(page.getByText('Nothing was deleted in the last 30 days')).toBeVisible()
  await page.goto(shop.path)
  await expect(rowWith(page, 'Listed Laptop')).toContainText('$40.00')
})

test('the list fits screens from a phone to a desktop, light and dark, and has no accessibility faults', { tag: '@long' }, async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ privileges: ['delete_order', 'delete_customer'] })
  const { orderId, customerId } = await addFullOrder(shop, 'A rather long name of a device, 2021, 16 GB, silver')
  await erase(shop, 'orders', orderId)
  await erase(shop, 'customers', customerId)
  const single = await addFullOrder(shop, 'Short one')
  await erase(shop, 'payments', single.paymentId)
  const { page } = await newDevice(shop.person, { at: `/${shop.id}/recently-deleted` })
  for (const size of [
    { width: 390, height: 844 },
    { width: 768, height: 1024 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(3)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      expect(await findFaults(page)).toEqual([])
    }
  }
})
