import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { Order } from '#schema/collections/work/orders.ts'
import { compareOrders } from '#schema/values/order-sort.ts'
import { isFinishedStatus } from '#schema/values/order-status.ts'
import type { CustomersQuery, OrdersQuery } from '../lists/list-queries.ts'
import {
  closeTestDevices,
  customerInput,
  openTestDevice,
  orderInput,
  paymentInput,
  statusId,
  type TestDevice,
  until,
  untilSynced,
} from '../testing/test-device.ts'
import { openBoardOf } from '../lists/board/order-board.ts'
import { ModelServer } from '../testing/test-model-server.ts'

afterEach(closeTestDevices)

const shopId = v7()
const employeeId = v7()
const query: OrdersQuery = { shopId, search: '', from: null, to: null, status: 'all', assignee: 'all', page: 1, pageSize: 10 }

async function world() {
  const server = new ModelServer()
  const userId = v7()
  const other = v7()
  server.addUser(userId, [shopId])
  server.addUser(other, [shopId])
  const customers = [
    customerInput({ name: 'Zoë Ångström', countryCode: '+44', phone: '7911123456' }),
    customerInput({ name: 'Bob Stone', phone: '5550001111', alternatePhone: '5559992222', alternateCountryCode: '+1' }),
  ]
  const statuses = Object.values(statusId)
  const orders = Array.from({ length: 60 }, (_, index) =>
    orderInput(customers[index % 2]?.id ?? '', {
      itemDetails: `${index % 3 === 0 ? 'Café machine' : 'iPhone'} ${index}`,
      issueDescription: index % 5 === 0 ? 'Battery is flat' : 'Screen is cracked',
      orderStatusId: statuses[index % statuses.length] ?? '',
      priority: index % 7 === 0,
      dueTimestamp: index % 4 === 0 ? `2026-03-${String((index % 27) + 1).padStart(2, '0')}T12:00:00.000Z` : null,
      assignedEmployeeId: index % 6 === 0 ? employeeId : null,
    }),
  )
  const at = (day: number): string => `2026-02-${String(day).padStart(2, '0')}T10:00:00.000Z`
  for (const { action, collection, id, values } of customers) server.write(other, shopId, [{ action, collection, id, values }], at(1))
  orders.forEach(({ action, collection, id, values }, index) => server.write(other, shopId, [{ action, collection, id, values }], at((index % 28) + 1)))
  const device = await openTestDevice({ userId, api: server.apiOf(userId) })
  await until(async () => (await device.rows.list('orders', shopId)).length === 60)
  await untilSynced(device)
  await device.lists.searchCustomers(shopId, '', 1)
  const all = (await device.rows.list('orders', shopId)).toSorted(compareOrders)
  return { server, other, device, customers, orders, all }
}

async function openList(device: TestDevice, first: Partial<OrdersQuery> = {}) {
  const list = device.lists.openOrders({ ...query, ...first })
  await until(() => list.get().state === 'ready')
  const ids = (): string[] => list.get().rows.map(({ order }) => order.id)
  const ask = async (next: Partial<OrdersQuery>): Promise<string[]> => {
    const before = list.get()
    list.setQuery({ ...query, ...next })
    await until(() => list.get() !== before, 'an answer to the query')
    return ids()
  }
  return { list, ids, ask }
}

const idsOf = (orders: readonly Order[]): string[] => orders.map(({ id }) => id)

describe('what a shop took in a range of time', () => {
  it('is read once and follows every change: new rows, other dates, deletions, and nothing of other days', async () => {
    const { device, orders } = await world()
    const orderId = orders[0]?.id ?? ''
    const dated = (amount: number, day: number) => {
      const payment = paymentInput(orderId, amount)
      return { ...payment, values: { ...payment.values, createdAt: `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z` } }
    }
    const [inside, later, leaving] = [dated(1, 10), dated(2, 20), dated(3, 11)]
    await device.write(shopId, [inside, later, leaving])
    const calls: number[][] = []
    const range = { fromInstant: '2026-03-10T00:00:00.000Z', toInstantExclusive: '2026-03-15T00:00:00.000Z' }
    const stop = device.rows.watchRange('payments', shopId, range, (rows) => calls.push(rows.map(({ paymentAmount }) => paymentAmount)))
    const untilShown = (amounts: number[]) => until(() => calls.at(-1)?.join() === amounts.join(), `${amounts.join()}, is ${JSON.stringify(calls)}`)
    await untilShown([1, 3])
    const move = (id: string, day: number) =>
      device.write(shopId, [{ action: 'update', collection: 'payments', id, values: { createdAt: `2026-03-${day}T12:00:00.000Z` } }])
    await move(later.id, 12)
    await untilShown([1, 3, 2])
    await move(leaving.id, 16)
    await untilShown([1, 2])
    await device.write(shopId, [{ action: 'delete', collection: 'payments', id: inside.id }])
    await untilShown([2])
    const before = calls.length
    await device.write(shopId, [dated(9, 25)])
    await device.write(shopId, [{ action: 'update', collection: 'payments', id: later.id, values: { paymentAmount: 4 } }])
    await untilShown([4])
    expect(calls).toHaveLength(before + 1)
    stop()
    await device.write(shopId, [dated(7, 12)])
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(calls).toHaveLength(before + 1)
  })
})

describe('all rows of a shop', () => {
  it('are read once, and every change is put in its place: at once after a pause, the rest of a burst together', async () => {
    const { device, server, other, customers } = await world()
    const calls: string[][] = []
    const stop = device.rows.watchShop('customers', shopId, (rows) => calls.push(rows.map(({ name }) => name).toSorted()))
    const untilShown = (...names: string[]) => until(() => calls.at(-1)?.join() === names.toSorted().join(), `${names.join()}, is ${JSON.stringify(calls)}`)
    await untilShown('Bob Stone', 'Zoë Ångström')
    const added = customerInput({ name: 'Ada' })
    await device.write(shopId, [added])
    await untilShown('Ada', 'Bob Stone', 'Zoë Ångström')
    await device.write(shopId, [{ action: 'update', collection: 'customers', id: added.id, values: { name: 'Ada Byron' } }])
    await device.write(shopId, [{ action: 'update', collection: 'customers', id: customers[1]?.id ?? '', values: { name: 'Bob' } }])
    await untilShown('Ada Byron', 'Bob', 'Zoë Ångström')
    const pulled = customerInput({ name: 'Pulled' })
    server.write(other, shopId, [{ action: 'create', collection: 'customers', id: pulled.id, values: pulled.values }])
    await untilShown('Ada Byron', 'Bob', 'Pulled', 'Zoë Ångström')
    await device.write(shopId, [{ action: 'delete', collection: 'customers', id: added.id }])
    await untilShown('Bob', 'Pulled', 'Zoë Ångström')
    const late: number[] = []
    device.rows.watchShop('customers', shopId, (rows) => late.push(rows.length))()
    expect(late).toEqual([3])
    stop()
    await device.write(shopId, [{ action: 'update', collection: 'customers', id: pulled.id, values: { name: 'Unheard' } }])
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(calls.at(-1)).toEqual(['Bob', 'Pulled', 'Zoë Ångström'])
  })

  it('of another shop are none of them', async () => {
    const { device } = await world()
    const calls: number[] = []
    device.rows.watchShop('customers', v7(), (rows) => calls.push(rows.length))
    await until(() => calls.length > 0)
    expect(calls).toEqual([0])
  })
})

describe('the orders list', () => {
  it('shows the documented order, page by page', async () => {
    const { device, all } = await world()
    const { list, ids, ask } = await openList(device)
    expect(ids()).toEqual(idsOf(all.slice(0, 10)))
    // The first page may show before the totals.
    await until(() => list.get().total === 60 && list.get().shopTotal === 60, 'the totals')
    expect(await ask({ page: 6 })).toEqual(idsOf(all.slice(50)))
    expect(list.get().rows[0]?.customer?.name).toMatch(/Zoë|Bob/)
  })

  it('finds every word in item, issue, customer or phone, without regard to case, accents and grouping', async () => {
    const { device, all, customers } = await world()
    const { ask, list } = await openList(device)
    await until(() => list.get().total === 60)
    const of = (isMeant: (order: Order) => boolean): string[] => idsOf(all.filter(isMeant))
    expect(await ask({ search: 'CAFE flat', pageSize: 60 })).toEqual(
      of(({ itemDetails, issueDescription }) => itemDetails.startsWith('Café') && issueDescription.includes('flat')),
    )
    expect(await ask({ search: 'zoe angstrom', pageSize: 60 })).toEqual(of(({ customerId }) => customerId === customers[0]?.id))
    expect(await ask({ search: '791-112-3456', pageSize: 60 })).toEqual(of(({ customerId }) => customerId === customers[0]?.id))
    expect(await ask({ search: '+44 7911 123456', pageSize: 60 })).toEqual(of(({ customerId }) => customerId === customers[0]?.id))
    expect(await ask({ search: '555 999 2222', pageSize: 60 })).toEqual(of(({ customerId }) => customerId === customers[1]?.id))
    expect(await ask({ search: 'iphone 5', pageSize: 60 })).toEqual(
      of(
        ({ itemDetails, customerId }) =>
          itemDetails.startsWith('iPhone') && (itemDetails.includes('5') || customerId === customers[1]?.id || customerId === customers[0]?.id),
      ),
    )
    expect(await ask({ search: 'nothing like it' })).toEqual([])
    expect(list.get()).toMatchObject({ total: 0, shopTotal: 60 })
  })

  it('finds what a row shows besides: its status, its marks, a quote in words, and that nobody does it', async () => {
    const { device, all } = await world()
    const quoted = all.find(({ priority }) => priority)?.id ?? ''
    await device.write(shopId, [{ action: 'update', collection: 'orders', id: quoted, values: { quotedCost: 'Après appel' } }])
    const { ask } = await openList(device)
    const of = (isMeant: (order: Order) => boolean): string[] => idsOf(all.filter(isMeant))
    expect(await ask({ search: 'progress in', pageSize: 60 })).toEqual(of(({ orderStatusId }) => orderStatusId === statusId['In Progress']))
    expect(await ask({ search: 'priority', pageSize: 60 })).toEqual(of(({ priority }) => priority))
    expect(await ask({ search: 'appel apres', pageSize: 60 })).toEqual([quoted])
    expect(await ask({ search: 'unassigned', pageSize: 60 })).toEqual(of(({ assignedEmployeeId }) => assignedEmployeeId === null))
  })

  it('answers letter by letter what it answers at once', async () => {
    const { device } = await world()
    const typed = await openList(device, { pageSize: 60 })
    const whole = await openList(device, { pageSize: 60 })
    for (const text of ['stone iph 1', '(555) 000-1']) {
      for (let length = 1; length <= text.length; length++) {
        const search = text.slice(0, length)
        expect(await typed.ask({ search, pageSize: 60 })).toEqual(await whole.ask({ search, pageSize: 60 }))
        await whole.ask({ search: 'x', pageSize: 60 })
      }
      expect(typed.ids().length).toBeGreaterThan(0)
      await typed.ask({ search: 'x' })
    }
  })

  it('filters by status, assignee, customer and calendar days', async () => {
    const { device, all, customers } = await world()
    const { ask } = await openList(device)
    expect(await ask({ status: [statusId.Fixed], pageSize: 60 })).toEqual(idsOf(all.filter(({ orderStatusId }) => orderStatusId === statusId.Fixed)))
    const two = [statusId.Fixed, statusId['In Progress']]
    expect(await ask({ status: two, pageSize: 60 })).toEqual(idsOf(all.filter(({ orderStatusId }) => two.includes(orderStatusId))))
    const open = all.filter(({ orderStatusId }) => !isFinishedStatus(orderStatusId))
    expect(open.length).toBeLessThan(60)
    expect(await ask({ status: 'open', pageSize: 60 })).toEqual(idsOf(open))
    expect(await ask({ assignee: 'unassigned', pageSize: 60 })).toEqual(idsOf(all.filter(({ assignedEmployeeId }) => assignedEmployeeId === null)))
    expect(await ask({ assignee: employeeId, pageSize: 60 })).toEqual(idsOf(all.filter(({ assignedEmployeeId }) => assignedEmployeeId === employeeId)))
    expect(await ask({ customerId: customers[1]?.id, pageSize: 60 })).toEqual(idsOf(all.filter(({ customerId }) => customerId === customers[1]?.id)))
    expect(await ask({ from: '2026-02-03', to: '2026-02-04', pageSize: 60 })).toEqual(idsOf(all.filter(({ createdAt }) => /^2026-02-0[34]/.test(createdAt))))
    expect((await ask({ from: 'half typed', pageSize: 60 })).length).toBe(60)
  })

  it('shows by views what is due or oldest first, by due days, and sorted by a column (DAY-01)', async () => {
    const { device, all, customers } = await world()
    const { ask } = await openList(device)
    const idsOf = (rows: readonly Order[]): string[] => rows.map(({ id }) => id)
    const open = all.filter(({ orderStatusId }) => !isFinishedStatus(orderStatusId))
    const byWork = (a: Order, b: Order): number =>
      Number(b.priority) - Number(a.priority) ||
      (a.dueTimestamp ?? '9').localeCompare(b.dueTimestamp ?? '9') ||
      a.createdAt.localeCompare(b.createdAt) ||
      (a.id < b.id ? -1 : 1)
    const mine = [employeeId]
    const pageSize = 60
    expect(await ask({ view: 'open', pageSize })).toEqual(idsOf(open.toSorted(byWork)))
    expect(await ask({ view: 'mine', mine, pageSize })).toEqual(idsOf(open.filter((order) => order.assignedEmployeeId === employeeId).toSorted(byWork)))
    expect(await ask({ view: 'ready', pageSize })).toEqual(
      idsOf(
        all
          .filter(({ orderStatusId }) => orderStatusId === statusId.Fixed)
          .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || (a.id < b.id ? -1 : 1)),
      ),
    )
    const isDue = ({ dueTimestamp }: Order): boolean => dueTimestamp !== null && dueTimestamp.slice(0, 10) <= '2026-03-09'
    expect(await ask({ view: 'open', due: { from: null, to: '2026-03-09' }, pageSize })).toEqual(idsOf(open.filter(isDue).toSorted(byWork)))
    const names = await ask({ sort: { by: 'customer', isDown: false }, pageSize })
    const nameOf = new Map(all.map(({ id, customerId }) => [id, customerId]))
    expect(names.map((id) => nameOf.get(id))).toEqual([...Array<string>(30).fill(customers[1]?.id ?? ''), ...Array<string>(30).fill(customers[0]?.id ?? '')])
    const down = await ask({ sort: { by: 'customer', isDown: true }, pageSize })
    expect(down).toEqual(names.toReversed())
  })

  it('stays current, with totals and the mark of unsent changes', async () => {
    const { device, all, server, other } = await world()
    const { list, ids } = await openList(device)
    const last = all.at(-1)?.id ?? ''
    server.write(other, shopId, [
      {
        action: 'update',
        collection: 'orders',
        id: last,
        changes: { priority: { from: false, to: true }, dueTimestamp: { from: null, to: '2020-01-01T00:00:00.000Z' } },
      },
    ])
    await until(() => ids()[0] === last, 'the urgent order on top')
    await device.write(shopId, [paymentInput(last, 20.1), paymentInput(last, 0.2)])
    await until(() => list.get().rows[0]?.paymentsTotal === 20.3)
    expect(list.get().rows[0]?.costsTotal).toBeNull()
    server.write(other, shopId, [{ action: 'delete', collection: 'orders', id: last }])
    await until(() => ids()[0] !== last && list.get().total === 59)
  })

  it('hands out rows that have not changed as the objects that they were', async () => {
    const { device } = await world()
    const { list } = await openList(device)
    await until(() => list.get().total === 60)
    const before = list.get().rows
    const changed = before[3]?.order.id ?? ''
    await device.write(shopId, [{ action: 'update', collection: 'orders', id: changed, values: { itemDetails: 'Another' } }])
    await until(() => list.get().rows[3]?.order.itemDetails === 'Another')
    for (const [index, row] of list.get().rows.entries()) expect(row === before[index], `row ${index}`).toBe(index !== 3)
  })

  it('keeps rows in their places while somebody looks, and sorts anew afterwards', async () => {
    const { device, all, server, other } = await world()
    const { list, ids } = await openList(device)
    await until(() => list.get().total === 60)
    list.hold(true)
    const before = ids()
    const third = before[2] ?? ''
    server.write(other, shopId, [
      { action: 'update', collection: 'orders', id: third, changes: { priority: { from: true, to: false }, itemDetails: { from: 'x', to: 'Moved away' } } },
    ])
    await until(() => list.get().rows[2]?.order.itemDetails === 'Moved away')
    expect(ids()).toEqual(before)
    expect(list.get().isStale).toBe(true)
    expect(list.get().rows[2]?.changedAt).not.toBeNull()
    expect(list.get().rows[1]?.changedAt).toBeNull()
    list.sortAnew()
    await until(() => !list.get().isStale)
    expect(ids()).not.toEqual(before)
    expect(all.length).toBe(60)
  })
})

describe('a held list', () => {
  it('answers a new query even while rows change under the pointer', async () => {
    const { device, all, server, other } = await world()
    const { list, ids } = await openList(device)
    list.hold(true)
    const shown = ids()[0] ?? ''
    list.setQuery({ ...query, page: 3 })
    server.write(other, shopId, [{ action: 'update', collection: 'orders', id: shown, changes: { orderNotes: { from: null, to: 'changed' } } }])
    await until(() => JSON.stringify(ids()) === JSON.stringify(idsOf(all.slice(20, 30))), 'the third page')
    await until(() => list.get().total === 60, 'the exact count')
    expect(ids()).toEqual(idsOf(all.slice(20, 30)))
  })
})

describe('the customers list', () => {
  const customersQuery: CustomersQuery = { shopId, search: '', from: null, to: null, page: 1, pageSize: 10 }

  it('is sorted by name, and found by name or digits', async () => {
    const { device } = await world()
    const list = device.lists.openCustomers(customersQuery)
    await until(() => list.get().state === 'ready')
    const names = (): string[] => list.get().rows.map(({ customer }) => customer.name)
    expect(names()).toEqual(['Bob Stone', 'Zoë Ångström'])
    for (const [search, found] of [
      ['zoe', ['Zoë Ångström']],
      ['999-2222', ['Bob Stone']],
      ['79111', ['Zoë Ångström']],
      ['stone bob', ['Bob Stone']],
      ['2222 stone', ['Bob Stone']],
      ['stone 79', []],
    ] as const) {
      list.setQuery({ ...customersQuery, search })
      await until(() => JSON.stringify(names()) === JSON.stringify(found), search)
    }
    list.setQuery({ ...customersQuery, from: '2027-01-01' })
    await until(() => list.get().total === 0)
  })

  it('offers the picker and the phone check what they ask for', async () => {
    const { device, customers } = await world()
    expect((await device.lists.searchCustomers(shopId, 'o', 1)).map(({ name }) => name)).toEqual(['Bob Stone'])
    expect((await device.lists.searchCustomers(shopId, '', 5)).map(({ name }) => name)).toEqual(['Bob Stone', 'Zoë Ångström'])
    expect((await device.lists.findMatchingCustomers(shopId, '(555) 2222')).map(({ id }) => id)).toEqual([customers[1]?.id])
    expect(await device.lists.findMatchingCustomers(shopId, '222')).toEqual([])
    expect((await device.lists.findLongestName(shopId))?.name).toBe('Zoë Ångström')
    const walkIn = { name: 'Walk-in', countryCode: '+1', phone: '0000000000' }
    await device.write(shopId, [{ action: 'create', collection: 'customers', id: v7(), values: walkIn }])
    await until(async () => (await device.lists.searchCustomers(shopId, 'walk', 5)).length === 1, 'the walk-in customer')
    expect(await device.lists.findMatchingCustomers(shopId, '000-000-0000')).toEqual([])
  })

  it('offers nobody by an alternate phone out of a registration before staff confirmed it', async () => {
    const { device } = await world()
    const id = v7()
    const registered = {
      name: 'Squatter',
      countryCode: '+1',
      phone: '5557770001',
      alternateCountryCode: '+1',
      alternatePhone: '5557778888',
      alternatePhoneUnconfirmed: true,
    }
    await device.write(shopId, [{ action: 'create', collection: 'customers', id, values: registered }])
    const idsBy = async (typed: string) => (await device.lists.findMatchingCustomers(shopId, typed)).map((customer) => customer.id)
    await until(async () => (await idsBy('0001')).includes(id))
    expect(await idsBy('8888')).toEqual([])
    await device.write(shopId, [{ action: 'update', collection: 'customers', id, values: { alternatePhoneUnconfirmed: false } }])
    await until(async () => (await idsBy('8888')).includes(id), 'the confirmed number')
  })
})

describe('a sale', () => {
  it('TILL-01: stands in Sales and is found, and is in no list, column or count of repairs', async () => {
    const { server, other, device, all } = await world()
    const { page: _page, pageSize: _pageSize, ...filters } = query
    const board = device.lists.openBoard(filters, openBoardOf)
    const counts = device.lists.watchCounts(shopId)
    const stop = counts.subscribe(() => undefined)
    await until(() => counts.get().ordersOpen !== null && board.get().total === 60)
    const before = counts.get()
    const sale = orderInput('', { kind: 'sale', customerId: null, itemDetails: 'iPhone case', orderStatusId: statusId['Picked up'] })
    server.write(other, shopId, [{ action: 'create', collection: 'orders', id: sale.id, values: sale.values }])
    await until(async () => (await device.rows.read('orders', sale.id)) !== undefined)

    expect(await device.lists.findOrderIds({ ...query, view: 'sales' })).toEqual([sale.id])
    const finder = await device.lists.openFinder(shopId)
    await until(() => finder.find('iphone case').orders.ids.length > 0)
    expect(finder.find('iphone case').orders.ids).toEqual([sale.id])
    finder.close()
    expect(await device.lists.findOrderIds(query)).toEqual(idsOf(all))
    expect(await device.lists.findOrderIds({ ...query, search: 'iphone case' })).toEqual([])
    expect(await device.lists.findOrderIds({ ...query, status: [statusId['Picked up']] })).not.toContain(sale.id)
    expect(board.get().total).toBe(60)
    expect(board.get().columns.get(statusId['Picked up'])?.idsBetween(0, 100)).not.toContain(sale.id)
    expect(counts.get()).toEqual(before)
    stop()
    board.close()
  })
})

describe('the counts of a shop', () => {
  it('follow the rows', async () => {
    const { device, all } = await world()
    const counts = device.lists.watchCounts(shopId)
    const stop = counts.subscribe(() => undefined)
    await until(() => counts.get().ordersOpen !== null)
    const open = counts.get().ordersOpen ?? 0
    const unfinished = all.find(({ orderStatusId }) => orderStatusId === statusId.Lead)
    await device.write(shopId, [{ action: 'update', collection: 'orders', id: unfinished?.id ?? '', values: { orderStatusId: statusId.Fixed } }])
    await until(() => counts.get().ordersOpen !== open)
    expect(counts.get().ordersOpen).toBe(open - 1)
    stop()
  })
})
