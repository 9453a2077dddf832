import type { BrowserContext, Page } from '@playwright/test'
import { isTombstone } from '#schema/collection.ts'
import {
  type Device,
  expect,
  field,
  rowWith,
  syncBadge,
  takeInCustomer,
  test as base,
  type TestShop,
  waitForOfflineShell,
  waitUntilSynced,
} from '../harness/fixtures.ts'
import { longUnless } from '../harness/long-unless.ts'
import { drawPhoto } from '../harness/draw-photo.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'
import { openSlowLink, type SlowLink } from '../harness/slow-link.ts'
import { readRawOutbox, readRawRows } from '../harness/raw-storage.ts'

/** Clears the site's storage while none of its pages is open, as browsers do for unused sites. */
async function evict(context: BrowserContext, origin: string, storageTypes: string): Promise<void> {
  // A page of the origin without the app, available offline.
  const page = await context.newPage()
  await page.route('**/api/bare', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(`${origin}/api/bare`)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  // The command returns while closing pages still hold databases.
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length).catch(() => undefined)).toBe(0)
  await page.close()
}

/** Clears the open page's storage repeatedly: the page reopens its databases during the removal. */
async function clearUnderneath(page: Page, origin: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const clear = () => devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage,cache_storage' })
  for (const pauseMs of [3, 7, 12]) await Promise.all([clear(), page.waitForTimeout(pauseMs)])
  await clear()
}

/** Leaves changes unsent and closes the page. Cuts the link, because Playwright's emulated outage ends before the page has closed. */
async function leaveUnsent({ page }: Device, link: SlowLink, shop: TestShop, names: string[]): Promise<void> {
  await waitForOfflineShell(page)
  await page.goto(`/${shop.id}/customers`)
  await waitUntilSynced(page)
  link.cut()
  for (const name of names) await takeInCustomer(page, { name, phone: '5550111111' })
  await expect(syncBadge(page)).toHaveAccessibleName(new RegExp(`${names.length} waiting`))
  await page.close()
}

const test = base.extend<{ link: SlowLink }>({
  link: async ({ server }, use) => {
    const link = await openSlowLink(server.url)
    await use(link)
    await link.close()
  },
})

test.use({ serviceWorkers: 'allow' })

for (const [what, storageTypes] of [
  ['IndexedDB', 'indexeddb'],
  ['IndexedDB, local storage, caches and the service worker', 'indexeddb,local_storage,cache_storage,service_workers'],
] as const) {
  test(
    `hazard 45: when the browser removed ${what}, everything is fetched again and a notice says how much unsent work went with it`,
    longUnless(what === 'IndexedDB'),
    async ({ makeShop, newDevice, link }) => {
      const shop = await makeShop({ generatedOrders: 30 })
      await addCustomer(shop, { name: 'Evicted Eve' })
      const device = await newDevice(shop.person, { url: link.url })
      await leaveUnsent(device, link, shop, ['Lost Lou', 'Lost Lea'])
      await evict(device.context, link.url, storageTypes)
      link.repair()

      const page = await device.context.newPage()
      await page.goto(`/${shop.id}/customers`)
      await waitUntilSynced(page)
      await expect(
        page.getByText('The browser removed the local data of this device; it is being fetched again. 2 changes that had not been sent were lost.'),
      ).toBeVisible()
      await expect(rowWith(page, 'Evicted Eve')).toBeVisible()
      await expect.poll(() => readRawRows(page, 'orders')).toHaveLength(30)
      const onServer = await shop.api.read<{ id: string }[]>(`/api/${shop.id}/customers`)
      await expect.poll(async () => (await readRawRows(page, 'customers')).map(({ id }) => id).toSorted()).toEqual(onServer.map(({ id }) => id).toSorted())
      expect(JSON.stringify(onServer)).not.toContain('Lost')

      await page.reload()
      await expect(rowWith(page, 'Evicted Eve')).toBeVisible()
      await expect(page.getByText('The browser removed the local data')).toHaveCount(0)
    },
  )
}

test(
  'hazard 45: when the browser removed the local data and nothing was unsent, everything is fetched again and no loss is claimed',
  { tag: '@long' },
  async ({ makeShop, newDevice, server }) => {
    const shop = await makeShop({ generatedOrders: 30 })
    const { page: first, context } = await newDevice(shop.person)
    await first.close()
    await evict(context, server.url, 'indexeddb')
    const page = await context.newPage()
    await page.goto(shop.path)
    await waitUntilSynced(page)
    await expect.poll(() => readRawRows(page, 'orders')).toHaveLength(30)
    await expect(page.getByText(/had not been sent/)).toHaveCount(0)
  },
)

test('hazard 45: when the data of the site is cleared under an open app, what waits and what is being typed stays, and everything is fetched again', async ({
  makeShop,
  newDevice,
  link,
}) => {
  const shop = await makeShop({ generatedOrders: 30 })
  const { page } = await newDevice(shop.person, { url: link.url })
  await waitForOfflineShell(page)
  await page.goto(`/${shop.id}/customers`)
  await waitUntilSynced(page)
  link.cut()
  await takeInCustomer(page, { name: 'Kept Kim', phone: '5550111112' })
  await expect(syncBadge(page)).toHaveAccessibleName(/1 (change )?waiting/)
  await page.keyboard.press('c')
  await field(page.getByRole('dialog'), 'Name').fill('Half typed')
  await clearUnderneath(page, link.url)
  await expect(
    page.getByText('The browser removed the local data of this device; it is being fetched again. 1 change that had not been sent was kept.'),
  ).toBeVisible()
  await expect(field(page.getByRole('dialog'), 'Name')).toHaveValue('Half typed')
  await expect.poll(() => readRawOutbox(page)).toHaveLength(1)

  link.repair()
  await page.reload()
  await waitUntilSynced(page)
  await expect(rowWith(page, 'Kept Kim')).toBeVisible()
  await expect.poll(() => readRawRows(page, 'orders')).toHaveLength(30)
  expect((await shop.api.read<{ name: string }[]>(`/api/${shop.id}/customers`)).filter(({ name }) => name === 'Kept Kim')).toHaveLength(1)
  await page
    .getByRole('status')
    .filter({ hasText: /^You have an unfinished customer/ })
    .getByRole('button', { name: 'Continue' })
    .click()
  await expect(field(page.getByRole('dialog'), 'Name')).toHaveValue('Half typed')
})

test(
  'hazard 64: when the data of the site is cleared under an open app, a photo that it took is sent, and one of an earlier page is told as lost',
  { tag: '@long' },
  async ({ makeShop, newDevice, link }) => {
    const shop = await makeShop()
    await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Paula Photo' }), itemDetails: 'Scratched radio' })
    const { page } = await newDevice(shop.person, { url: link.url })
    await waitForOfflineShell(page)
    await waitUntilSynced(page)
    const takePhoto = async (name: string): Promise<void> => {
      await page
        .getByLabel('Photos and documents', { exact: true })
        .setInputFiles({ name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: await drawPhoto(page, name) })
      await expect(page.getByRole('button', { name: `Open ${name}.jpg, only on this device yet` })).toBeVisible()
    }
    await rowWith(page, 'Scratched radio').click()
    link.cut()
    await takePhoto('red')
    await page.reload()
    await expect(page.getByRole('button', { name: /^Open red/ })).toBeVisible()
    await takePhoto('blue')
    // A photo shows before its row is written.
    await expect.poll(() => readRawOutbox(page)).toHaveLength(2)
    await clearUnderneath(page, link.url)
    await expect(page.getByText('2 changes that had not been sent were kept.')).toBeVisible()

    link.repair()
    const stored = async (): Promise<Record<string, unknown>[]> =>
      (await shop.api.pullAll('attachments')).filter((photo) => !isTombstone(photo) && photo.isStored === true)
    await expect.poll(async () => (await stored()).map(({ fileName }) => fileName), { timeout: 60_000 }).toEqual(['blue.jpg'])
    await page.keyboard.press('Escape')
    await expect(syncBadge(page)).toHaveAccessibleName(/1 photo lost/)
    await syncBadge(page).click()
    const lost = page.getByRole('list', { name: 'Lost photos' }).getByRole('article', { name: 'red.jpg' })
    await expect(lost.getByText("The browser removed this photo of order 'Scratched radio' before it was sent. Take it again if you can.")).toBeVisible()
    await lost.getByRole('button', { name: 'Got it' }).click()
    await expect(lost).toBeHidden()
    await expect(syncBadge(page)).not.toHaveAccessibleName(/lost/)
  },
)
