import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { closeTestDevices, deviceState, testStorage, openTestDevice } from '#web/device/testing/test-device.ts'
import { signInToServer } from '#web/device/testing/test-server-api.ts'
import { createRandom } from '../demo/random.ts'
import { readSeed } from '../tools/test-run/read-seed.ts'
import { createOp, livingRows, type ApiClient } from './api-client.ts'
import { createPushingDevice, workOnDevice, countInLedger, readDatabase, readFeed, Records } from './kill-devices.ts'
import { startShopServer, testPassword, type ShopServer } from './start-shop-server.ts'

const killCount = Number(process.env['KILLS'] ?? 60)
const seed = readSeed('KILL_SEED')

vi.setConfig({ testTimeout: 60_000 + killCount * 10_000, hookTimeout: 60_000 })

let shops: ShopServer
let client: ApiClient
let shopId = ''
let otherShopId = ''

beforeAll(async () => {
  shops = await startShopServer(['kill', 'other'], { ada: { shops: ['kill'] }, ben: { shops: ['kill'] }, cat: {} })
  ;[shopId = '', otherShopId = ''] = shops.shopIds
  client = await shops.signIn('cat')
})

afterAll(async () => {
  await closeTestDevices()
  await shops.server.dispose()
})

async function until(check: () => unknown, what: string): Promise<void> {
  const deadlineMs = performance.now() + 60_000
  while ((await check()) !== true) {
    if (performance.now() > deadlineMs) throw new Error(`Waited too long for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
}

const collections = ['customers', 'orders', 'payments', 'products', 'categories'] as const

it(`hazard 11: killed ${killCount} times at any instant while three devices push, the server loses and doubles nothing it acknowledged`, async () => {
  console.log(`KILL_SEED=${seed} KILLS=${killCount}`)
  const random = createRandom(seed)
  const { server, userIdByLogin } = shops
  const records = new Records()
  const makeWorkshop = async (id: string) => {
    const category = createOp('categories', { name: 'Parts' })
    const product = createOp('products', { name: 'Screen', categoryHierarchyId: category.id, inventoryCount: 1_000_000 })
    const { id: mutationId } = await client.write(id, [category, product])
    records.add(mutationId, id, [category, product])
    return { shopId: id, productId: product.id }
  }
  const mine = await makeWorkshop(shopId)
  const theirs = await makeWorkshop(otherShopId)

  let up = Promise.withResolvers<void>()
  up.resolve()
  const whenUp = () => up.promise
  const pushing = [
    createPushingDevice(await shops.signIn('ben'), [mine], records, createRandom(seed + 1), whenUp),
    createPushingDevice(client, [mine, theirs], records, createRandom(seed + 2), whenUp),
  ]
  const adaId = userIdByLogin['ada'] ?? ''
  const tablet = await openTestDevice({
    userId: adaId,
    api: await signInToServer(server.url, adaId, 'ada', testPassword),
    storage: testStorage('ada'),
    deviceId: 'ada',
    collections: [...collections],
  })
  await until(async () => (await tablet.rows.read('products', mine.productId)) !== undefined, 'the tablet to have the stock')

  const end = new AbortController()
  const work = [...pushing.map((device) => device.run(end.signal)), workOnDevice(tablet, mine, records, createRandom(seed + 3), end.signal)]
  const fate = { storedUnanswered: 0, lost: 0, nothingInFlight: 0 }
  const killLoop = async (): Promise<void> => {
    for (let kill = 0; kill < killCount; kill++) {
      const answersBefore = pushing[0]?.answers ?? 0
      const waitFor = random.between(0, 2)
      await until(() => (pushing[0]?.answers ?? 0) >= answersBefore + waitFor, 'an answer between two kills')
      await new Promise((resolve) => setTimeout(resolve, random.between(0, 18)))
      up = Promise.withResolvers<void>()
      await server.kill('SIGKILL')
      readDatabase(server.dataDir, (sqlite) => {
        for (const { unanswered } of pushing) {
          const stored = countInLedger(sqlite, unanswered)
          // A batch is one transaction: all or nothing.
          expect([0, unanswered.length]).toContain(stored)
          fate[unanswered.length === 0 ? 'nothingInFlight' : stored === 0 ? 'lost' : 'storedUnanswered']++
        }
      })
      await server.start()
      up.resolve()
    }
  }
  try {
    await Promise.race([killLoop(), Promise.all(work)])
  } finally {
    end.abort()
    up.resolve()
  }
  await Promise.all(work)
  await until(() => tablet.sync.status.get().waiting === 0, 'the tablet to have sent everything')
  await tablet.sync.run()

  const outcomes = pushing.flatMap(({ outcomeById }) => [...outcomeById.values()])
  expect(outcomes.filter((outcome) => outcome !== 'applied')).toEqual([])
  expect(tablet.refused.changes.get()).toEqual([])
  expect(pushing.map(({ unavailable }) => unavailable)).toEqual([0, 0])
  console.log(
    `${killCount} kills: of the pushes in flight ${fate.storedUnanswered} were stored without an answer, ${fate.lost} were not stored; ${records.mutationIds.size} changes in all`,
  )
  if (killCount >= 50) expect(Math.min(fate.storedUnanswered, fate.lost)).toBeGreaterThan(0)

  const tabletRows = await deviceState(tablet, [shopId], collections)
  const serverRows = (await Promise.all(collections.map(async (name) => livingRows(await client.pullAll(name))))).flat().filter((row) => row.shopId === shopId)
  const seqById = (rows: { id: string; seq?: unknown }[]) => new Map(rows.map(({ id, seq }) => [id, seq]))
  expect(seqById([...tabletRows.values()])).toEqual(seqById(serverRows))

  await tablet.close()
  await server.kill('SIGKILL')
  readDatabase(server.dataDir, (sqlite) => {
    expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(sqlite.pragma('foreign_key_check')).toEqual([])
    const all = <T>(sql: string): T[] => sqlite.prepare(sql).all() as T[]
    const mapOf = <T>(sql: string): Map<string, T> => new Map(all<{ id: string; value: T }>(sql).map(({ id, value }) => [id, value]))

    const ledger = mapOf<string>('select id, outcome as value from mutations where device_id is not null')
    expect([...ledger.keys()].sort()).toEqual([...records.mutationIds].sort())
    expect(new Set(ledger.values())).toEqual(new Set(['applied']))

    expect(new Set(mapOf('select id, 1 as value from customers').keys())).toEqual(records.customerIds)
    expect(mapOf('select id, payment_amount_cents / 100.0 as value from payments where deleted = 0')).toEqual(records.amountByPayment)
    expect(mapOf('select id, inventory_count as value from products')).toEqual(records.countByProduct)
    const lastStatus = new Map([...records.statusIdsByOrder].map(([id, statusIds]) => [id, statusIds.at(-1)]))
    expect(mapOf('select id, order_status_id as value from orders where deleted = 0')).toEqual(lastStatus)
    const history = mapOf<string>(
      'select order_id as id, json_group_array(order_status_id order by created_at, seq, id) as value from order_status_history group by order_id',
    )
    expect(history).toEqual(new Map([...records.statusIdsByOrder].map(([id, statusIds]) => [id, JSON.stringify(statusIds)])))

    for (const { shopId: id } of [mine, theirs]) {
      const { head, seqs, activities } = readFeed(sqlite, id)
      expect(new Set(seqs).size).toBe(seqs.length)
      expect(Math.max(...seqs)).toBe(head)
      // Dense feed: each change took one seq for its row and one for its activity; none skipped or reused.
      expect(activities).toBe(records.opsOf(id))
      expect(head).toBe(2 * records.opsOf(id))
    }
  })
  await server.start()
})
