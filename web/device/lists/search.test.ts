import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from '#schema/values/customer-match.ts'
import { orderStatusById, orderStatuses } from '#schema/values/order-status.ts'
import { orderSortKey } from '#schema/values/order-sort.ts'
import { compareTasks, taskSortKey } from '#schema/values/task-sort.ts'
import { toPhoneLines } from '#schema/rules/customers/customer-search.ts'
import { mayNameOrder } from '#schema/rules/orders/ticket-search.ts'
import { readTicket, toFormerNumbers } from '#schema/rules/orders/ticket.ts'
import { matchesSearch, queryToWords, readSearch } from '#schema/rules/text/search-words.ts'
import type { LocalDatabase } from '../storage/row-database.ts'
import type { RowChange } from '../storage/rows/row-news.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { Row, StoredRow } from '../rows/rows.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { findTickets } from './find-tickets.ts'
import { createFinder, type FoundPage } from './list-finder.ts'
import type { CustomersQuery, OrdersQuery, TasksQuery } from './list-queries.ts'
import { type CustomerEntry, createCustomersProjection, customersQueryMatcher } from './projections/projection-customers.ts'
import { createEmployeesProjection } from './projections/projection-employees.ts'
import { createOrdersProjection, type OrderEntry, ordersQueryMatcher } from './projections/projection-orders.ts'
import { createTaskOrder, createTasksProjection, type TaskEntry, tasksQueryMatcher } from './projections/projection-tasks.ts'

const shopId = 'shop'
const zone = 'UTC'
const ticketPrefixes = ['A-', 'B-']
const pageSize = 1_000

type Tables = Record<'orders' | 'customers' | 'employees' | 'tasks', Map<string, Row>>

/** Rows as the lists read them: a scan returns what exists when it begins. */
const databaseOf = (tables: Tables): LocalDatabase =>
  ({
    async *scan(collection: CollectionName) {
      yield [...tables[collection as keyof Tables].values()]
    },
  }) as unknown as LocalDatabase

// Few characters, so that a search often matches.
const unit = fc.constantFrom(...'aéb1 5-\n')
const text = fc.string({ unit, maxLength: 8 })
const place = fc.nat({ max: 5 })
const id = place.map((number) => `id-${number}`)
const instant = fc.constantFrom('2026-03-01T10:00:00.000Z', '2026-03-02T10:00:00.000Z', '2026-03-03T10:00:00.000Z')
const base = { shopId, updatedAt: '2026-03-01T10:00:00.000Z', seq: 1 }
const phone = fc.option(fc.constantFrom('5551', '15', '51155'))

const customer = fc
  .record({ id, name: text, email: fc.option(text), phone, alternatePhone: phone, countryCode: fc.constantFrom('+1', null), createdAt: instant })
  .map((row): Row => ({ ...base, ...row, alternateCountryCode: '+55', sortKey: `${foldText(row.name)}\u0001${row.id}` }))
const employee = fc.record({ id, name: text, createdAt: instant }).map((row): Row => ({ ...base, ...row }))
const order = fc
  .record({
    id,
    itemDetails: text,
    issueDescription: text,
    quotedCost: fc.option(text),
    priority: fc.boolean(),
    repeat: fc.boolean(),
    orderStatusId: fc.constantFrom(...orderStatuses.slice(0, 3).map((status) => status.id), 'unknown'),
    assignedEmployeeId: fc.option(id),
    customerId: id,
    dueTimestamp: fc.option(instant),
    createdAt: instant,
    number: fc.option(fc.constantFrom(1, 5, 15, 115)),
    formerNumbers: fc.constantFrom('[]', '[51]', '[5,11]'),
  })
  .map((row): Row => ({ ...base, ...row, sortKey: orderSortKey(row) }))
const task = fc
  .record({
    id,
    description: text,
    assignedEmployeeId: fc.option(id),
    orderId: fc.option(id),
    completed: fc.boolean(),
    dueTimestamp: fc.option(instant),
    createdAt: instant,
  })
  .map((row): Row => ({ ...base, ...row, sortKey: taskSortKey(row) }))

const rowOf = { orders: order, customers: customer, employees: employee, tasks: task }
const kinds = ['orders', 'customers', 'employees', 'tasks'] as const

/** Writes or deletes a row, or types one key, which narrows the search. */
type Step = { write: keyof Tables; row: Row } | { remove: keyof Tables; id: string } | { type: string } | { clear: true }
const step: fc.Arbitrary<Step> = fc.oneof(
  ...kinds.map((kind) => rowOf[kind].map((row): Step => ({ write: kind, row }))),
  fc.tuple(fc.constantFrom(...kinds), id).map(([remove, removed]): Step => ({ remove, id: removed })),
  { weight: 8, arbitrary: unit.map((type): Step => ({ type })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('unassigned', 'shop task', 'priority', 'fixed', `${'a '.repeat(32)}b`, `${'1 '.repeat(30)}a b`).map((type): Step => ({ type })),
  },
  { weight: 4, arbitrary: fc.constant<Step>({ clear: true }) },
)

const folded = (value: unknown): string => (typeof value === 'string' ? foldText(value) : '')
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const phonesOf = (row: Row | undefined): string =>
  row === undefined
    ? ''
    : toPhoneLines({
        countryCode: textOf(row['countryCode']),
        phone: textOf(row['phone']),
        alternateCountryCode: textOf(row['alternateCountryCode']),
        alternatePhone: textOf(row['alternatePhone']),
      })

function findByRule(tables: Tables, search: string): Record<'orders' | 'customers' | 'tasks', string[]> {
  const wanted = readSearch(search)
  const statusText = (row: Row): string => folded(orderStatusById.get(String(row['orderStatusId']))?.statusName)
  const assigneeText = (row: Row): string =>
    row['assignedEmployeeId'] === null ? 'unassigned' : folded(tables.employees.get(String(row['assignedEmployeeId']))?.['name'])
  const namerOf = (row: Row) => {
    const numbers = [row['number'], ...toFormerNumbers(String(row['formerNumbers']))]
    return (word: string): boolean => readTicket(word, ticketPrefixes).some((number) => numbers.includes(number))
  }
  const inOrder = (rows: Row[]): string[] => rows.toSorted((a, b) => (String(a['sortKey']) < String(b['sortKey']) ? -1 : 1)).map((row) => row.id)
  const orders = [...tables.orders.values()].filter((row) => {
    const owner = tables.customers.get(String(row['customerId']))
    const quote = String(row['quotedCost'] ?? '')
    const texts = [
      folded(row['itemDetails']),
      folded(row['issueDescription']),
      row['priority'] === true ? 'priority' : '',
      row['repeat'] === true ? 'repeat' : '',
      /\p{L}/u.test(quote) ? foldText(quote) : '',
      statusText(row),
      assigneeText(row),
      folded(owner?.['name']),
    ]
    const isNamed = namerOf(row)
    // Words that are its number match; the rule applies to the others.
    const others = queryToWords(search).filter((word) => !isNamed(word))
    return matchesSearch(wanted, texts, phonesOf(owner)) || isNamed(search) || others.every((word) => matchesSearch(readSearch(word), texts, phonesOf(owner)))
  })
  const customers = [...tables.customers.values()].filter((row) => matchesSearch(wanted, [folded(row['name']), folded(row['email'])], phonesOf(row)))
  const tasks = [...tables.tasks.values()].filter((row) => {
    const own = [folded(row['description']), assigneeText(row)]
    if (row['orderId'] === null) return matchesSearch(wanted, [...own, 'shop task'])
    const its = tables.orders.get(String(row['orderId']))
    if (its === undefined) return matchesSearch(wanted, own)
    const isNamed = namerOf(its)
    const texts = [...own, folded(its['itemDetails']), statusText(its), folded(tables.customers.get(String(its['customerId']))?.['name'])]
    return isNamed(search) || queryToWords(search).every((word) => isNamed(word) || matchesSearch(readSearch(word), texts))
  })
  return { orders: inOrder(orders), customers: inOrder(customers), tasks: inOrder(tasks) }
}

function openLists(tables: Tables) {
  const database = databaseOf(tables)
  const orders = createOrdersProjection(database, shopId)
  const customers = createCustomersProjection(database, shopId)
  const employees = createEmployeesProjection(database, shopId)
  const tasks = createTasksProjection(database, shopId)
  const inOrder = createTaskOrder(tasks)
  const days = { from: null, to: null, page: 1, pageSize, shopId }
  const looksUp = { orders: 0, customers: 0, tasks: 0 }
  const counting =
    <Entry>(kind: keyof typeof looksUp, isFound: (entry: Entry) => boolean) =>
    (entry: Entry): boolean => {
      looksUp[kind]++
      return isFound(entry)
    }
  const namesOrder = ({ search }: { search: string }): boolean => [search, ...queryToWords(search)].some((word) => mayNameOrder(word, ticketPrefixes))
  const findOrders = createFinder<OrdersQuery, OrderEntry>({
    projection: orders,
    entries: () => orders.sorted(),
    surroundings: () => `${customers.version}/${employees.version}`,
    matcher: (query) => counting('orders', ordersQueryMatcher(query, { customers, employees, sums: { isUnpaid: () => true }, timeZone: zone, ticketPrefixes })),
    isAll: () => false,
    isExact: namesOrder,
  })
  const findCustomers = createFinder<CustomersQuery, CustomerEntry>({
    projection: customers,
    entries: () => customers.sorted(),
    surroundings: () => '',
    matcher: (query) => counting('customers', customersQueryMatcher(query, zone)),
    isAll: () => false,
  })
  const findTasks = createFinder<TasksQuery, TaskEntry>({
    projection: tasks,
    entries: ({ direction }) => inOrder(direction),
    surroundings: () => [orders, customers, employees].map(({ version }) => version).join('/'),
    matcher: (query) => counting('tasks', tasksQueryMatcher(query, { employees, orders, customers, timeZone: zone, ticketPrefixes })),
    isAll: () => false,
    isExact: namesOrder,
  })
  const projections = { orders, customers, employees, tasks }
  return {
    projections,
    looksUp,
    ready: () => Promise.all(Object.values(projections).map((projection) => projection.demand())),
    find: {
      orders: (search: string): FoundPage | undefined => findOrders({ ...days, search, status: 'all', assignee: 'all' }),
      customers: (search: string): FoundPage | undefined => findCustomers({ ...days, search }),
      tasks: (search: string, direction: 'earliest-first' | 'latest-first' = 'earliest-first'): FoundPage | undefined =>
        findTasks({ ...days, search, assignee: 'all', direction }),
    },
    write(kind: keyof Tables, row: Row) {
      tables[kind].set(row.id, row)
      projections[kind].apply([{ id: row.id, row: row as StoredRow, previous: undefined }])
    },
    remove(kind: keyof Tables, removed: string) {
      tables[kind].delete(removed)
      const change: RowChange = { id: removed, row: undefined, previous: undefined }
      projections[kind].apply([change])
    },
  }
}

const emptyTables = (): Tables => ({ orders: new Map(), customers: new Map(), employees: new Map(), tasks: new Map() })

describe('a search in the lists', () => {
  it('finds in orders, customers and tasks what the rule finds in the rows, key by key, while rows change', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.array(step, { minLength: 5, maxLength: 40 }), async (first, then) => {
        const tables = emptyTables()
        for (const one of first) if ('write' in one) tables[one.write].set(one.row.id, one.row)
        const lists = openLists(tables)
        await lists.ready()
        let search = ''
        for (const one of then) {
          if ('write' in one) lists.write(one.write, one.row)
          else if ('remove' in one) lists.remove(one.remove, one.id)
          else search = 'clear' in one ? '' : search + one.type
          const wanted = findByRule(tables, search)
          for (const kind of ['orders', 'customers', 'tasks'] as const)
            expect(lists.find[kind](search), `${kind}: ${search}`).toMatchObject({ ids: wanted[kind] })
          const latest = lists.find.tasks(search, 'latest-first')?.ids
          const isFound = new Set(wanted.tasks)
          const sorted = [...tables.tasks.values()].filter((row) => isFound.has(row.id)) as unknown as Parameters<typeof compareTasks>[0][]
          expect(latest).toEqual(sorted.toSorted((a, b) => compareTasks(a, b, 'latest-first')).map((row) => row.id))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('looks only among the last matches, and at what has changed since', async () => {
    const tables = emptyTables()
    const at = { ...base, createdAt: '2026-03-01T10:00:00.000Z' }
    for (let index = 0; index < 300; index++) {
      const name = index % 30 === 0 ? 'radio' : 'lamp'
      const ids = { id: `id-${index}`, customerId: 'nobody', orderId: null, assignedEmployeeId: null }
      const key = { sortKey: String(index).padStart(4, '0') }
      tables.orders.set(ids.id, { ...at, ...ids, ...key, itemDetails: name, issueDescription: '', orderStatusId: 'unknown' })
      tables.customers.set(ids.id, { ...at, ...ids, ...key, name, email: null, phone: null, alternatePhone: null })
      tables.tasks.set(ids.id, { ...at, ...ids, ...key, description: name, completed: false, dueTimestamp: null })
    }
    const lists = openLists(tables)
    await lists.ready()
    for (const kind of ['orders', 'customers', 'tasks'] as const) {
      const ask = (search: string) => {
        lists.looksUp[kind] = 0
        const total = lists.find[kind](search)?.total
        return [total, lists.looksUp[kind]]
      }
      const change = (index: number, name: string) => {
        const row = tables[kind].get(`id-${index}`)
        if (row !== undefined) lists.write(kind, { ...row, itemDetails: name, name, description: name })
      }
      expect(ask('r')).toEqual([10, 300])
      expect(ask('ra')).toEqual([10, 10])
      expect(ask('ra')).toEqual([10, 0])
      change(7, 'radar')
      change(30, 'lamp')
      expect(ask('ra')).toEqual([10, 2])
      change(8, 'radish')
      expect(ask('rad')).toEqual([11, 1 + 11])
      expect(ask('lamp')).toEqual([289, 300])
    }
  })
})

describe('an order in a search by number (NUM-08)', () => {
  const orderRow = (id: string, number: number | null, formerNumbers = '[]'): Row => {
    const row = {
      ...base,
      id,
      itemDetails: 'iPhone 12',
      issueDescription: 'cracked',
      quotedCost: null,
      priority: false,
      repeat: false,
      orderStatusId: 'unknown',
      assignedEmployeeId: null,
      customerId: 'id-1',
      dueTimestamp: null,
      createdAt: '2026-03-01T10:00:00.000Z',
      number,
      formerNumbers,
    }
    return { ...row, sortKey: orderSortKey(row) }
  }

  async function listed() {
    const tables = emptyTables()
    const rows = [orderRow('0-aaa001', 15), orderRow('0-aaa002', 151), orderRow('0-aaa003', 77, '[15,9]'), orderRow('0-aaa004', null)]
    for (const row of rows) tables.orders.set(row.id, row)
    const lists = openLists(tables)
    await lists.ready()
    return lists
  }

  it('is found by its whole number only, with and without prefix, while it is typed key by key', async () => {
    const { find } = await listed()
    for (const [search, ids] of [
      ['15', ['0-aaa001', '0-aaa003']],
      ['151', ['0-aaa002']],
      ['a-1', []],
      ['A-15', ['0-aaa001', '0-aaa003']],
      ['A-151', ['0-aaa002']],
      ['b-9', ['0-aaa003']],
      ['iphone 15', ['0-aaa001', '0-aaa003']],
    ] as const) {
      expect([search, find.orders(search)?.ids.toSorted()]).toEqual([search, ids])
    }
  })

  it('is found with its tasks as its ticket is typed', async () => {
    const tables = emptyTables()
    for (const row of [orderRow('id-15', 15), orderRow('id-77', 77, '[9]')]) tables.orders.set(row.id, row)
    for (const orderId of ['id-15', 'id-77', null]) {
      const row = { ...base, id: `of-${orderId}`, description: 'Call back', orderId, assignedEmployeeId: null, completed: false, dueTimestamp: null }
      const dated = { ...row, createdAt: '2026-03-01T10:00:00.000Z' }
      tables.tasks.set(row.id, { ...dated, sortKey: taskSortKey(dated) })
    }
    const lists = openLists(tables)
    await lists.ready()
    for (const search of ['a', 'a1', 'a15', 'A 15', 'A-15', '15', 'call 15'])
      expect([search, lists.find.tasks(search)?.ids.includes('of-id-15')]).toEqual([search, search !== 'a1'])
    expect(lists.find.tasks('b 9')?.ids).toEqual(['of-id-77'])
    expect(lists.find.tasks('A 15')?.ids).toEqual(['of-id-15'])
  })

  it('is found by the short code of its paper', async () => {
    const { find } = await listed()
    expect(find.orders('aaa00')?.ids).toEqual([])
    expect(find.orders('AAA004')?.ids).toEqual(['0-aaa004'])
  })

  it('comes first where it has the number that others had', async () => {
    const tables = emptyTables()
    const rows = [orderRow('0-aaa003', 77, '[15,9]'), orderRow('0-aaa001', 15)]
    for (const row of rows) tables.orders.set(row.id, row)
    const orders = createOrdersProjection(databaseOf(tables), shopId)
    const readMany = (_: 'orders', ids: readonly string[]) => Promise.resolve(ids.flatMap((one) => (tables.orders.get(one) ?? []) as unknown as Order[]))
    const ask = async (typed: string): Promise<string> => (await findTickets({ orders, readMany }, typed, ticketPrefixes)).map(({ id }) => id).join(', ')
    expect(await ask('A-15')).toBe('0-aaa001, 0-aaa003')
    expect(await ask('9')).toBe('0-aaa003')
    for (const typed of [' a-77 ', 'a77', 'A 77', 'b-77']) expect(await ask(typed)).toBe('0-aaa003')
    expect(await ask('555-77')).toBe('')
    expect(await ask('AAA001')).toBe('0-aaa001')
    expect(await ask('A-16')).toBe('')
    expect(await ask('iPhone')).toBe('')
  })
})
