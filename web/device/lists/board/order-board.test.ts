import { afterEach, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { closeTestDevices, customerInput, openTestDevice, orderInput, statusId, until, untilSynced } from '../../testing/test-device.ts'
import { ModelServer } from '../../testing/test-model-server.ts'
import { type BoardQuery, openBoardOf } from './order-board.ts'

afterEach(closeTestDevices)

const shopId = v7()
const query: BoardQuery = { shopId, search: '', from: null, to: null, status: 'all', assignee: 'all' }
const [fixed, droppedOff, inLab] = [statusId['Fixed'], statusId['Dropped Off'], statusId['In the Lab']]

async function world() {
  const server = new ModelServer()
  const [userId, other] = [v7(), v7()]
  server.addUser(userId, [shopId])
  server.addUser(other, [shopId])
  const customers = [customerInput({ name: 'Ada' }), customerInput({ name: 'Bob' })]
  const orders = Array.from({ length: 30 }, (_, index) =>
    orderInput(customers[index % 2]?.id ?? '', { itemDetails: `Radio ${index}`, orderStatusId: [fixed, droppedOff, inLab][index % 3] ?? fixed }),
  )
  for (const { action, collection, id, values } of [...customers, ...orders]) server.write(other, shopId, [{ action, collection, id, values }])
  const device = await openTestDevice({ userId, api: server.apiOf(userId) })
  await untilSynced(device)
  await until(async () => (await device.rows.list('orders', shopId)).length === 30)
  const board = device.lists.openBoard(query, openBoardOf)
  await until(() => board.get().state === 'ready' && board.get().total === 30)
  const idsOf = (status: string): string[] => {
    const column = board.get().columns.get(status)
    return column?.idsBetween(0, column.count) ?? []
  }
  return { server, other, device, board, orders, idsOf, ids: orders.map(({ id }) => id) }
}

it('holds every order in the column of its status, in the order of the list', async () => {
  const { device, board, idsOf } = await world()
  expect(board.get()).toMatchObject({ total: 30, shopTotal: 30 })
  for (const status of [fixed, droppedOff, inLab]) {
    const listed = await device.lists.findOrderIds({ ...query, status: [status], page: 1, pageSize: 20 })
    expect(idsOf(status)).toEqual(listed)
    expect(listed).toHaveLength(10)
  }
})

it('shows only what answers the search and the filters', async () => {
  const { board, idsOf } = await world()
  board.setQuery({ ...query, search: 'bob' })
  expect(board.get().total).toBe(15)
  board.setQuery({ ...query, status: 'open' })
  expect([...board.get().columns.keys()].toSorted()).toEqual([droppedOff, inLab].toSorted())
  board.setQuery({ ...query, search: 'radio 28' })
  expect(idsOf(droppedOff)).toHaveLength(1)
})

it('an order that moves, comes or goes changes the columns that it concerns, and leaves the others the same objects', async () => {
  const { server, other, device, board, idsOf, ids } = await world()
  const before = board.get().columns
  await device.write(shopId, [{ action: 'update', collection: 'orders', id: ids[0] ?? '', values: { orderStatusId: inLab } }])
  await until(() => idsOf(inLab).includes(ids[0] ?? ''))
  expect(idsOf(fixed)).not.toContain(ids[0])
  expect(board.get().columns.get(droppedOff)).toBe(before.get(droppedOff))
  server.write(other, shopId, [{ action: 'delete', collection: 'orders', id: ids[1] ?? '' }])
  await until(() => !idsOf(droppedOff).includes(ids[1] ?? ''), 'the deletion')
  expect(board.get().total).toBe(29)
})

it('reads the rows of the cards in sight alone, and keeps them current', async () => {
  const { device, board, ids } = await world()
  const [shown, hidden] = [ids[0] ?? '', ids[3] ?? '']
  board.show(fixed, [shown])
  await until(() => board.rowOf(shown) !== undefined)
  expect(board.rowOf(shown)).toMatchObject({ customer: { name: 'Ada' }, order: { itemDetails: 'Radio 0' } })
  expect(board.rowOf(hidden)).toBeUndefined()
  await device.write(shopId, [{ action: 'update', collection: 'orders', id: shown, values: { itemDetails: 'Radio with a dent' } }])
  await until(() => board.rowOf(shown)?.order.itemDetails === 'Radio with a dent')
  board.show(fixed, [hidden])
  await until(() => board.rowOf(hidden) !== undefined && board.rowOf(shown) === undefined)
})

it('an order that is deleted leaves whoever listens for deletions', async () => {
  const { device, ids } = await world()
  const heard: string[] = []
  const stop = device.rows.watchDeleted('orders', (gone) => heard.push(...gone))
  await device.write(shopId, [{ action: 'update', collection: 'orders', id: ids[0] ?? '', values: { priority: true } }])
  await device.write(shopId, [{ action: 'delete', collection: 'orders', id: ids[1] ?? '' }])
  await until(() => heard.length > 0)
  expect(heard).toEqual([ids[1]])
  stop()
})
