import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { FirstPage, FirstPageRequest, PullRequest, RowState } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import { openOrderKey } from '#schema/values/order-sort.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { OrderListRow, OrdersQuery } from './lists/list-queries.ts'
import type { ListPage } from './lists/live-list.ts'
import { OfflineError } from './platform/server-port.ts'
import { keyToRef } from './rows/rows.ts'
import {
  closeTestDevices,
  customerInput,
  testStorage,
  faulty,
  mapNotes,
  offline,
  openTestDevice,
  orderInput,
  pausePoint,
  paymentInput,
  type TestDevice,
  until,
  untilSynced,
} from './testing/test-device.ts'
import { ModelServer } from './testing/test-model-server.ts'

const releases: (() => void)[] = []
afterEach(async () => {
  for (const release of releases.splice(0)) release()
  await closeTestDevices()
})

const shopId = v7()
const query: OrdersQuery = { shopId, search: '', from: null, to: null, status: 'all', assignee: 'all', view: 'open', page: 1, pageSize: 10 }
const orderCount = 30
const rowCount = orderCount + 1 + orderCount / 2

function makeServer() {
  const server = new ModelServer()
  const [userId, other] = [v7(), v7()]
  for (const id of [userId, other]) server.addUser(id, [shopId])
  const customer = customerInput({ name: 'Ada Lovelace' })
  const put = ({ action, collection, id, values }: ReturnType<typeof customerInput | typeof orderInput | typeof paymentInput>, day: number): void =>
    void server.write(other, shopId, [{ action, collection, id, values }], `2026-02-${String(day).padStart(2, '0')}T10:00:00.000Z`)
  put(customer, 1)
  for (let index = 0; index < orderCount; index++) {
    const order = orderInput(customer.id, { itemDetails: `${index % 3 === 0 ? 'Kettle' : 'Lamp'} ${index}`, priority: index % 7 === 0 })
    put(order, 1 + (index % 27))
    if (index % 2 === 0) put(paymentInput(order.id, 10 + index), 28)
  }
  const sorted = (): Order[] =>
    [...server.state()]
      .flatMap(([key, row]) => (keyToRef(key).collection === 'orders' ? [row as unknown as Order] : []))
      .toSorted((one, other) => (openOrderKey(one) < openOrderKey(other) ? -1 : 1))
  const asked: FirstPageRequest[] = []
  const readFirstPage = async (request: FirstPageRequest): Promise<FirstPage> => {
    asked.push(request)
    const orders = sorted().slice(0, request.limit)
    const ids = new Set(orders.map(({ id }) => id))
    const others = [...server.state()].flatMap(([key, row]): RowState[] => {
      const { collection } = keyToRef(key)
      const isShown = collection === 'customers' || (collection === 'payments' && ids.has(String(row['orderId'])))
      return isShown ? [{ collection, document: row }] : []
    })
    return {
      view: request.view,
      shopId: request.shopId,
      total: orderCount,
      documents: [...orders.map((document): RowState => ({ collection: 'orders', document })), ...others],
      counts: { ordersOpen: 17, tasksDue: 4 },
      rows: rowCount,
    }
  }
  return { server, userId, other, customer, sorted, asked, readFirstPage }
}

async function world(firstPage?: (request: FirstPageRequest) => Promise<FirstPage>) {
  const made = makeServer()
  const { server, userId, readFirstPage } = made
  const pauses = [pausePoint(), pausePoint(), pausePoint()]
  const api = Object.assign(faulty(server.apiOf(userId)), { firstPage: firstPage ?? readFirstPage })
  api.faults.pull.push(...pauses.map(({ fault }) => fault))
  const go = (): void => {
    for (const pause of pauses) pause.go()
  }
  releases.push(go)
  const device = await openTestDevice({ userId, api, opensAt: () => ({ view: 'orders', shopId }), isSignIn: true })
  return { ...made, api, device, go }
}

function openList(device: TestDevice, more: Partial<OrdersQuery> = {}) {
  const list = device.lists.openOrders({ ...query, ...more })
  const shown: ListPage<OrderListRow>[] = []
  list.subscribe(() => void shown.push(list.get()))
  return { list, shown }
}

const idsOf = ({ rows }: Pick<ListPage<OrderListRow>, 'rows'>): string[] => rows.map(({ order }) => order.id)

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The device was closed')), { once: true })
  })

describe('a device without rows', () => {
  it('shows the first page before a row is stored, and its own rows after it, with the same on the screen all the time', async () => {
    const { asked, device, go, sorted } = await world()
    const { list, shown } = openList(device)
    await until(() => list.get().state === 'ready')
    const expected = sorted()
      .slice(0, 10)
      .map(({ id }) => id)
    expect(idsOf(list.get())).toEqual(expected)
    expect(list.get()).toMatchObject({ total: orderCount, shopTotal: orderCount, coverage: { total: orderCount } })
    expect(await device.rows.count('orders', shopId)).toBe(0)
    expect(asked).toHaveLength(1)
    go()
    await untilSynced(device)
    await until(() => list.get().coverage === undefined)
    const isReady = shown.findIndex(({ state }) => state === 'ready')
    const contents = shown.slice(isReady).map((page) => page.rows.map(({ order, customer, paymentsTotal }) => [order.id, customer?.name, paymentsTotal]))
    for (const content of contents) expect(content).toEqual(contents[0])
    expect(contents[0]?.map(([id]) => id)).toEqual(expected)
    expect(contents[0]?.some(([, , paid]) => paid !== null)).toBe(true)
    expect(new Set(shown.slice(isReady).map(({ state }) => state))).toEqual(new Set(['ready']))
    expect(await device.rows.count('orders', shopId)).toBe(orderCount)
  })

  it('asks for the first page of its list’s feed before the engine runs, and takes it once', async () => {
    const { server, userId, readFirstPage } = makeServer()
    const api = Object.assign(faulty(server.apiOf(userId)), { firstPage: readFirstPage })
    const asked: PullRequest[] = []
    const { pull } = api
    api.pull = (request, signal) => {
      asked.push(request)
      return pull(request, signal)
    }
    const device = await openTestDevice({ userId, api, opensAt: () => ({ view: 'orders', shopId }), isSignIn: true })
    await untilSynced(device)
    const fromTheStart = asked.filter(({ collection, checkpoint }) => collection === 'orders' && Object.keys(checkpoint).length === 0)
    expect(fromTheStart).toHaveLength(1)
    expect(asked[0]).toBe(fromTheStart[0])
    expect(await device.rows.count('orders', shopId)).toBe(orderCount)
  })

  it('tells how much of the whole has come, and counts as the server did until it can count itself', async () => {
    const { device, go } = await world()
    const counts = device.lists.watchCounts(shopId)
    const progress: unknown[] = []
    device.sync.status.subscribe(() => progress.push(device.sync.status.get().firstSync))
    const stop = counts.subscribe(() => undefined)
    await until(() => counts.get().ordersOpen === 17)
    await until(() => device.sync.status.get().firstSync?.total === rowCount)
    expect(counts.get()).toEqual({ ordersOpen: 17, ordersReady: null, ordersWaiting: null, tasksDue: 4 })
    go()
    await untilSynced(device)
    await until(() => counts.get().ordersOpen === orderCount)
    stop()
    expect(progress).toContainEqual({ done: rowCount, total: rowCount })
  })

  it('goes on behind the first page with the second, and says what a search covers', async () => {
    const { device, go, sorted } = await world()
    const { list } = openList(device)
    await until(() => list.get().state === 'ready')
    list.setQuery({ ...query, page: 2 })
    const second = sorted()
      .slice(10, 20)
      .map(({ id }) => id)
    await until(() => idsOf(list.get()).join() === second.join())
    list.setQuery({ ...query, search: 'kettle' })
    await until(() => list.get().rows.length === 0 && list.get().state === 'ready')
    expect(list.get()).toMatchObject({ total: 0, shopTotal: orderCount, coverage: { here: 0, total: orderCount } })
    go()
    await until(() => list.get().total === 10)
    await until(() => list.get().coverage === undefined)
  })

  it('opens a row that is not stored yet; a change of it waits until it is, and lands once', async () => {
    const { device, go, server, sorted } = await world()
    const { list } = openList(device)
    await until(() => list.get().state === 'ready')
    const paid = list.get().rows.find(({ paymentsTotal }) => paymentsTotal !== null)
    const first = sorted().find(({ id }) => id === paid?.order.id)
    if (first === undefined) throw new Error('There is no order with a payment')
    expect(await device.rows.read('orders', first.id)).toMatchObject({ id: first.id, itemDetails: first.itemDetails })
    expect(await device.rows.listOf('payments', 'orderId', first.id)).toHaveLength(1)
    let isWritten = false
    const written = device
      .write(shopId, [{ action: 'update', collection: 'orders', id: first.id, values: { quotedCost: '80' } }])
      .then(() => (isWritten = true))
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect([isWritten, device.sync.status.get().waiting]).toEqual([false, 0])
    go()
    await written
    await untilSynced(device)
    expect(server.state().get(`orders/${first.id}`)?.['quotedCost']).toBe('80')
    expect(server.refused).toEqual([])
  })

  it('says that a change of such a row has to wait while there is no connection', async () => {
    const { api, device, sorted } = await world()
    const { list } = openList(device)
    await until(() => list.get().state === 'ready')
    // The engine is told of a loss only once it runs.
    await until(() => device.sync.status.get().state === 'syncing')
    api.always = offline
    device.wakeUp('offline')
    await until(() => device.sync.status.get().state === 'offline')
    const change = device.write(shopId, [{ action: 'update', collection: 'orders', id: sorted()[0]?.id ?? '', values: { quotedCost: '80' } }])
    await expect(change).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(device.sync.status.get().waiting).toBe(0)
  })

  it('shows what the person adds meanwhile where it belongs, and what they delete no more', async () => {
    const { api, customer, device, go, sorted } = await world()
    const { list } = openList(device)
    await until(() => list.get().state === 'ready')
    const added = orderInput(customer.id, { priority: true, dueTimestamp: '2026-03-02T12:00:00.000Z' })
    const saved = device.write(shopId, [added])
    // The customer is not pulled yet.
    go()
    await saved
    await until(() => idsOf(list.get())[0] === added.id)
    expect(list.get().rows).toHaveLength(10)
    await untilSynced(device)
    api.always = undefined
    await device.write(shopId, [{ action: 'delete', collection: 'orders', id: sorted()[1]?.id ?? '' }])
    await until(() => list.get().total === orderCount)
  })

  it('lists the rows as they arrive when the server has no such page, which it is asked for once', async () => {
    let asked = 0
    const { device, go } = await world(() => {
      asked++
      return Promise.reject(new AppError('NOT_FOUND'))
    })
    const { list } = openList(device)
    await until(() => asked === 1)
    go()
    await untilSynced(device)
    await until(() => list.get().state === 'ready' && list.get().total === orderCount)
    expect([asked, list.get().coverage]).toEqual([1, undefined])
  })

  it.each([
    ['no connection', () => Promise.reject(new OfflineError())],
    ['no answer of ours', () => Promise.resolve({} as FirstPage)],
    ['the page of another shop', async (request: FirstPageRequest) => ({ ...(await makeServer().readFirstPage(request)), shopId: v7() })],
  ])('lists the rows as they arrive when the page meets %s', async (_what, firstPage) => {
    const { device, go } = await world(firstPage)
    const { list } = openList(device)
    go()
    await untilSynced(device)
    await until(() => list.get().state === 'ready' && list.get().total === orderCount)
    expect(list.get().rows).toHaveLength(10)
  })

  it('goes on after a reload in the middle: the page shows again, and the rows of before count', async () => {
    const { server, userId, readFirstPage, sorted } = makeServer()
    const notes = mapNotes()
    const storage = testStorage()
    const hold = pausePoint()
    releases.push(hold.go)
    const api = Object.assign(faulty(server.apiOf(userId)), { firstPage: readFirstPage })
    const pull = api.pull
    // Hold up only orders, until the pull is aborted.
    api.pull = async (request, signal) => {
      if (request.collection === 'orders') await Promise.race([hold.fault(async () => undefined), whenAborted(signal)])
      return pull(request, signal)
    }
    const options = { userId, api, notes, storage, opensAt: () => ({ view: 'orders' as const, shopId }) }
    const before = await openTestDevice(options)
    await until(() => before.sync.status.get().firstSync?.done === rowCount - orderCount)
    await before.close()
    const device = await openTestDevice(options)
    const { list } = openList(device)
    await until(() => list.get().state === 'ready')
    expect(idsOf(list.get())).toEqual(
      sorted()
        .slice(0, 10)
        .map(({ id }) => id),
    )
    await until(() => device.sync.status.get().firstSync?.done === rowCount - orderCount && device.sync.status.get().firstSync?.total === rowCount)
    hold.go()
    await untilSynced(device)
    expect(device.sync.status.get().firstSync).toBeNull()
  })
})
