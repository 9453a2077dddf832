import type { BrowserContext, Page } from '@playwright/test'
import {
  chooseFromUserMenu,
  expect,
  makePerson,
  readRawDatabases,
  rowWith,
  signIn,
  syncBadge,
  takeInCustomer,
  test,
  type TestShop,
  waitUntilSynced,
} from '../harness/fixtures.ts'
import { addCustomer, addOrder, readCustomerNames } from '../harness/rows.ts'
import { readRawOutbox } from '../harness/raw-storage.ts'

test.use({ serviceWorkers: 'allow' })

const readLeader = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => (await navigator.locks.query()).held?.find(({ name }) => name?.startsWith('mainspring-lead-'))?.clientId)

const readClientId = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => navigator.locks.request('who-am-i', async () => (await navigator.locks.query()).held?.find(({ name }) => name === 'who-am-i')?.clientId))

const untilLeading = (page: Page, ownId: string | undefined): Promise<void> => expect.poll(() => readLeader(page)).toBe(ownId)

/** Waits until no transaction runs: browsers freeze no tab within one, because it would block all others. */
async function untilNothingIsStored(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('error', () => reject(opening.error ?? new Error('IndexedDB failed')))
        opening.addEventListener('success', () => {
          const database = opening.result
          const last = database.transaction([...database.objectStoreNames], 'readwrite')
          last.addEventListener('complete', () => {
            database.close()
            resolve()
          })
        })
      })
    }
  })
}

/**
 * Pauses the page like a frozen tab: it gets no timer, message or IndexedDB event, and keeps its locks. (The browser
 * freezes no page under test.) `witness` is another tab, which detects a pause within a transaction.
 * @returns a function that resumes the page
 */
async function freeze(page: Page, witness: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  const thaw = async (): Promise<void> => {
    await devtools.send('Debugger.disable')
  }
  for (let tries = 0; tries < 10; tries += 1) {
    await untilNothingIsStored(page)
    await devtools.send('Debugger.enable')
    const paused = new Promise<void>((resolve) => devtools.once('Debugger.paused', () => resolve()))
    await devtools.send('Debugger.pause')
    await paused
    // Twice, because the paused page may have queued a transaction behind the first one, which then blocks the second.
    const quiet = untilNothingIsStored(witness)
      .then(() => untilNothingIsStored(witness))
      .then(() => true)
    if (await Promise.race([quiet, new Promise<boolean>((resolve) => setTimeout(resolve, 3_000, false))])) return thaw
    await thaw()
    await quiet
  }
  throw new Error('The page never stood still at rest.')
}

async function openTwoTabs(leader: Page, context: BrowserContext, shop: TestShop) {
  const other = await context.newPage()
  await other.goto(shop.path)
  await waitUntilSynced(other)
  const otherId = await readClientId(other)
  expect(await readLeader(other)).toBe(await readClientId(leader))
  expect(await readLeader(other)).not.toBe(otherId)
  let isReachable = false
  await context.route('**/api/sync/push?*', (route) => (isReachable ? route.continue() : route.abort()))
  const letThrough = (): void => {
    isReachable = true
  }
  await takeInCustomer(leader, { name: 'Waiting Walt', phone: '5550109090' })
  await expect(syncBadge(other)).toHaveAccessibleName(/1 (change )?waiting/)
  return { other, otherId, letThrough }
}

async function expectSentOnce(other: Page, shop: TestShop): Promise<void> {
  await waitUntilSynced(other)
  await expect.poll(() => readRawOutbox(other)).toEqual([])
  await expect.poll(() => shop.api.read<unknown[]>(`/api/${shop.id}/customers`)).toEqual([expect.objectContaining({ name: 'Waiting Walt' })])
}

test('hazard 42: when the leading tab is frozen, another tab leads and sends what waited', { tag: '@long' }, async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page: leader, context } = await newDevice(shop.person)
  const { other, otherId, letThrough } = await openTwoTabs(leader, context, shop)
  const thaw = await freeze(leader, other)
  await untilLeading(other, otherId)
  letThrough()
  await expectSentOnce(other, shop)

  await thaw()
  await waitUntilSynced(leader)
  await takeInCustomer(leader, { name: 'Thawed Thea', phone: '5550109091' })
  await waitUntilSynced(leader)
  await expect.poll(() => readLeader(leader)).toBe(otherId)
  await expect.poll(() => shop.api.read<unknown[]>(`/api/${shop.id}/customers`)).toHaveLength(2)
})

test(
  'hazard 42: a tab that is frozen while it holds the write lock keeps no other tab from opening and saving',
  { tag: '@long' },
  async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const { page: frozen, context } = await newDevice(shop.person)
    const page = await context.newPage()
    await page.goto(`/${shop.id}/customers`)
    await waitUntilSynced(page)
    await frozen.evaluate(
      (name) =>
        new Promise<void>(
          (resolve) =>
            void navigator.locks.request(name, () => {
              resolve()
              return new Promise(() => undefined)
            }),
        ),
      `mainspring-write-${shop.person.userId}`,
    )
    const thaw = await freeze(frozen, page)
    await takeInCustomer(page, { name: 'Saved beside', phone: '5550109092' })
    const opened = await context.newPage()
    await opened.goto(`/${shop.id}/customers`)
    await waitUntilSynced(opened)
    await takeInCustomer(opened, { name: 'Saved after opening', phone: '5550109093' })
    await waitUntilSynced(opened)
    await thaw()
    await waitUntilSynced(frozen)
    await takeInCustomer(frozen, { name: 'Saved after the thaw', phone: '5550109094' })
    await waitUntilSynced(frozen)
    await expect.poll(() => readCustomerNames(shop)).toEqual(['Saved after opening', 'Saved after the thaw', 'Saved beside'])
  },
)

test('hazard 42: when the leading tab is closed, another tab leads and sends what waited', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page: leader, context } = await newDevice(shop.person)
  const { other, otherId, letThrough } = await openTwoTabs(leader, context, shop)
  await leader.close()
  await untilLeading(other, otherId)
  letThrough()
  await expectSentOnce(other, shop)
})

test('hazard 42: when the leading tab crashes, another tab leads and sends what waited', { tag: '@long' }, async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page: leader, context } = await newDevice(shop.person)
  const { other, otherId, letThrough } = await openTwoTabs(leader, context, shop)
  const devtools = await context.newCDPSession(leader)
  const crashed = leader.waitForEvent('crash')
  void devtools.send('Page.crash').catch(() => undefined)
  await crashed
  await untilLeading(other, otherId)
  letThrough()
  await expectSentOnce(other, shop)
})

test(
  'hazard 42: signing out leaves no data behind although another tab is frozen, and the same person can sign in again',
  { tag: '@long' },
  async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ generatedOrders: 20 })
    const { page: frozen, context } = await newDevice(shop.person)
    const page = await context.newPage()
    await page.goto(shop.path)
    await waitUntilSynced(page)
    await freeze(frozen, page)
    await chooseFromUserMenu(page, 'Logout')
    await expect(page).toHaveURL(/\/login$/, { timeout: 30_000 })
    await expect.poll(async () => JSON.stringify(await readRawDatabases(page)).includes(shop.id)).toBe(false)
    await signIn(page, shop.person)
    await waitUntilSynced(page)
    await page.getByRole('tab', { name: 'All', exact: true }).click()
    await expect(page.getByText('Showing 1-20 of 20 entries')).toBeVisible()
  },
)

test(
  'a tab that was frozen while its person signed out shows nothing of theirs once it thaws and somebody else is signed in',
  { tag: '@long' },
  async ({ makeShop, newDevice, server }) => {
    const shop = await makeShop()
    await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Former Fred' }), itemDetails: 'A secret kettle' })
    const neighbour = await makePerson(server, { shops: [await makeShop()] })
    const { page, context } = await newDevice(shop.person)
    const frozen = await context.newPage()
    // Drop messages sent during the freeze, so that the tab has to check by itself.
    await frozen.addInitScript(() => {
      const listen: (this: BroadcastChannel, ...parameters: Parameters<BroadcastChannel['addEventListener']>) => void = Reflect.get(
        BroadcastChannel.prototype,
        'addEventListener',
      )
      BroadcastChannel.prototype.addEventListener = function (this: BroadcastChannel, ...[type, listener]: Parameters<typeof listen>) {
        listen.call(this, type, (event) => !Object.hasOwn(window, 'isDeaf') && typeof listener === 'function' && listener.call(this, event))
      }
    })
    const shown: number[] = []
    await frozen.exposeFunction('tellShown', (ms: number) => shown.push(ms))
    await frozen.goto(shop.path)
    await expect(rowWith(frozen, 'A secret kettle')).toBeVisible()
    await frozen.evaluate(() => {
      Object.assign(window, { isDeaf: true })
      // Count timer ticks, so that a slow machine adds nothing.
      const tickMs = 100
      let tickedMs = 0
      setInterval(() => (tickedMs += tickMs), tickMs)
      let [last, thawedAt] = [Date.now(), Number.POSITIVE_INFINITY]
      const look = (): void => {
        const now = Date.now()
        if (now - last > 5_000) thawedAt = tickedMs
        last = now
        const isShown = document.body.innerText.includes('A secret kettle') && document.querySelector('[data-wake-cover]') === null
        if (isShown && tickedMs > thawedAt) void (window as unknown as { tellShown: (ms: number) => Promise<void> }).tellShown(tickedMs - thawedAt)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    const thaw = await freeze(frozen, page)
    const frozenAt = Date.now()
    await chooseFromUserMenu(page, 'Logout')
    await expect(page).toHaveURL(/\/login$/, { timeout: 30_000 })
    await signIn(page, neighbour)
    await waitUntilSynced(page)
    // A gap of five seconds between two ticks counts as sleep.
    await expect.poll(() => Date.now() - frozenAt, { intervals: [500], timeout: 10_000 }).toBeGreaterThan(6_000)
    await thaw()
    await expect(frozen).not.toHaveURL(new RegExp(shop.id), { timeout: 30_000 })
    await expect(frozen.getByText('No orders found')).toBeVisible({ timeout: 30_000 })
    // A frame or two may be painted before the first tick.
    expect(shown.filter((ms) => ms > 1_500)).toEqual([])
    await expect(frozen.locator('[data-wake-cover]')).toHaveCount(0)
  },
)
