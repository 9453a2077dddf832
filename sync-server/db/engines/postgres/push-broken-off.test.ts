import pg from 'pg'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 as uuidV7 } from 'uuid'
import type { PushResponse } from '#schema/api/sync.ts'
import { inBatch } from '../../../store/write-batch.ts'
import { readClusterUrl } from '../../../testing/postgres/test-databases.ts'
import { openNodes, type TestNode, type TestNodes } from '../../../testing/test-nodes.ts'
import { seedTwoShops, testPassword, type Answer, type TestClient } from '../../../testing/test-server.ts'
import type { Tx } from '../../database.ts'
import { runCompiled } from '../../transaction.ts'
import { engineOf } from '../engine.ts'
import { lockKeys } from './postgres-engine.ts'

const hasPostgres = readClusterUrl() !== undefined

let all: TestNodes
let [one, other]: readonly TestNode[] = []
let shopId = ''
let outside: pg.Client
let second: pg.Client

beforeEach(async () => {
  all = await openNodes()
  ;[one, other] = all.nodes
  if (one === undefined) throw new Error('No node runs')
  shopId = (await seedTwoShops(one)).shopId
  ;[outside, second] = [new pg.Client({ connectionString: all.databaseUrl }), new pg.Client({ connectionString: all.databaseUrl })]
  await outside.connect()
  await second.connect()
})

afterEach(async () => {
  await outside.end()
  await second.end()
  await all.close()
})

async function signIn(node: TestNode | undefined): Promise<TestClient> {
  if (node === undefined) throw new Error('No node runs')
  const client = node.client()
  expect((await client.post('/api/login', { user_id: 'max', password: testPassword })).status).toBe(200)
  return client
}

const createCustomer = () => {
  const op = { action: 'create', collection: 'customers', id: uuidV7(), values: { name: 'Mary' } }
  return { id: uuidV7(), shopId, at: all.clock.now().toISOString(), ops: [op] }
}

const push = (client: TestClient, mutations: object[]): Promise<Answer> =>
  client.post('/api/sync/push', { deviceId: 'tablet', deviceTime: all.clock.now().toISOString(), mutations })

const outcomesOf = ({ json }: Answer): string[] => (json as PushResponse).results.map(({ outcome }) => outcome)

const listWaiting = async (): Promise<number[]> =>
  (await outside.query(`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rows.map(({ pid }) => Number(pid))

describe.skipIf(!hasPostgres)('a push whose connection is ended', () => {
  it('is answered 503 with Retry-After and no results, and taken once when it comes again, at whichever node', async () => {
    const client = await signIn(one)
    const mutation = createCustomer()
    await outside.query('begin')
    await outside.query('select 1 from shop_feed where shop_id = $1 for update', [shopId])
    const pending = push(client, [mutation])
    await expect.poll(listWaiting).toHaveLength(1)
    for (const pid of await listWaiting()) await outside.query('select pg_terminate_backend($1)', [pid])
    const answer = await pending
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(answer.json).toMatchObject({ code: 'UNAVAILABLE' })
    await outside.query('rollback')

    for (const node of [other, one]) expect(outcomesOf(await push(await signIn(node), [mutation]))).toEqual(['applied'])
    const { rows } = await outside.query(`select count(*) from mutations where id = $1`, [mutation.id])
    expect(rows).toEqual([{ count: '1' }])
  })

  it('is refused in none of its changes, whichever of its statements it was', async () => {
    const client = await signIn(one)
    const mutations = Array.from({ length: 20 }, createCustomer)
    for (const table of ['customers', 'activities', 'mutations', 'shop_feed', 'devices']) {
      await outside.query(
        `create or replace function leave() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60); return null; end $$`,
      )
      await outside.query(`create trigger leaving after insert or update on ${table} for each statement execute function leave()`)
      const answer = await push(client, mutations)
      expect([table, answer.status]).toEqual([table, 503])
      await outside.query(`drop trigger leaving on ${table}`)
    }
    expect(new Set(outcomesOf(await push(client, mutations)))).toEqual(new Set(['applied']))
    const { rows } = await outside.query('select count(*) from customers')
    expect(rows).toEqual([{ count: '20' }])
  })
})

describe.skipIf(!hasPostgres)('a batch that the database ends because of a deadlock', () => {
  /** Runs a batch that writes a note and then waits for `wanted`, whose lock holder waits for that note. Returns the number of tries. */
  async function meet(take: string, wanted: (trx: Tx) => Promise<unknown>): Promise<number> {
    const { services } = one ?? all.nodes[0]
    await outside.query('create table notes (id int primary key, texts text)')
    await outside.query(`insert into notes values (1, ''), (2, '')`)
    // PostgreSQL ends the transaction that detects the deadlock; this one must not.
    await second.query(`set deadlock_timeout = '10min'`)
    const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set<string>(), origin: 'import' as const }
    let tries = 0
    let theirs: Promise<unknown> = Promise.resolve()
    await inBatch(services, caller, { deviceId: null, clockOffsetMs: 0, receivedAt: services.clock(), mutations: [] }, async ({ trx }) => {
      tries += 1
      await run(trx, note(1, 'batch '))
      if (tries === 1) {
        await second.query('begin')
        await second.query(take)
        theirs = second.query(note(1, 'other ')).then(() => second.query('commit'))
        await expect.poll(listWaiting).toHaveLength(1)
      }
      await wanted(trx)
      await run(trx, note(2, 'batch '))
    })
    await theirs
    return tries
  }

  const note = (id: number, text: string): string => `update notes set texts = texts || '${text}' where id = ${id}`
  const run = (trx: Tx, text: string) => runCompiled(trx, sql.raw(text).compile(trx))
  const readNotes = async (): Promise<string[]> =>
    (await outside.query<{ texts: string }>('select texts from notes order by id')).rows.map(({ texts }) => texts)

  it('at a row runs again, and both are written', async () => {
    // It may deadlock more than once.
    expect(await meet(note(2, 'other '), async () => undefined)).toBeGreaterThan(1)
    expect(await readNotes()).toEqual(['other batch ', 'other batch '])
  })

  it('at a lock that was sent ahead runs again, and both are written', async () => {
    expect(await meet(`select pg_advisory_xact_lock(${lockKeys.administration})`, (trx) => engineOf(trx).lockAdministration(trx))).toBeGreaterThan(1)
    expect(await readNotes()).toEqual(['other batch ', 'batch '])
  })
})
