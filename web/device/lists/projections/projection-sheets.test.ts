import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { v7 } from 'uuid'
import { documentToRow, storedToRow } from '../../rows/rows.ts'
import { ColumnMaker } from '../../storage/packed/columns/column-maker.ts'
import { rowStorage } from '../../storage/row-database.ts'
import { smallestPackedSizes, stillPackedSizes } from '../../testing/packed-sizes.ts'
import { createCustomersProjection } from './projection-customers.ts'
import { createEmployeesProjection } from './projection-employees.ts'
import { createOrdersProjection, ordersQueryMatcher } from './projection-orders.ts'
import { createTasksProjection } from './projection-tasks.ts'
import { openWithInternals } from '../../testing/packed-model.ts'

const shopId = v7()
const collections = ['orders', 'customers', 'tasks'] as const

const baseOf = (index: number) => ({
  id: v7(),
  shopId,
  seq: index,
  createdAt: new Date(Date.UTC(2026, 0, 1 + ((index * 7) % 20))).toISOString(),
  updatedAt: '2026-02-01T00:00:00.000Z',
})

const rowOf = {
  orders: (index: number) =>
    documentToRow('orders', {
      ...baseOf(index),
      customerId: `customer-${index % 3}`,
      orderStatusId: `status-${index % 2}`,
      assignedEmployeeId: index % 4 === 0 ? null : `employee-${index % 4}`,
      itemDetails: `Lámpe ${index}`,
      issueDescription: index % 5 === 0 ? '' : `first line ${index}\nsecond`,
      quotedCost: index % 2 === 0 ? 'about 90' : '90',
      dueTimestamp: null,
      statusChangedAt: new Date(Date.UTC(2026, 1, 1 + index)).toISOString(),
      priority: index % 6 === 0,
      repeat: false,
    }),
  customers: (index: number) =>
    documentToRow('customers', {
      ...baseOf(index),
      name: `Zoë ${index}`,
      countryCode: '+44',
      phone: index % 3 === 0 ? null : `07700 90012${index}`,
      alternatePhone: `029 2018 000${index}`,
      alternatePhoneUnconfirmed: index % 2 === 0,
      email: null,
      erasedAt: index === 4 ? '2026-01-09T00:00:00.000Z' : null,
      hasAccessCode: false,
    }),
  tasks: (index: number) =>
    documentToRow('tasks', {
      ...baseOf(index),
      orderId: index % 2 === 0 ? null : `order-${index % 3}`,
      description: `Rúf an ${index}`,
      completed: index % 4 === 0,
      dueTimestamp: index % 3 === 0 ? null : '2026-03-01T10:00:00.000Z',
      assignedEmployeeId: null,
    }),
}

const createProjection = { orders: createOrdersProjection, customers: createCustomersProjection, tasks: createTasksProjection }

const fieldsOf = {
  orders: ['id', 'sortKey', 'text', 'itemLength', 'createdAt', 'status', 'assignee', 'customer', 'quote', 'statusSince'],
  customers: ['id', 'sortKey', 'name', 'email', 'phones', 'phone', 'alternatePhone', 'createdAt'],
  tasks: ['id', 'sortKey', 'text', 'assignee', 'orderId', 'completed', 'dueTimestamp', 'createdAt'],
}

it.each(collections)('says of %s by columns what it says by rows, of changed ones what they are now', async (name) => {
  const storage = rowStorage(1, stillPackedSizes)
  const { database, internals } = await openWithInternals({ userId: v7(), collections, storage })
  const rows = Array.from({ length: 11 }, (_, index) => rowOf[name](index))
  await database.insert(name, rows)
  const stored = await database.find(
    name,
    rows.slice(0, 3).map(({ id }) => id),
  )
  const [changed, deleted] = [...stored.values()]
  if (changed === undefined || deleted === undefined) throw new Error('Nothing was stored')
  await database.write(name, [
    { previous: changed, row: { ...rowOf[name](10), id: changed.id, sortKey: `5${changed.id}` }, isDeleted: false },
    { previous: deleted, row: storedToRow(deleted), isDeleted: true },
  ])
  const readEntries = async () => {
    const projection = createProjection[name](database, shopId)
    await projection.demand()
    expect(projection.size).toBe(10)
    const entries: readonly object[] = projection.sorted()
    const read = entries.map((entry) => fieldsOf[name].map((field): unknown => toComparable(Reflect.get(entry, field))))
    for (const { id } of projection.sorted()) expect(projection.get(id)?.id).toBe(id)
    return { read, counted: projection.countOf(() => true) }
  }
  const byRows = await readEntries()
  await new ColumnMaker(internals.store, () => Promise.resolve()).run(new AbortController().signal)
  const inSheets: string[] = []
  const beside: string[] = []
  const scan = database.scan(name, { shopId, takeSheets: (sheets) => void inSheets.push(...sheets.flatMap((sheet) => sheet.primaries())) })
  for await (const batch of scan) beside.push(...batch.map(({ id }) => id))
  expect(inSheets).toHaveLength(9)
  expect(beside).toEqual([changed.id])
  expect(await readEntries()).toEqual(byRows)
  await database.close()
})

it('finds orders by the days of the shop on which they got their status (PICT-01)', async () => {
  const { database } = await openWithInternals({ userId: v7(), collections, storage: rowStorage(1, smallestPackedSizes) })
  const rows = Array.from({ length: 8 }, (_, index) => rowOf.orders(index))
  await database.insert('orders', rows)
  const orders = createOrdersProjection(database, shopId)
  await orders.demand()
  const placesIn = (timeZone: string, from: string | null, to: string | null): number[] => {
    const query = { shopId, search: '', from: null, to: null, status: 'all', assignee: 'all', statusSince: { from, to }, page: 1, pageSize: 10 } as const
    const customers = createCustomersProjection(database, shopId)
    const employees = createEmployeesProjection(database, shopId)
    const isFound = ordersQueryMatcher(query, { customers, employees, sums: { isUnpaid: () => true }, timeZone, ticketPrefixes: [''] })
    return rows.flatMap(({ id }, place) => orders.sorted().flatMap((entry) => (entry.id === id && isFound(entry) ? place : [])))
  }
  // Place n got its status at midnight UTC of February 1 + n, the evening before in New York.
  expect(placesIn('UTC', '2026-02-03', '2026-02-05')).toEqual([2, 3, 4])
  expect(placesIn('America/New_York', '2026-02-03', '2026-02-05')).toEqual([3, 4, 5])
  expect([placesIn('UTC', null, '2026-02-02'), placesIn('UTC', '2026-02-07', null)]).toEqual([
    [0, 1],
    [6, 7],
  ])
  await database.close()
})

/** Compare shared ids by their id only. */
const toComparable = (value: unknown): unknown => (typeof value === 'object' && value !== null && 'id' in value ? value.id : value)
