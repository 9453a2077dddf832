import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { v7 } from 'uuid'
import { pushMaxMutations, type Checkpoint } from '#schema/api/sync.ts'
import { applyMutations } from '../write.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { startSyncServer, type Answer, type Client, type SyncServer } from '../../testing/test-sync-server.ts'
import { create, mutation, orderValues, statusId, update } from '../../testing/test-world.ts'

/** Maximum sequential database round trips per request; SQLite has none. */
const mostOfPush = 4
/** Identify the caller, then read their rights and shops on two connections. */
const mostOfCaller = 3
/** The feeds, known positions, their marks and the commit; then the rows of each shop in turn. */
const mostOfPull = (shops: number): number => 5 + shops

/** Flush the queue, find referencing rows, read the rows to delete. */
const mostOfDeletion = 3

let server: SyncServer
let shopId: string
let ada: Client
let deviceId: string

beforeEach(async () => {
  server = await startSyncServer()
  shopId = await server.addShop()
  ada = await server.signIn(await server.addUser({ shopIds: [shopId] }))
  deviceId = v7()
})
afterEach(() => server.stop())

const limitOf = (most: number): number => (engineOf(server.services.db).name === 'postgres' ? most : 0)

type Work = { statements: number; trips: number; transactions: number }

/** The database work of `run`; `transactions`: those that may write. */
async function countWork(run: () => Promise<unknown>): Promise<Work> {
  const { db, metrics } = server.services
  const { total } = metrics.database
  const before = { ...total }
  const beginning = vi.spyOn(db, 'transaction')
  try {
    await run()
    return { statements: total.statements - before.statements, trips: total.trips - before.trips, transactions: beginning.mock.calls.length }
  } finally {
    beginning.mockRestore()
  }
}

const countTrips = async (run: () => Promise<unknown>): Promise<number> => (await countWork(run)).trips

const push = (client: Client, mutations: readonly unknown[]): Promise<Answer> =>
  client.post('/api/sync/push', { deviceId, deviceTime: server.now.toISOString(), mutations })

async function pushWhole(client: Client, mutations: readonly unknown[]): Promise<void> {
  const { status, body } = await push(client, mutations)
  const outcomes = (body['results'] as { outcome: string }[]).map(({ outcome }) => outcome)
  expect([status, new Set(outcomes), outcomes.length]).toEqual([200, new Set(['applied']), mutations.length])
}

const countPush = (client: Client, mutations: readonly unknown[]): Promise<number> => countTrips(() => pushWhole(client, mutations))

const customer = create('customers', v7(), { name: 'Mary', phone: '5551234567', countryCode: '+1' })
const idsOf = (count: number): string[] => Array.from({ length: count }, () => v7())
const newOrders = (ids: readonly string[]) => ids.map((id) => mutation(shopId, [create('orders', id, orderValues(customer.id))]))

describe.each([1, 20, 200, pushMaxMutations])('a push of %i mutations waits for the database as often as one of a single one', (count) => {
  beforeEach(async () => {
    await push(ada, [mutation(shopId, [customer])])
  })

  it('that creates orders of a customer whom the shop has', async () => {
    expect(await countPush(ada, newOrders(idsOf(count)))).toBeLessThanOrEqual(limitOf(mostOfCaller + mostOfPush))
  })

  it('that creates orders of which webhooks are told', async () => {
    await server.services.db.updateTable('shop_feed').set({ told_events: 'order.created' }).where('shop_id', '=', shopId).execute()
    expect(await countPush(ada, newOrders(idsOf(count)))).toBeLessThanOrEqual(limitOf(mostOfCaller + mostOfPush))
    expect(await server.services.db.selectFrom('webhook_events').select('seq').execute()).toHaveLength(count)
  })

  it.each<[string, (id: string) => unknown[]]>([
    ['changes notes', (id) => [update('orders', id, { orderNotes: [null, 'Call first'] })]],
    ['changes statuses', (id) => [update('orders', id, { orderStatusId: [statusId['Dropped Off'], statusId['In Progress']] })]],
    ['takes payments', (id) => [create('payments', v7(), { orderId: id, paymentAmount: 5 })]],
    [
      'takes a payment with the end of the repair',
      (id) => [update('orders', id, { repeat: [false, true] }), create('payments', v7(), { orderId: id, paymentAmount: 5 })],
    ],
  ])('that %s', async (_, toOps) => {
    const ids = idsOf(count)
    await push(ada, newOrders(ids))
    const trips = await countPush(
      ada,
      ids.map((id) => mutation(shopId, toOps(id))),
    )
    expect(trips).toBeLessThanOrEqual(limitOf(mostOfCaller + mostOfPush))
  })
})

// A commit flushes the disk, and server load grows with the number of statements, so neither may grow per mutation.
// PostgreSQL takes a set of any size in one statement, SQLite in powers of two. Counts include identifying the caller.
describe.each([
  { count: 1, creating: { sqlite: 24, postgres: 24 }, changing: { sqlite: 21, postgres: 21 } },
  { count: 100, creating: { sqlite: 35, postgres: 24 }, changing: { sqlite: 34, postgres: 23 } },
])('a push of $count mutations is one transaction of a known number of statements', ({ count, creating, changing }) => {
  const ids = idsOf(count)

  beforeEach(async () => {
    await push(ada, [mutation(shopId, [customer])])
  })

  it('that creates orders', async () => {
    const { statements, transactions } = await countWork(() => pushWhole(ada, newOrders(ids)))
    expect({ statements, transactions }).toEqual({ statements: creating[engineOf(server.services.db).name], transactions: 1 })
  })

  it('that changes notes, quotes and statuses', async () => {
    await push(ada, newOrders(ids))
    const changes = [
      { orderStatusId: [statusId['Dropped Off'], statusId['In Progress']] },
      { orderNotes: [null, 'Called'] },
      { quotedCost: [null, '90'] },
    ] as const
    const mutations = ids.map((id, index) => mutation(shopId, [update('orders', id, { ...changes[index % changes.length] })]))
    const { statements, transactions } = await countWork(() => pushWhole(ada, mutations))
    expect({ statements, transactions }).toEqual({ statements: changing[engineOf(server.services.db).name], transactions: 1 })
  })
})

it('an import of orders with numbers asks for leases and taken numbers once, not for each order', async () => {
  await push(ada, [mutation(shopId, [customer])])
  const lease = { shop_id: shopId, first_number: 1, last_number: 50, user_id: v7(), device_id: 'tablet', leased_at: '' }
  await server.services.db.insertInto('number_leases').values(lease).execute()
  const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'import' as const }
  const importAll = (numbers: readonly (number | undefined)[]): Promise<Work> =>
    countWork(async () => {
      const mutations = numbers.map((number) => mutation(shopId, [create('orders', v7(), orderValues(customer.id, number === undefined ? {} : { number }))]))
      await applyMutations(server.services, caller, { deviceId: null, clockOffsetMs: 0, receivedAt: server.now, mutations })
    })
  const count = 100
  const withNumbers = await importAll(Array.from({ length: count }, (_, index) => index + 10))
  const without = await importAll(Array.from({ length: count }, () => undefined))
  expect(withNumbers.statements - without.statements).toBeLessThan(count / 10)
  const former = await server.services.reader.selectFrom('former_ticket_numbers').select('number').orderBy('number').execute()
  expect(former.map(({ number }) => number)).toEqual(Array.from({ length: 59 }, (_, index) => index + 51))
})

it('deletions of orders with payments and tasks wait for the database a known number of times each', async () => {
  await push(ada, [mutation(shopId, [customer])])
  const ids = idsOf(20)
  await push(ada, newOrders(ids))
  const payments = ids.map((orderId) => mutation(shopId, [create('payments', v7(), { orderId, paymentAmount: 5 })]))
  await push(ada, payments)
  const trips = await countPush(
    ada,
    ids.map((id) => mutation(shopId, [{ action: 'delete', collection: 'orders', id }])),
  )
  expect(trips).toBeLessThanOrEqual(limitOf(mostOfCaller + mostOfPush + ids.length * mostOfDeletion))
})

describe.each([1, 5])('a pull of somebody in %i shops', (count) => {
  it('waits for the database a known number of times, whether it brings all, something or nothing', async () => {
    const shopIds = [shopId, ...(await Promise.all(idsOf(count - 1).map(() => server.addShop())))]
    const bea = await server.signIn(await server.addUser({ shopIds }))
    const fill = async (): Promise<void> => {
      for (const id of shopIds) await push(bea, [mutation(id, [create('customers', v7(), { name: 'Mary' })])])
    }
    let checkpoint: Checkpoint = {}
    const countPull = (rows: number): Promise<number> =>
      countTrips(async () => {
        const { status, body } = await bea.post('/api/sync/pull', { collection: 'customers', limit: 500, checkpoint })
        expect([status, (body['documents'] as unknown[]).length]).toEqual([200, rows])
        checkpoint = body['checkpoint'] as Checkpoint
      })
    await fill()
    const first = await countPull(count)
    await fill()
    const next = await countPull(count)
    const idle = await countPull(0)
    for (const trips of [first, next, idle]) expect(trips).toBeLessThanOrEqual(limitOf(mostOfCaller + mostOfPull(count)))
  })
})
