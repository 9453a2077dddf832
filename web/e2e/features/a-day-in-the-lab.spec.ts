import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page, Request, Route } from '@playwright/test'
import type { Order } from '#schema/collections/work/orders.ts'
import { orderStatusById, orderStatusIdByName, type OrderStatusName } from '#schema/values/order-status.ts'
import type { ServerProcess } from '#scripts/process-tests/server-process.ts'
import {
  choice,
  chooseFlow,
  closeChecklist,
  expect,
  field,
  makePerson,
  ordersTable,
  rowWith,
  openSignedIn,
  syncBadge,
  test,
  toast,
  waitForOfflineShell,
  waitUntilSynced,
  type Device,
  type Person,
  type Profile,
  type TestShop,
} from '../harness/fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const walesFile = path.resolve(import.meta.dirname, '../../../../shared/data/open-repair-wales-202507.csv')

type KillPoint = 'before it sees the push' | 'while it works on the push' | 'after it stored the push, before it answers'

const killPoints: readonly KillPoint[] = ['before it sees the push', 'while it works on the push', 'after it stored the push, before it answers']

const hops: readonly OrderStatusName[] = ['In Progress', 'Waiting For Part', 'Fixed']

const newCustomer = 'Wanda Offline'
const newItem = 'Theremin, home-made'

type Story = {
  server: ServerProcess
  shop: TestShop
  newProfile: (url: string) => Promise<Profile>
  newDevice: (person: Person, options?: { url?: string }) => Promise<Device>
  killPoint?: KillPoint
}

/** One device works offline, one online; afterwards both show the same, and the server holds each change once. */
async function tellTheDay({ server, shop, newProfile, newDevice, killPoint }: Story): Promise<void> {
  const order = await pickOrder(shop)
  const ordersBefore = (await shop.api.read<Order[]>(`/api/${shop.id}/orders`)).length
  const ben = await makePerson(server, { shops: [shop] })
  const profile = await newProfile(server.url)

  const first = await profile.open()
  await openSignedIn(first.page, shop.person)
  await waitUntilSynced(first.page, 120_000)
  await waitForOfflineShell(first.page)
  const b = await newDevice(ben, { url: server.url })

  // Offline, A reloads: the app comes from the service worker, the rows from the local database.
  await first.context.setOffline(true)
  await first.page.reload()
  await expect(syncBadge(first.page)).toHaveAccessibleName(/^Offline/)
  await expect(ordersTable(first.page).getByRole('row')).not.toHaveCount(1)
  const mutations = await workOffline(first.page, shop, order)

  await openOrder(b.page, shop, order.id)
  await field(b.page, 'Quoted Cost').fill('123.45')
  await saveOrder(b.page)
  await waitUntilSynced(b.page)

  await first.context.close()
  const a = await profile.open({ offline: true })
  await a.page.goto(shop.path)
  await expect(syncBadge(a.page)).toHaveAccessibleName(/^Offline since .+, 5 waiting\. Show details$/)
  await find(a.page, newItem)
  await expect(rowWith(a.page, newItem)).toContainText(newCustomer)
  await expect(rowWith(a.page, newItem)).toContainText('Not sent yet')
  await openOrder(a.page, shop, order.id)
  await expect(choice(a.page, 'Order Status')).toHaveValue(orderStatusIdByName.Fixed)
  await expect(field(a.page, 'Order Notes')).toHaveValue(mutations.notes)
  await a.page.getByRole('button', { name: 'Cancel' }).click()

  const longestPush = watchPushes(a.page)
  const reconnectedAt = Date.now()
  if (killPoint === undefined) await a.context.setOffline(false)
  else await reconnectAndKill(a, server, killPoint)
  await waitUntilSynced(a.page, 120_000)
  await waitUntilSynced(b.page, 120_000)

  await expectTheSameOnBoth(a.page, b.page, shop, order.id, mutations.notes)
  await expectTheServerHoldsItOnce({ shop, ben, order, ordersBefore, mutations, reconnectedAt, longestPushMs: longestPush() })
}

/** Watches pushes from now on; returns the longest time from a push's timestamp to its end. */
function watchPushes(page: Page): () => number {
  let longestMs = 0
  const note = (request: Request): void => {
    if (!request.url().includes('/api/sync/push')) return
    const { deviceTime } = request.postDataJSON() as { deviceTime: string }
    longestMs = Math.max(longestMs, Date.now() - Date.parse(deviceTime))
  }
  page.on('requestfinished', note)
  page.on('requestfailed', note)
  return () => longestMs
}

async function pickOrder(shop: TestShop): Promise<Order> {
  const orders = await shop.api.read<Order[]>(`/api/${shop.id}/orders`)
  const order = orders.findLast(({ orderStatusId }) => orderStatusId === orderStatusIdByName.Diagnosis || orderStatusId === orderStatusIdByName['Dropped Off'])
  if (order === undefined) throw new Error('There is no order to work on.')
  return order
}

type Mutations = { notes: string; hopTimes: { fromMs: number; toMs: number }[] }

async function workOffline(page: Page, shop: TestShop, order: Order): Promise<Mutations> {
  await chooseFlow(page, 'Create Customer+Order')
  const dialog = page.getByRole('dialog', { name: 'Create Customer + Order' })
  await field(dialog, 'Name').fill(newCustomer)
  await field(dialog, 'Phone').fill('5550107788')
  await field(dialog, 'Device Details').fill(newItem)
  await field(dialog, 'Issue Description').fill('Only hums')
  await dialog.getByRole('button', { name: 'Save Customer + Order' }).click()
  await expect(toast(page)).toContainText('Customer and order created successfully!')
  await expect(dialog).toBeHidden()
  await closeChecklist(page)

  const notes = [order.orderNotes, 'Opened it: the fuse is gone'].filter(Boolean).join('\n')
  await openOrder(page, shop, order.id)
  await field(page, 'Order Notes').fill(notes)
  await saveOrder(page)

  const hopTimes: Mutations['hopTimes'] = []
  for (const status of hops) {
    await openOrder(page, shop, order.id)
    await choice(page, 'Order Status').selectOption(status)
    const fromMs = Date.now()
    await saveOrder(page)
    hopTimes.push({ fromMs, toMs: Date.now() })
  }
  await expect(syncBadge(page)).toHaveAccessibleName(/, 5 waiting\. Show details$/)
  return { notes, hopTimes }
}

async function openOrder(page: Page, shop: TestShop, orderId: string): Promise<void> {
  await page.goto(`/${shop.id}/orders/order/${orderId}`)
  await expect(page.getByRole('dialog', { name: 'Edit Order' })).toBeVisible()
}

async function saveOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page)).toContainText('Order updated successfully')
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function find(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await expect(rowWith(page, text)).toHaveCount(1)
}

async function reconnectAndKill({ context, page }: Device, server: ServerProcess, killPoint: KillPoint): Promise<void> {
  const isKilled = Promise.withResolvers<void>()
  let pushes = 0
  const dieWith = async (route: Route): Promise<void> => {
    pushes += 1
    if (pushes > 1) return route.abort('connectionfailed')
    if (killPoint === 'before it sees the push') await server.kill('SIGKILL')
    else {
      const answer = route.fetch().catch(() => undefined)
      // The transaction takes a few milliseconds after the request arrives.
      await (killPoint === 'while it works on the push' ? new Promise((resolve) => setTimeout(resolve, 6)) : answer)
      await server.kill('SIGKILL')
    }
    await route.abort('connectionfailed')
    isKilled.resolve()
  }
  await page.route('**/api/sync/push*', dieWith)
  await context.setOffline(false)
  await isKilled.promise
  await expect(syncBadge(page)).toHaveAccessibleName(/^Offline since .+, 5 waiting\. Show details$/)
  await page.unroute('**/api/sync/push*', dieWith)
  await server.start()
}

async function expectTheSameOnBoth(a: Page, b: Page, shop: TestShop, orderId: string, notes: string): Promise<void> {
  const shownBy = async (page: Page): Promise<string[]> => {
    const values: string[] = []
    await openOrder(page, shop, orderId)
    const dialog = page.getByRole('dialog', { name: 'Edit Order' })
    for (const name of ['Device Details', 'Issue Description', 'Order Notes', 'Quoted Cost']) values.push(await field(dialog, name).inputValue())
    values.push(await choice(dialog, 'Order Status').inputValue())
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await find(page, newItem)
    return values
  }
  const expected = [notes, '123.45', orderStatusIdByName.Fixed]
  let [shownByA, shownByB]: string[][] = [[], []]
  await expect.poll(async () => (shownByA = await shownBy(a)).slice(2, 5), { timeout: 30_000 }).toEqual(expected)
  await expect.poll(async () => (shownByB = await shownBy(b)).slice(2, 5), { timeout: 30_000 }).toEqual(expected)
  expect(shownByA).toEqual(shownByB)
  await expect(async () => expect(await textsOf(rowWith(a, newItem))).toBe(await textsOf(rowWith(b, newItem)))).toPass({ timeout: 30_000 })
  await expect(rowWith(a, newItem)).not.toContainText('Not sent yet')
}

const textsOf = async (row: Locator): Promise<string> => (await row.getByRole('gridcell').allInnerTexts()).join(' | ')

type Outcome = { shop: TestShop; ben: Person; order: Order; ordersBefore: number; mutations: Mutations; reconnectedAt: number; longestPushMs: number }

async function expectTheServerHoldsItOnce({ shop, ben, order, ordersBefore, mutations, reconnectedAt, longestPushMs }: Outcome): Promise<void> {
  const { api, id, person } = shop
  const orders = await api.read<Order[]>(`/api/${id}/orders`)
  expect(orders).toHaveLength(ordersBefore + 1)
  expect(orders.filter(({ itemDetails }) => itemDetails === newItem)).toHaveLength(1)
  expect(orders.find((stored) => stored.id === order.id)).toMatchObject({
    orderNotes: mutations.notes,
    quotedCost: '123.45',
    orderStatusId: orderStatusIdByName.Fixed,
  })
  const customers = await api.read<{ name: string }[]>(`/api/${id}/customers?search=${encodeURIComponent(newCustomer)}`)
  expect(customers.map(({ name }) => name)).toEqual([newCustomer])

  // History rows have the times of the mutations, not of their arrival.
  type HistoryRow = { orderStatusId: string; createdAt: string }
  const history = (await api.read<HistoryRow[]>(`/api/${id}/orders/${order.id}/status-history`)).sort((one, other) =>
    one.createdAt.localeCompare(other.createdAt),
  )
  const own = history.slice(-3)
  expect(own.map(({ orderStatusId }) => orderStatusById.get(orderStatusId)?.statusName)).toEqual(hops)
  for (const [index, { createdAt }] of own.entries()) {
    const { fromMs, toMs } = mutations.hopTimes[index] ?? { fromMs: 0, toMs: 0 }
    // The clock offset is measured at each push and includes the request's latency.
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(fromMs - 1_000)
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(toMs + 1_000 + longestPushMs)
    expect(Date.parse(createdAt)).toBeLessThan(reconnectedAt)
  }
  const statusRowsBefore = history.length - 3
  expect(statusRowsBefore).toBeGreaterThanOrEqual(1)

  const activities = await api.read<{ userId: string | null; auditText: string }[]>(`/api/${id}/activities?limit=50`)
  const entriesOf = (userId: string): string[] => activities.filter((entry) => entry.userId === userId).map(({ auditText }) => auditText)
  const { name: owner } = await api.read<{ name: string }>(`/api/${id}/customers/${order.customerId}`)
  const title = `Order '${order.itemDetails}' of ${owner}`
  expect(entriesOf(person.userId).sort()).toEqual(
    [
      `Customer '${newCustomer}' created`,
      `Order '${newItem}' of ${newCustomer} created`,
      `${title}: Order notes changed`,
      ...hops.map(
        (status, index) =>
          `${title}: Status changed from '${index === 0 ? orderStatusById.get(order.orderStatusId)?.statusName : hops[index - 1]}' to '${status}'`,
      ),
    ].sort(),
  )
  expect(entriesOf(ben.userId)).toEqual([expect.stringContaining(`${title}: Quoted cost`)])
}

test.describe('a day in the lab', () => {
  test.describe.configure({ mode: 'parallel', timeout: 240_000 })
  test.describe('on generated orders', () => {
    test('ends with the same on both devices and everything once on the server', { tag: '@long' }, async ({ ownServer, makeShop, newProfile, newDevice }) => {
      const shop = await makeShop({ on: ownServer, generatedOrders: 300, privileges: ['view_activity'] })
      await tellTheDay({ server: ownServer, shop, newProfile, newDevice })
    })

    for (const killPoint of killPoints) {
      test(`ends the same when the server is killed ${killPoint}`, { tag: '@long' }, async ({ ownServer, makeShop, newProfile, newDevice }) => {
        const shop = await makeShop({ on: ownServer, generatedOrders: 60, privileges: ['view_activity'] })
        await tellTheDay({ server: ownServer, shop, newProfile, newDevice, killPoint })
      })
    }
  })

  test.describe('on the 20,190 imported repairs', () => {
    test.skip(!existsSync(walesFile), 'the 20,190 real records are not beside this clone (../shared/data)')

    test(
      'ends with the same on both devices and everything once on the server, which is killed in the middle of the push',
      { tag: '@long' },
      async ({ ownServer, makeShop, newProfile, newDevice }) => {
        const shop = await makeShop({ on: ownServer, importFile: walesFile, privileges: ['view_activity'] })
        await tellTheDay({ server: ownServer, shop, newProfile, newDevice, killPoint: 'while it works on the push' })
      },
    )
  })
})
