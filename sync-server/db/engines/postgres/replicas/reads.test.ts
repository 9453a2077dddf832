import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { v7 } from 'uuid'
import type { PullResponse, PushResponse } from '#schema/api/sync.ts'
import { readClusterUrl } from '../../../../testing/postgres/test-databases.ts'
import { startReplicated, type Replicated, type ReplicatedDatabase } from '../../../../testing/postgres/replicated.ts'
import { seedTwoShops, startTestServer, testPassword, type Answer, type TestClient, type TestServer } from '../../../../testing/test-server.ts'
import { create, mutation, orderValues, update } from '../../../../testing/test-world.ts'
import { renewEpochs } from '../../../../store/sequence/epochs.ts'
import { targetsOf } from '../../engine.ts'
import type { ReplicaFacts } from '../../read-targets.ts'

let all: Replicated
let database: ReplicatedDatabase
let server: TestServer
let seed: Awaited<ReturnType<typeof seedTwoShops>>
let max: TestClient

const factsOf = ({ services }: TestServer): ReplicaFacts => {
  const facts = targetsOf(services.reader)?.facts()[0]
  if (facts === undefined) throw new Error('This server has no replica')
  return facts
}

/** Who answered the reads of it: the replica or the database itself. */
async function readsOf<Result>(read: () => Promise<Result>): Promise<{ result: Result; replica: number; own: number }> {
  const count = () => ({ replica: factsOf(server).reads, own: targetsOf(server.services.reader)?.ownReads ?? 0 })
  const before = count()
  const result = await read()
  const after = count()
  return { result, replica: after.replica - before.replica, own: after.own - before.own }
}

const push = async (mutations: readonly unknown[]): Promise<PushResponse> => {
  const { status, json } = await max.post('/api/sync/push', { deviceId: 'tablet', deviceTime: new Date().toISOString(), mutations })
  expect(status).toBe(200)
  return json as PushResponse
}

const addCustomer = async (name: string): Promise<string> => {
  const id = v7()
  await push([mutation(seed.shopId, [create('customers', id, { name })], new Date().toISOString())])
  return id
}

const pull = async (checkpoint: PullResponse['checkpoint'] = {}, client = max): Promise<PullResponse> => {
  const { status, json } = await client.post('/api/sync/pull', { collection: 'customers', limit: 100, checkpoint })
  expect(status).toBe(200)
  return json as PullResponse
}

const listCustomers = (client = max): Promise<Answer> => client.get(`/api/${seed.shopId}/customers`)
const namesIn = (rows: unknown): unknown[] => (rows as { name?: unknown }[]).map(({ name }) => name)

describe.skipIf(readClusterUrl() === undefined)('with a replica', () => {
  beforeAll(async () => {
    const started = await startReplicated()
    if (started === undefined) throw new Error('No PostgreSQL runs here')
    all = started
  })
  afterAll(() => all.stop())

  beforeEach(async () => {
    database = await all.createDatabase()
    server = await startTestServer({ env: { ...database.env, METRICS_TOKEN: 'a token of the operator' } })
    seed = await seedTwoShops(server)
    max = await server.client().signIn('max')
    await addCustomer('Mary')
    await all.catchUp()
    await vi.waitUntil(() => factsOf(server).state === 'ready', { timeout: 20_000 })
  })
  afterEach(async () => {
    await server.close()
    await all.catchUp()
  })

  it('that is where the database is, it answers pulls and lists', async () => {
    const before = server.services.metrics.database.total.trips
    const page = await readsOf(() => pull())
    expect(namesIn(page.result.documents)).toEqual(['Mary'])
    expect([page.replica, page.own]).toEqual([1, 0])
    // One more than without a replica: where the feeds are.
    expect(server.services.metrics.database.total.trips - before).toBeLessThanOrEqual(10)
    const list = await readsOf(() => listCustomers())
    expect(namesIn(list.result.json)).toEqual(['Mary'])
    expect([list.replica > 0, list.own]).toEqual([true, 0])
  })

  it('that is behind, nothing of what was written is missed, and no device is reset', async () => {
    await all.hold()
    const before = await pull()
    await addCustomer('Nils')
    const page = await readsOf(() => pull(before.checkpoint))
    expect(namesIn(page.result.documents)).toEqual(['Nils'])
    expect([page.result.reset, page.replica, page.own]).toEqual([[], 0, 1])
    expect(namesIn((await listCustomers()).json)).toEqual(['Mary', 'Nils'])
    // Of a shop in which nothing was written it is not behind.
    const other = await readsOf(async () =>
      (await server.client().signIn('bob')).post('/api/sync/pull', { collection: 'customers', limit: 100, checkpoint: {} }),
    )
    expect([other.result.status, other.replica]).toEqual([200, 1])
    await all.catchUp()
    const again = await readsOf(() => pull(page.result.checkpoint))
    expect([again.result.documents, again.result.reset, again.replica, again.own]).toEqual([[], [], 1, 0])
    expect(again.result.checkpoint).toEqual(page.result.checkpoint)
  })

  it('whoever pulls page after page while it comes and goes gets each row once, in order', async () => {
    const wanted = new Map<string, string>()
    const got: string[] = []
    let checkpoint: PullResponse['checkpoint'] = (await pull()).checkpoint
    for (let round = 0; round < 6; round++) {
      if (round % 3 === 0) await all.hold()
      if (round % 3 === 2) await all.catchUp()
      for (const name of [`A${round}`, `B${round}`]) wanted.set(name, await addCustomer(name))
      const page = await pull(checkpoint)
      expect(page.reset).toEqual([])
      got.push(...page.documents.map(({ id }) => id))
      checkpoint = page.checkpoint
    }
    expect(got).toEqual([...wanted.values()])
  })

  it('what another node committed and told is found at this one', async () => {
    const other = await startTestServer({ env: database.env })
    try {
      await expect.poll(() => factsOf(other).state).toBe('ready')
      const stranger = await other.client().signIn('max')
      const checkpoint = (await pull()).checkpoint
      await all.hold()
      const customerId = await addCustomer('Olga')
      const { json } = await stranger.post('/api/sync/pull', { collection: 'customers', limit: 100, checkpoint })
      expect((json as PullResponse).documents.map(({ id }) => id)).toEqual([customerId])
      expect(namesIn((await stranger.get(`/api/${seed.shopId}/customers`)).json)).toEqual(['Mary', 'Olga'])
    } finally {
      await other.close()
    }
  })

  it('that is held, rights and shops that were taken away show nothing any more', async () => {
    const ann = await server.client().signIn('ann')
    expect(namesIn((await listCustomers(ann)).json)).toEqual(['Mary'])
    await all.hold()
    const removed = await (await server.client().signIn('admin')).delete(`/api/shops/${seed.shopId}/users/${seed.userIds.ann}`)
    expect(removed.status).toBe(200)
    const { result, replica } = await readsOf(async () => [(await listCustomers(ann)).status, (await pull({}, ann)).documents])
    expect(result).toEqual([404, []])
    expect(replica).toBe(0)
    expect(await database.onReplica('select 1 from shop_users where user_id = $1', [seed.userIds.ann])).toHaveLength(1)
  })

  it('that is held, a session that ended and a token that was revoked read nothing', async () => {
    const created = await max.post('/api/profile/tokens', { name: 'Reports', privileges: [], readOnly: true, currentPassword: testPassword })
    const { id, token } = created.json as { id: string; token: string }
    const program = () => server.client().get(`/api/${seed.shopId}/customers`, { headers: { Authorization: `Bearer ${token}` } })
    expect((await program()).status).toBe(200)
    const tablet = await server.client().signIn('max')
    await all.catchUp()
    await all.hold()
    const cookie = tablet.cookie
    expect((await tablet.post('/api/logout')).status).toBe(200)
    tablet.cookie = cookie
    expect((await max.delete(`/api/profile/tokens/${id}`)).status).toBe(200)
    const { result, replica } = await readsOf(async () => [(await listCustomers(tablet)).status, (await program()).status])
    expect([result, replica]).toEqual([[401, 401], 0])
  })

  it('that is held, what was deleted is in no list, and what was changed is as it was changed', async () => {
    const customerId = await addCustomer('Paul')
    await push([mutation(seed.shopId, [create('orders', v7(), orderValues(customerId))], new Date().toISOString())])
    await all.catchUp()
    await all.hold()
    await push([mutation(seed.shopId, [update('customers', customerId, { name: ['Paul', 'Paula'] })], new Date().toISOString())])
    expect(namesIn((await listCustomers()).json)).toEqual(['Mary', 'Paula'])
    expect((await max.get(`/api/${seed.shopId}/customers/${customerId}`)).json).toMatchObject({ name: 'Paula' })
    const [order] = (await max.get(`/api/${seed.shopId}/orders`)).json as { id: string }[]
    expect((await max.delete(`/api/${seed.shopId}/orders/${order?.id}`)).status).toBe(200)
    expect((await max.get(`/api/${seed.shopId}/orders`)).json).toEqual([])
  })

  it('that is held while a backup was restored, devices begin anew with what the database has', async () => {
    const { checkpoint } = await pull()
    await all.hold()
    await renewEpochs(server.services.db, server.services.newId)
    const page = await readsOf(() => pull(checkpoint))
    expect([page.result.reset, page.replica, page.own]).toEqual([[seed.shopId], 0, 1])
    const first = await readsOf(() => pull())
    expect([namesIn(first.result.documents), first.replica]).toEqual([['Mary'], 0])
    expect(first.result.checkpoint[seed.shopId]?.epoch).not.toBe(checkpoint[seed.shopId]?.epoch)
    await all.catchUp()
    expect(await readsOf(() => pull(first.result.checkpoint))).toMatchObject({ result: { reset: [], documents: [] }, replica: 1, own: 0 })
  })

  it('that is killed, the database answers, also in the middle of a pull, until it is there again', async () => {
    const log = () => server.logLines.map((line) => JSON.parse(line) as { msg: string; state?: string }).filter(({ msg }) => msg.startsWith('reads '))
    const told = log().length
    const results = Promise.all(Array.from({ length: 40 }, () => pull()))
    await all.replica.kill()
    for (const { documents, reset } of await results) expect([namesIn(documents), reset]).toEqual([['Mary'], []])
    const page = await readsOf(() => pull())
    expect([namesIn(page.result.documents), page.replica, page.own]).toEqual([['Mary'], 0, 1])
    await expect.poll(() => factsOf(server).state).toBe('away')
    await all.replica.start()
    await expect.poll(() => factsOf(server).state).toBe('ready')
    expect((await readsOf(() => pull())).replica).toBe(1)
    expect(
      log()
        .slice(told)
        .map(({ state }) => state),
    ).toEqual(['away', undefined])
  })

  it('whose connections break while they are read, the same answer comes from the database', async () => {
    const end = `select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'mainspring' and datname = current_database()`
    for (let round = 0; round < 10; round++) {
      const read = Promise.all([pull(), listCustomers()])
      await database.onReplica(end)
      const [page, list] = await read
      expect([namesIn(page.documents), list.status, namesIn(list.json)]).toEqual([['Mary'], 200, ['Mary']])
    }
  })

  it('metrics tell where reads went and how far it is behind', async () => {
    await pull()
    await all.hold()
    await addCustomer('Quentin')
    await pull()
    const text = async () => (await server.client().get('/metrics', { headers: { Authorization: 'Bearer a token of the operator' } })).text
    const name = new URL(database.env.DATABASE_READ_URL).host
    expect(await text()).toMatch(new RegExp(`mainspring_database_reads_total\\{target="${name}"\\} [1-9]`))
    expect(await text()).toMatch(/mainspring_database_reads_total\{target="database"\} [1-9]/)
    expect(await text()).toContain(`mainspring_replica_ready{replica="${name}"} 1`)
    await expect.poll(text).toMatch(new RegExp(`mainspring_replica_lag_bytes\\{replica="${name}"\\} [1-9]`))
    await expect.poll(text).toMatch(new RegExp(`mainspring_replica_lag_seconds\\{replica="${name}"\\} [0-9.]*[1-9]`))
  })
})
