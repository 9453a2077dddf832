import type { Page } from '@playwright/test'
import {
  chooseFlow,
  closeChecklist,
  expect,
  field,
  openSignedIn,
  rowWith,
  syncBadge,
  takeInCustomer,
  test,
  toast,
  waitUntilSynced,
} from '../harness/fixtures.ts'
import { holdRequests } from '../harness/hold-requests.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'
import { readRawOutbox, readRawRows, refuseWrites, rowsOf } from '../harness/raw-storage.ts'

test.use({ serviceWorkers: 'allow' })

const fullMessage = 'The storage of this device is full. Free some space, then try again.'

/** Bytes: more than the app needs, and few enough for one write to exceed. */
const ampleQuota = 24_000_000

async function setQuota(page: Page, origin: string, quotaSize: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize })
}

const readUsage = (page: Page): Promise<number> => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)

/**
 * Waits until a smaller quota applies. The browser caches the free room for half a minute unless a write exceeds it, so
 * this writes more than that.
 */
async function waitUntilFull(page: Page): Promise<void> {
  const isRefused = (): Promise<boolean> =>
    page.evaluate(
      (size) =>
        new Promise<boolean>((resolve, reject) => {
          const opening = indexedDB.open('room')
          opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('room'))
          opening.addEventListener('error', () => resolve(opening.error?.name === 'QuotaExceededError'))
          opening.addEventListener('success', () => {
            const database = opening.result
            const finish = (isFull: boolean): void => {
              database.close()
              const removal = indexedDB.deleteDatabase('room')
              removal.addEventListener('success', () => resolve(isFull))
              removal.addEventListener('error', () => reject(removal.error ?? new Error('The probe stayed')))
            }
            const writing = database.transaction('room', 'readwrite')
            writing.objectStore('room').put(new Uint8Array(size), 'room')
            writing.addEventListener('complete', () => finish(false))
            writing.addEventListener('abort', () => finish(writing.error?.name === 'QuotaExceededError'))
          })
        }),
      ampleQuota,
    )
  await expect.poll(isRefused, { timeout: 60_000 }).toBe(true)
}

test('hazard 44: when the quota is hit in mid-pull the app says so and works on, and the full set arrives once there is room', async ({
  browser,
  makeShop,
  server,
}) => {
  test.slow()
  const shop = await makeShop({ generatedOrders: 300 })
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  try {
    await setQuota(page, server.url, ampleQuota)
    const release = await holdRequests(page, '**/api/sync/pull?*')
    await openSignedIn(page, shop.person)
    await expect(syncBadge(page)).toBeVisible()
    await setQuota(page, server.url, (await readUsage(page)) + 150_000)
    await waitUntilFull(page)
    release()
    await expect(page.getByText(fullMessage)).toBeVisible({ timeout: 60_000 })
    expect((await readRawRows(page, 'orders')).length + (await readRawRows(page, 'payments')).length).toBeLessThan(300)
    await expect(syncBadge(page)).toBeVisible()

    await setQuota(page, server.url, ampleQuota)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await waitUntilSynced(page)
    await expect(page.getByText(fullMessage)).toBeHidden()
    await page.getByRole('tab', { name: 'All' }).click()
    await expect(page.getByText('Showing 1-20 of 300 entries')).toBeVisible()
    await expect.poll(() => readRawRows(page, 'orders')).toHaveLength(300)
  } finally {
    await context.close()
  }
})

test('hazard 44: when the quota leaves no room for a change, nothing of it is kept, what was typed stays in the form, and saving again works once there is room', async ({
  browser,
  makeShop,
  server,
}) => {
  test.slow()
  const shop = await makeShop()
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await setQuota(page, server.url, ampleQuota)
  await openSignedIn(page, shop.person, `/${shop.id}/customers`)
  await waitUntilSynced(page)
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' })
  await field(dialog, 'Name').fill('No Room Nora')
  await field(dialog, 'Phone').fill('5550112222')
  await setQuota(page, server.url, 1)
  await waitUntilFull(page)
  await dialog.getByRole('button', { name: 'Save Customer' }).click()
  await expect(toast(page)).toContainText(fullMessage)
  await expect(field(dialog, 'Name')).toHaveValue('No Room Nora')
  await expect.poll(() => readRawOutbox(page)).toEqual([])
  expect(await readRawRows(page, 'customers')).toEqual([])

  await setQuota(page, server.url, ampleQuota)
  // The browser notices free room with a delay.
  await expect(async () => {
    // A slow save may have closed the dialog meanwhile.
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Save Customer' }).click({ timeout: 5_000 })
    await expect(dialog).toBeHidden({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await waitUntilSynced(page)
  await expect(page.getByText(fullMessage)).toHaveCount(0)
  await expect.poll(() => shop.api.read<unknown[]>(`/api/${shop.id}/customers`)).toEqual([expect.objectContaining({ name: 'No Room Nora' })])
  await context.close()
})

test(
  'hazard 44: when room ends in the middle of a mutation that writes a customer and an order, neither of them is kept',
  { tag: '@long' },
  async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const { page } = await newDevice(shop.person)
    const allow = await refuseWrites(page, rowsOf('orders'))
    await chooseFlow(page, 'Create Customer+Order')
    const dialog = page.getByRole('dialog', { name: 'Create Customer + Order' })
    await field(dialog, 'Name').fill('Half Act Hugo')
    await field(dialog, 'Phone').fill('5550113333')
    await field(dialog, 'Device Details').fill('A half radio')
    await field(dialog, 'Issue Description').fill('Hums')
    const save = dialog.getByRole('button', { name: /^(Create|Save)/ })
    await save.click()
    await expect(toast(page)).toContainText(fullMessage)
    await expect(field(dialog, 'Name')).toHaveValue('Half Act Hugo')
    await expect.poll(() => readRawOutbox(page)).toEqual([])
    expect((await readRawRows(page, 'customers')).filter(({ _deleted }) => _deleted !== true)).toEqual([])
    expect(await readRawRows(page, 'orders')).toEqual([])
    expect(await shop.api.read<unknown[]>(`/api/${shop.id}/customers`)).toEqual([])

    await allow()
    await save.click()
    await expect(dialog).toBeHidden()
    await closeChecklist(page)
    await waitUntilSynced(page)
    await expect.poll(() => shop.api.read<unknown[]>(`/api/${shop.id}/customers`)).toHaveLength(1)
    await expect.poll(() => shop.api.read<unknown[]>(`/api/${shop.id}/orders`)).toHaveLength(1)
    await expect.poll(() => readRawRows(page, 'orders')).toHaveLength(1)
  },
)

test('hazard 44: an answer that finds no room is asked for again, and the change lands once', { tag: '@long' }, async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const customerId = await addCustomer(shop, { name: 'Answer Al' })
  await addOrder(shop, { customerId, itemDetails: 'An old radio' })
  const { page } = await newDevice(shop.person, { at: `/${shop.id}/customers` })
  await waitUntilSynced(page)
  const release = await holdRequests(page, '**/api/sync/push?*')
  await takeInCustomer(page, { name: 'Answered Anyway', phone: '5550114444' })
  const allow = await refuseWrites(page, rowsOf('customers'))
  release()
  await expect(page.getByText(fullMessage)).toBeVisible()
  await expect(syncBadge(page)).toHaveAccessibleName('Storage full. Show details')
  // The server has stored the change; only the row in its response exceeds the quota.
  expect(await shop.api.read<unknown[]>(`/api/${shop.id}/customers`)).toHaveLength(2)
  await expect(rowWith(page, 'Answered Anyway')).toBeVisible()
  await allow()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await waitUntilSynced(page)
  await expect(page.getByText(fullMessage)).toBeHidden()
  await expect(rowWith(page, 'Answered Anyway')).toBeVisible()
  await expect.poll(() => readRawOutbox(page)).toEqual([])
  expect(await shop.api.read<unknown[]>(`/api/${shop.id}/customers`)).toHaveLength(2)
})
