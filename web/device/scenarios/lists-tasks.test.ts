import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { compareTasks } from '#schema/values/task-sort.ts'
import type { TasksQuery } from '../lists/list-queries.ts'
import { documentToRow, rowKey } from '../rows/rows.ts'
import { closeTestDevices, customerInput, openTestDevice, orderInput, until, untilSynced } from '../testing/test-device.ts'
import { ModelServer } from '../testing/test-model-server.ts'

afterEach(closeTestDevices)

const shopId = v7()
const query: TasksQuery = { shopId, search: '', from: null, to: null, assignee: 'all', direction: 'earliest-first', page: 1, pageSize: 10 }
const zoe = v7()

async function world() {
  const server = new ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId])
  const customer = customerInput({ name: 'Bob Stone' })
  const order = orderInput(customer.id, { itemDetails: 'iPhone 12' })
  server.write(userId, shopId, [
    { action: 'create', collection: 'customers', id: customer.id, values: customer.values },
    { action: 'create', collection: 'orders', id: order.id, values: order.values },
  ])
  // Employees are created online only: the test inserts one.
  const employee = documentToRow('employees', {
    id: zoe,
    shopId,
    createdAt: '2026-02-01T10:00:00.000Z',
    updatedAt: '2026-02-01T10:00:00.000Z',
    seq: ++server.seq,
    entityId: v7(),
    name: 'Zoë Ångström',
  })
  server.rows.set(rowKey('employees', zoe), {
    row: employee,
    isDeleted: false,
    collection: 'employees',
    id: zoe,
    shopId,
    seq: server.seq,
    deletedWith: undefined,
  })
  for (let index = 0; index < 25; index++) {
    const values = {
      description: `${index % 2 === 0 ? 'Order the part' : 'Call back'} ${index}`,
      dueTimestamp: index % 5 === 0 ? null : `2026-03-${String(index + 1).padStart(2, '0')}T12:00:00.000Z`,
      assignedEmployeeId: index % 3 === 0 ? zoe : null,
      completed: index % 4 === 0,
      orderId: index % 2 === 0 ? order.id : null,
    }
    server.write(userId, shopId, [{ action: 'create', collection: 'tasks', id: v7(), values }], `2026-02-${String(index + 1).padStart(2, '0')}T10:00:00.000Z`)
  }
  const openDevice = () => openTestDevice({ userId, api: server.apiOf(userId), collections: ['customers', 'orders', 'employees', 'tasks'] })
  const device = await openDevice()
  await until(async () => (await device.rows.list('tasks', shopId)).length === 25)
  await untilSynced(device)
  const list = device.lists.openTasks(query)
  await until(() => list.get().state === 'ready')
  const ask = async (next: Partial<TasksQuery>): Promise<string[]> => {
    const before = list.get()
    list.setQuery({ ...query, ...next })
    await until(() => list.get() !== before, 'an answer to the query')
    return list.get().rows.map(({ task }) => task.description)
  }
  return { device, openDevice, list, ask, all: await device.rows.list('tasks', shopId) }
}

describe('the tasks list', () => {
  it('shows the documented order, page by page, in both directions, with order and customer', async () => {
    const { all, ask, list } = await world()
    const expected = (direction: TasksQuery['direction']): string[] =>
      all.toSorted((a, b) => compareTasks(a, b, direction)).map(({ description }) => description)
    expect(list.get().rows.map(({ task }) => task.description)).toEqual(expected('earliest-first').slice(0, 10))
    expect(await ask({ page: 3 })).toEqual(expected('earliest-first').slice(20))
    expect(await ask({ direction: 'latest-first' })).toEqual(expected('latest-first').slice(0, 10))
    const ofOrder = list.get().rows.find(({ task }) => task.orderId !== null)
    expect([ofOrder?.order?.itemDetails, ofOrder?.customer?.name]).toEqual(['iPhone 12', 'Bob Stone'])
    expect(list.get().rows.find(({ task }) => task.orderId === null)).toMatchObject({ order: undefined, customer: undefined })
    list.close()
  })

  it('shows its first page by index while a big shop is still being read, and then counts', async () => {
    const { device, openDevice, all } = await world()
    await device.close()
    const again = (await openDevice()).lists.openTasks({ ...query, page: 2 })
    const seen: { ids: string[]; total: number }[] = []
    again.subscribe(() => seen.push({ ids: again.get().rows.map(({ task }) => task.id), total: again.get().total }))
    await until(() => seen.at(-1)?.total === 25, 'the total')
    const expected = all
      .toSorted((a, b) => compareTasks(a, b))
      .slice(10, 20)
      .map(({ id }) => id)
    for (const { ids } of seen) expect(ids).toEqual(expected)
    again.close()
  })

  it('finds words of the description, the assignee, the customer and the item, and goes by assignee and by the days that tasks are due', async () => {
    const { all, ask, list } = await world()
    expect((await ask({ search: 'zoe CALL', pageSize: 50 })).toSorted()).toEqual(['Call back 15', 'Call back 21', 'Call back 3', 'Call back 9'])
    const ofOrders = all.filter(({ orderId }) => orderId !== null).map(({ description }) => description)
    expect((await ask({ search: 'stone 12 iphone', pageSize: 50 })).toSorted()).toEqual(ofOrders.toSorted())
    expect((await ask({ search: 'shop task', pageSize: 50 })).toSorted()).toEqual(
      all
        .filter(({ orderId }) => orderId === null)
        .map(({ description }) => description)
        .toSorted(),
    )
    expect(await ask({ assignee: zoe, pageSize: 50 })).toHaveLength(9)
    expect(await ask({ assignee: 'unassigned', pageSize: 50 })).toHaveLength(16)
    const dated = await ask({ from: '2026-03-03', to: '2026-03-05', pageSize: 50 })
    expect(dated.toSorted()).toEqual(
      all
        .filter(({ dueTimestamp }) => dueTimestamp !== null && dueTimestamp >= '2026-03-03' && dueTimestamp < '2026-03-06')
        .map(({ description }) => description)
        .toSorted(),
    )
    list.close()
  })

  it('stays current', async () => {
    const { device, list } = await world()
    const [first] = list.get().rows
    await device.write(shopId, [{ action: 'update', collection: 'tasks', id: first?.task.id ?? '', values: { completed: true } }])
    await until(() => list.get().rows[0]?.task.id !== first?.task.id, 'the completed task to leave the top')
    expect(list.get().total).toBe(25)
    list.close()
  })
})

describe('the tasks that a shop has due', () => {
  it('are counted with those of today, and follow the rows', async () => {
    const { device, all } = await world()
    const counts = device.lists.watchCounts(shopId)
    const stop = counts.subscribe(() => undefined)
    const due = all.filter(({ completed, dueTimestamp }) => !completed && dueTimestamp !== null)
    await until(() => counts.get().tasksDue === due.length, 'all are long due')
    await device.write(shopId, [{ action: 'update', collection: 'tasks', id: due[0]?.id ?? '', values: { dueTimestamp: '2999-01-01T12:00:00.000Z' } }])
    await until(() => counts.get().tasksDue !== due.length, 'one is not due any more')
    expect(counts.get().tasksDue).toBe(due.length - 1)
    stop()
  })
})
