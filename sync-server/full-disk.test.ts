import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { seedTwoShops, startTestServer, type TestClient, type TestServer } from './testing/test-server.ts'

let server: TestServer
let shopId: string
let ann: TestClient
beforeEach(async () => {
  server = await startTestServer()
  shopId = (await seedTwoShops(server)).shopId
  ann = await server.client().signIn('ann')
})
afterEach(() => server.close())

const pragma = async (text: string): Promise<number> =>
  Number(Object.values((await server.services.db.executeQuery<Record<string, number>>(CompiledQuery.raw(`pragma ${text}`))).rows[0] ?? {})[0])

/** SQLite then reports the same error as on a full disk. */
const fillDisk = async (): Promise<void> => void (await pragma(`max_page_count = ${await pragma('page_count')}`))
const makeRoom = (): Promise<number> => pragma('max_page_count = 1000000')

const walkIn = (notes: string) => ({ name: 'Walk In', countryCode: '+1', phone: '5550100000', customerNotes: notes })
const pushOf = (count: number) => ({
  deviceId: 'd',
  deviceTime: new Date().toISOString(),
  mutations: Array.from({ length: count }, () => ({
    id: v7(),
    shopId,
    at: new Date().toISOString(),
    ops: [{ action: 'create', collection: 'customers', id: v7(), values: walkIn('x'.repeat(4_000)) }],
  })),
})

test('while the disk is full writes are put off with 507 as a whole, reads go on, and later the same push goes through', async () => {
  const head = async () => (await server.services.reader.selectFrom('shop_feed').select('seq').where('shop_id', '=', shopId).executeTakeFirstOrThrow()).seq
  const before = await head()
  await fillDisk()
  const push = pushOf(50)
  const refused = await ann.post('/api/sync/push', push)
  expect(refused).toMatchObject({ status: 507, json: { code: 'STORAGE_FULL', message: 'The server has no room left on its disk. Please try again later.' } })
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(await head()).toBe(before)
  const statuses = new Set<number>()
  for (let count = 0; count < 40 && !statuses.has(507); count++) statuses.add((await ann.post(`/api/${shopId}/customers`, walkIn('x'.repeat(9_000)))).status)
  expect(statuses).toContain(507)

  for (const address of [`/api/${shopId}/customers`, '/api/sync/bootstrap', '/api/auth/me', '/healthz', '/livez'])
    expect((await ann.get(address)).status).toBe(200)
  expect((await ann.post('/api/sync/pull', { collection: 'customers', limit: 100, checkpoint: {} })).status).toBe(200)
  expect(server.logLines.some((line) => line.includes('the disk is full') && line.includes('SQLITE_FULL'))).toBe(true)

  await makeRoom()
  const { json } = await ann.post('/api/sync/push', push)
  expect(new Set((json as { results: { outcome: string }[] }).results.map(({ outcome }) => outcome))).toEqual(new Set(['applied']))
})

test('readyz is 200 while a row can be written, and writes once for many who ask', async () => {
  const writtenAt = async () => (await server.services.reader.selectFrom('readiness').select('written_at').execute()).map(({ written_at }) => written_at)
  const answers = await Promise.all(Array.from({ length: 50 }, () => server.client().get('/readyz')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await writtenAt()).toHaveLength(1)
  const { rows } = await server.services.db.executeQuery<{ changes: number }>(CompiledQuery.raw('select total_changes() as changes'))
  await Promise.all(Array.from({ length: 50 }, () => server.client().get('/readyz')))
  const after = await server.services.db.executeQuery<{ changes: number }>(CompiledQuery.raw('select total_changes() as changes'))
  expect((after.rows[0]?.changes ?? 0) - (rows[0]?.changes ?? 0)).toBeLessThanOrEqual(1)
})

test('readyz is 503 where nothing can be written, while the process lives and reads', async () => {
  await server.services.db.executeQuery(CompiledQuery.raw('pragma query_only = on'))
  expect(await server.client().get('/readyz')).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE', message: 'The database cannot be written to.' } })
  expect((await server.client().get('/livez')).status).toBe(200)
  expect((await server.client().get('/healthz')).status).toBe(200)
  await server.services.db.executeQuery(CompiledQuery.raw('pragma query_only = off'))
})
