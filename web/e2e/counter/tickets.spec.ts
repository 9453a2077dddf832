import type { Page } from '@playwright/test'
import {
  choice,
  closeChecklist,
  expect,
  field,
  openSignedIn,
  syncBadge,
  toast,
  waitForOfflineShell,
  ordersTable,
  rowWith,
  test,
  type TestShop,
  waitUntilSynced,
} from '../harness/fixtures.ts'
import { holdRequests } from '../harness/hold-requests.ts'
import { waitForNumbers } from '../harness/raw-storage.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

type Sent = { itemDetails: string; number: number }

const readOrders = (shop: TestShop): Promise<Sent[]> => shop.api.read<Sent[]>(`/api/${shop.id}/orders`)

const ticketOf = (page: Page, item: string): Promise<string> => rowWith(page, item).getByRole('gridcell').first().innerText()

const takeIn = async (page: Page, customer: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add Order' }).first().click()
  const dialog = page.getByRole('dialog')
  await choice(dialog, 'Customer').fill(customer)
  await page.getByRole('option', { name: customer }).first().click()
  await field(dialog, 'Device Details').fill(item)
  await field(dialog, 'Issue Description').fill('Does not start')
  await dialog.getByRole('button', { name: 'Add Order' }).click()
  await closeChecklist(page)
  await expect(rowWith(page, item)).toBeVisible()
}

test.describe('tickets', () => {
  test('of orders that are made offline are final, on the server and on every device (NUM-03)', { tag: '@long' }, async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    await addCustomer(shop, { name: 'Ada Lovelace' })
    const { page, context } = await newDevice(shop.person)
    await waitForNumbers(page)
    await context.setOffline(true)
    const items = ['First radio', 'Second radio', 'Third radio']
    for (const item of items) await takeIn(page, 'Ada Lovelace', item)
    const shown = await Promise.all(items.map((item) => ticketOf(page, item)))
    expect(new Set(shown).size).toBe(3)
    for (const ticket of shown) expect(ticket).toMatch(/^S-\d+$/)

    await context.setOffline(false)
    await waitUntilSynced(page)
    const stored = await readOrders(shop)
    expect(items.map((item) => `S-${stored.find(({ itemDetails }) => itemDetails === item)?.number}`)).toEqual(shown)
    await page.reload()
    await expect.poll(() => Promise.all(items.map((item) => ticketOf(page, item)))).toEqual(shown)
    const other = await newDevice(shop.person)
    await expect.poll(() => Promise.all(items.map((item) => ticketOf(other.page, item)))).toEqual(shown)
  })

  test('open their order from the address on a label; one that names none says so and helps to search (NUM-09)', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Ada Lovelace' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Radio' })
    const { page } = await newDevice(shop.person)
    await page.goto(`/${shop.code}/t/S-1`)
    await expect(page).toHaveURL(new RegExp(`/${shop.id}/orders/order/${orderId}$`))
    await expect(page.getByRole('dialog')).toContainText('S-1')

    await page.goto(`/${shop.id}/t/s-77`)
    await expect(page.getByRole('heading', { name: 'No order with the ticket s-77' })).toBeVisible()
    await field(page, 'Ticket number').fill('1')
    await page.getByRole('button', { name: 'Open order' }).click()
    await expect(page).toHaveURL(new RegExp(`/order/${orderId}$`))

    await page.goto(`/${shop.id}/t/s-78`)
    await field(page, 'Ticket number').fill('radio')
    await page.getByRole('link', { name: 'Search in Orders' }).click()
    await expect(rowWith(page, 'Radio')).toBeVisible()
  })

  test('find their order in the search, whole and exactly (NUM-08)', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Ada Lovelace', phone: '5550000000' })
    for (let count = 1; count <= 12; count++) await addOrder(shop, { customerId, itemDetails: `Radio no. ${String.fromCharCode(96 + count)}` })
    const { page } = await newDevice(shop.person)
    const search = page.getByRole('searchbox')
    for (const typed of ['S-12', '12', '#12', 's-12']) {
      await search.fill(typed)
      await expect(ordersTable(page).getByRole('row').filter({ hasText: 'Radio' })).toHaveCount(1)
      await expect(rowWith(page, 'Radio no. l')).toBeVisible()
    }
    await search.fill('S-1')
    await expect(ordersTable(page).getByRole('row').filter({ hasText: 'Radio' })).toHaveCount(1)
    await expect(rowWith(page, 'Radio no. a')).toBeVisible()
  })

  test('lead people who are not signed in to the page of the shop (NUM-09)', async ({ makeShop, page }) => {
    const shop = await makeShop()
    await page.goto(`/${shop.code}/t/S-1`)
    await expect(page.getByRole('heading', { name: shop.name })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/${shop.code}(/t/S-1)?$`))
  })

  test('that the server could not take are told, until somebody has read it (NUM-04)', { tag: '@long' }, async ({ makeShop, page }) => {
    const shop = await makeShop()
    await addCustomer(shop, { name: 'Ada Lovelace' })
    // Numbers reserved for another device, as after copying its storage.
    await page.route('**/api/sync/numbers?*', async (route) => route.fulfill({ response: await route.fetch(), json: { from: 5000, to: 5199 } }))
    await openSignedIn(page, shop.person)
    await waitForNumbers(page)
    // Hold the response until the order's own toast and checklist are gone.
    const release = await holdRequests(page, '**/api/sync/push*')
    await takeIn(page, 'Ada Lovelace', 'Radio')
    await expect.poll(() => ticketOf(page, 'Radio')).toBe('S-5000')
    release()
    const text = /Printed as S-5000, now S-\d+/
    await expect(toast(page).filter({ hasText: text })).toBeVisible()
    await expect.poll(() => ticketOf(page, 'Radio')).toMatch(/^S-\d{1,3}$/)
    await page.reload()
    await syncBadge(page).click()
    const told = page.getByRole('article', { name: text })
    await expect(told).toContainText('only that one finds the order')
    await told.getByRole('button', { name: 'Got it' }).click()
    await expect(told).toBeHidden()
    await page.reload()
    await waitUntilSynced(page)
    await syncBadge(page).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(told).toBeHidden()
  })

  test('follow where the device has no number left (NUM-05)', { tag: '@long' }, async ({ makeShop, page, context }) => {
    const shop = await makeShop()
    await addCustomer(shop, { name: 'Ada Lovelace' })
    await page.route('**/api/sync/numbers?*', (route) => route.abort())
    await openSignedIn(page, shop.person)
    await waitUntilSynced(page)
    await context.setOffline(true)
    await takeIn(page, 'Ada Lovelace', 'Radio')
    await expect.poll(() => ticketOf(page, 'Radio')).toBe('No. follows')
    await context.setOffline(false)
    await expect.poll(() => ticketOf(page, 'Radio')).toBe('S-1')
  })
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the address on a label opens its order (NUM-09)', { tag: '@long' }, async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Ada Lovelace' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Radio' })
    const { page, context } = await newDevice(shop.person)
    await waitForOfflineShell(page)
    await context.setOffline(true)
    await page.goto(`/${shop.code}/t/S-1`)
    await expect(page).toHaveURL(new RegExp(`/${shop.id}/orders/order/${orderId}$`))
    await expect(page.getByRole('dialog')).toContainText('S-1')
  })
})
