import type { Page } from '@playwright/test'
import { createOp } from '#scripts/process-tests/api-client.ts'
import {
  chooseFromUserMenu,
  expect,
  makePerson,
  rowWith,
  syncBadge,
  readServerMark,
  test,
  toast,
  waitForOfflineShell,
  waitUntilSynced,
  type TestShop,
} from '../harness/fixtures.ts'
import { findFaults } from '../harness/find-faults.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

test.use({ serviceWorkers: 'allow' })

const deletedTable = (page: Page) => page.getByRole('grid', { name: 'Recently deleted' })
const deletedRow = (page: Page, text: string) => deletedTable(page).getByRole('row').filter({ hasText: text })
const restoreButton = (page: Page, text: string) => deletedRow(page, text).getByRole('button', { name: /^Restore/ })
const deletedOf = (shop: TestShop) => `/${shop.id}/recently-deleted`

async function deleteOrder(page: Page, shop: TestShop, id: string): Promise<void> {
  await page.goto(`${shop.path}/order/${id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Order' })
  await dialog.getByRole('button', { name: 'Delete this Order' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(dialog).toBeHidden()
}

const erase = (shop: TestShop, collection: string, id: string) => shop.api.write(shop.id, [{ action: 'delete', collection, id }])

/** An order with a payment and a task. */
async function addFullOrder(shop: TestShop, itemDetails: string): Promise<{ orderId: string; customerId: string; paymentId: string }> {
  const customerId = await addCustomer(shop, { name: `Owner of ${itemDetails}`, phone: '5550107777' })
  const orderId = await addOrder(shop, { customerId, itemDetails })
  const payment = createOp('payments', { orderId, paymentAmount: 40, paymentText: 'deposit' })
  await shop.api.write(shop.id, [payment, createOp('tasks', { orderId, description: 'Clean the fan' })])
  return { orderId, customerId, paymentId: payment.id }
}

const paymentsOf = (shop: TestShop, orderId: string) => shop.api.read<{ id: string }[]>(`/api/${shop.id}/orders/${orderId}/payments`)

test('Undo in the toast brings a deleted order back whole, on every device', async ({ makeShop, newDevice, server }) => {
  const shop = await makeShop({ privileges: ['delete_order'] })
  const { orderId, paymentId } = await addFullOrder(shop, 'Undo Unit')
  const other = await newDevice(await makePerson(server, { shops: [shop] }))
  const { page } = await newDevice(shop.person)
  await deleteOrder(page, shop, orderId)
  await expect(toast(page)).toContainText('Order deleted')
  await expect(toast(page)).toContainText('The order and all associated data have been successfully deleted.')
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page)).toContainText('Order restored')
  await expect(rowWith(page, 'Undo Unit')).toBeVisible()
  await waitUntilSynced(page)
  await expect.poll(async () => (await paymentsOf(shop, orderId)).map(({ id }) => id)).toEqual([paymentId])
  await expect(rowWith(other.page, 'Undo Unit')).toContainText('$40.00')
})

test('Undo works without a network, before anything of the deletion was sent', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ privileges: ['delete_order'] })
  const { orderId } = await addFullOrder(shop, 'Tunnel Tablet')
  const { page, context } = await newDevice(shop.person)
  await waitForOfflineShell(page)
  await expect(rowWith(page, 'Tunnel Tablet')).toContainText('$40.00')
  await context.setOffline(true)
  await deleteOrder(page, shop, orderId)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(rowWith(page, 'Tunnel Tablet')).toContainText('$40.00')
  await context.setOffline(false)
  await waitUntilSynced(page)
  await expect(rowWith(page, 'Tunnel Tablet')).toContainText('$40.00')
  expect(await paymentsOf(shop, orderId)).toHaveLength(1)
})

test('the list names what was deleted, can be narrowed and searched, and brings a row back with what went with it', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ privileges: ['delete_order', 'delete_customer'] })
  const { orderId, paymentId } = await addFullOrder(shop, 'Listed Laptop')
  const goneId = await addCustomer(shop, { name: 'Gone Gus', phone: '5550109999' })
  await erase(shop, 'orders', orderId)
  await erase(shop, 'customers', goneId)
  // This device is opened after the deletion, so it never held the rows.
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

test('what somebody else deletes or brings back shows in the open list by itself', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ privileges: ['delete_order'] })
  const { orderId } = await addFullOrder(shop, 'Live Lamp')
  const { page } = await newDevice(shop.person, { at: deletedOf(shop) })
  await expect(page.getByText('Nothing was deleted in the last 30 days')).toBeVisible()
  await erase(shop, 'orders', orderId)
  await expect(deletedRow(page, 'Live Lamp')).toBeVisible()
  await shop.api.write(shop.id, [{ action: 'restore', collection: 'orders', id: orderId }])
  await expect(deletedRow(page, 'Live Lamp')).toBeHidden()
})

test('an order whose customer is deleted too comes back together with the customer', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ privileges: ['delete_order', 'delete_customer'] })
  const { orderId, customerId } = await addFullOrder(shop, 'Pair Phone')
  await erase(shop, 'orders', orderId)
  await erase(shop, 'customers', customerId)
  const { page } = await newDevice(shop.person, { at: deletedOf(shop) })
  await expect(deletedRow(page, 'Its customer is deleted too')).toBeVisible()
  await page.getByRole('button', { name: 'Restore both: order Pair Phone' }).click()
  await expect(page.getByText('Nothing was deleted in the last 30 days')).toBeVisible()
  await page.goto(shop.path)
  await expect(rowWith(page, 'Pair Phone')).toContainText('Owner of Pair Phone')
})

test('without a network the list shows what this device deleted and brings it back at once; the rest comes when connected', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ privileges: ['delete_order'] })
  const near = await addFullOrder(shop, 'Near Notebook')
  const far = await addFullOrder(shop, 'Far Fridge')
  await erase(shop, 'orders', far.orderId)
  const { page, context } = await newDevice(shop.person)
  await waitForOfflineShell(page)
  await page.goto(deletedOf(shop))
  await expect(deletedRow(page, 'Far Fridge')).toBeVisible()
  await context.setOffline(true)
  await expect(syncBadge(page)).toHaveAccessibleName(/^Offline/)
  await expect(page.getByText('No connection: others may have deleted more.')).toBeVisible()

  // A row that is not on this device is asked for, and comes when the server answers.
  await restoreButton(page, 'Far Fridge').click()
  await expect(toast(page)).toContainText('Order comes back later')
  await expect(deletedRow(page, 'Far Fridge')).toContainText('Restoring, not sent yet')

  await deleteOrder(page, shop, near.orderId)
  await chooseFromUserMenu(page, 'Recently deleted')
  await expect(page.getByText('The whole list needs a connection.')).toBeVisible()
  await expect(deletedRow(page, 'Near Notebook')).toContainText('Owner of Near Notebook')
  await expect(deletedRow(page, 'Near Notebook')).toContainText('Not sent yet')
  await restoreButton(page, 'Near Notebook').click()
  await expect(page.getByText('Nothing to show from this device')).toBeVisible()

  await context.setOffline(false)
  await waitUntilSynced(page)
  await expect(page.getByText('Nothing was deleted in the last 30 days')).toBeVisible()
  await page.goto(shop.path)
  await expect(rowWith(page, 'Near Notebook')).toContainText('$40.00')
  await expect(rowWith(page, 'Far Fridge')).toContainText('$40.00')
})

test('a restore that the server refuses says why and waits under Needs attention', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ privileges: ['delete_order', 'delete_customer'] })
  const { orderId, customerId } = await addFullOrder(shop, 'Late Lens')
  await erase(shop, 'orders', orderId)
  const { page, context } = await newDevice(shop.person, { at: deletedOf(shop) })
  await expect(deletedRow(page, 'Late Lens')).toBeVisible()
  await waitForOfflineShell(page)
  await context.setOffline(true)
  await restoreButton(page, 'Late Lens').click()
  await expect(toast(page)).toContainText('Order comes back later')
  await erase(shop, 'customers', customerId)
  await context.setOffline(false)
  await expect(toast(page)).toContainText('Failed to restore order')
  await expect(toast(page)).toContainText('Customer was deleted in the meantime')
  await syncBadge(page).click()
  await expect(page.getByRole('article', { name: "Return of order 'Late Lens'" })).toBeVisible()
})

test('whoever may not delete orders sees no deleted orders, and the list says when it cannot be loaded', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const eraser = await makeShop({ privileges: ['delete_order'] })
  const { orderId, paymentId } = await addFullOrder(shop, 'Private Printer')
  await erase(shop, 'payments', paymentId)
  const { page } = await newDevice(shop.person)
  const headers = await readServerMark(page)
  await page.route('**/deleted?*', (route) =>
    route.fulfill({ status: 500, headers, contentType: 'application/json', body: '{"code":"INTERNAL","message":"no"}' }),
  )
  await page.route('**/deleted', (route) =>
    route.fulfill({ status: 500, headers, contentType: 'application/json', body: '{"code":"INTERNAL","message":"no"}' }),
  )
  await page.goto(deletedOf(shop))
  await expect(page.getByText('The list could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(deletedRow(page, '$40.00')).toContainText('Private Printer · deposit')
  await expect(deletedRow(page, 'Private Printer')).toHaveCount(1)
  // Another shop's list cannot be opened.
  await page.goto(`/${eraser.id}/recently-deleted`)
  await expect(page).toHaveURL(`/${shop.id}/recently-deleted`)
  expect(orderId).not.toBe('')
})

for (const size of [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]) {
  test(`the list fits a screen of ${size.width} px, light and dark`, async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['delete_order', 'delete_customer'] })
    const { orderId, customerId } = await addFullOrder(shop, 'A rather long name of a device, 2021, 16 GB, silver')
    await erase(shop, 'orders', orderId)
    await erase(shop, 'customers', customerId)
    const single = await addFullOrder(shop, 'Short one')
    await erase(shop, 'payments', single.paymentId)
    const { page } = await newDevice(shop.person, { context: { viewport: size }, at: deletedOf(shop) })
    await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(3)
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      expect(await findFaults(page)).toEqual([])
      await page.screenshot({ path: test.info().outputPath(`deleted-${size.width}-${scheme}.png`) })
    }
  })
}
