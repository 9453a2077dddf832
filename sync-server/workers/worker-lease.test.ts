import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { engineOf } from '../db/engines/engine.ts'
import { inTransaction } from '../db/transaction.ts'
import { openNodes } from '../testing/test-nodes.ts'
import { LeaseLostError, WorkerLease } from './worker-lease.ts'

/** Longer than any test; tests end leases themselves. */
const forMs = 600_000

let made = 0
let monotonicMs = 0
let one: WorkerLease
let other: WorkerLease

const nodes = await openNodes()
afterAll(() => nodes.close())

const leaseOf = (place: 0 | 1, name: string, holder: string, ms = forMs): WorkerLease =>
  new WorkerLease(nodes.nodes[place].services.db, { name, holder, forMs: ms, monotonic: () => monotonicMs })

/** Sets the remaining time by the database's clock. */
const leaveInDatabase = (leftMs: number): Promise<unknown> => {
  const { db } = nodes.nodes[0].services
  return db
    .updateTable('worker_leases')
    .set({ until_ms: sql<number>`${engineOf(db).nowMs} + ${leftMs}` })
    .where('name', '=', `work ${made}`)
    .execute()
}

beforeEach(() => {
  const name = `work ${++made}`
  one = leaseOf(0, name, 'one')
  other = leaseOf(1, name, 'other')
})

test('one server has it, until it gives it up', async () => {
  expect([await one.hold(), await other.hold()]).toEqual([true, false])
  expect([one.leftMs > 0, other.leftMs]).toEqual([true, 0])
  await one.release()
  expect([one.leftMs, await other.hold(), await one.hold()]).toEqual([0, true, false])
})

test('of many that ask at once, one gets it', async () => {
  const name = `work ${++made}`
  const leases = Array.from({ length: 12 }, (_, place) => leaseOf(place % 2 === 0 ? 0 : 1, name, `holder ${place}`))
  const held = await Promise.all(leases.map((lease) => lease.hold()))
  expect(held.filter(Boolean)).toHaveLength(1)
})

test('a server that died keeps the others away until its lease ends, and is told when it comes back', async () => {
  await one.hold()
  expect(await other.hold()).toBe(false)
  await leaveInDatabase(0)
  expect(await other.hold()).toBe(true)
  // The holder hung, so by its own clock the lease has ended.
  expect(one.leftMs).toBe(forMs)
  monotonicMs += forMs
  expect(one.leftMs).toBe(0)
  await expect(inTransaction(nodes.nodes[0].services.db, (trx) => one.renewIn(trx))).rejects.toThrow(LeaseLostError)
  expect(await one.hold()).toBe(false)
})

test('a lease ends by itself by the clock of the database', async () => {
  const name = `work ${++made}`
  await leaseOf(0, name, 'one', 100).hold()
  const next = leaseOf(1, name, 'other')
  await vi.waitFor(async () => expect(await next.hold()).toBe(true), { timeout: 20_000, interval: 20 })
})

test('what is written with it renews it, and is not written without it', async () => {
  const { db } = nodes.nodes[0].services
  const isThere = async (name: string): Promise<boolean> =>
    (await db.selectFrom('server_keys').select('name').where('name', '=', name).executeTakeFirst()) !== undefined
  const write = (name: string): Promise<void> =>
    inTransaction(db, async (trx) => {
      await trx.insertInto('server_keys').values({ name, value: '' }).execute()
      await one.renewIn(trx)
    })
  await one.hold()
  const written = `${made}`
  for (let passes = 0; passes < 3; passes += 1) {
    // The lease has expired in the database but nobody took it.
    await leaveInDatabase(-1)
    monotonicMs += forMs / 2
    await write(`${written} ${passes}`)
    expect([await other.hold(), one.leftMs]).toEqual([false, forMs])
  }
  await leaveInDatabase(0)
  expect(await other.hold()).toBe(true)
  await expect(write(`${written} lost`)).rejects.toThrow(LeaseLostError)
  expect([await isThere(`${written} 2`), await isThere(`${written} lost`)]).toEqual([true, false])
})

test('its holder asks the database only when half of it has passed', async () => {
  const long = leaseOf(0, `work ${++made}`, 'one', 60_000)
  await long.hold()
  const { total } = nodes.nodes[0].services.metrics.database
  const before = total.statements
  for (let asks = 0; asks < 5; asks += 1) expect(await long.hold()).toBe(true)
  expect(total.statements).toBe(before)
})
