import { get, type IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillShop, manyRowId } from '../../testing/test-many-rows.ts'
import { seedTwoShops, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { allRoutes } from '../all-routes.ts'
import { openCallers, type Callers } from '../../testing/test-callers.ts'
import { exampleByName, makeExample, nameToRoute } from '../../testing/test-examples.ts'
import { openRoutesWorld, type RoutesWorld } from '../../testing/test-registry-world.ts'
import { startSession } from '../../testing/test-sync-server.ts'

type Entry = string | Record<string, unknown>

/** Lists with only one or two entries here; longer ones are paged below. */
const shortLists: readonly string[] = [
  'GET /api/:shopId/assets',
  'GET /api/:shopId/categories',
  'GET /api/:shopId/category-hierarchy-inventory',
  'GET /api/:shopId/estimates',
  'GET /api/:shopId/estimates ?orderId',
  'GET /api/:shopId/invoices',
  'GET /api/:shopId/invoices ?orderId',
  'GET /api/:shopId/message-rules',
  'GET /api/:shopId/order-notes',
  'GET /api/:shopId/order-notes ?orderId',
  'GET /api/:shopId/purchases',
  'GET /api/:shopId/purchase-lines',
  'GET /api/:shopId/purchase-lines ?purchaseId',
  'GET /api/:shopId/stock-counts',
  'GET /api/:shopId/stock-counts ?takeId',
  'GET /api/:shopId/messages',
  'GET /api/:shopId/messages ?orderId',
  'GET /api/:shopId/orders/:id/status-history',
  'GET /api/:shopId/webhooks',
  'GET /api/entities',
  'GET /api/my/entities',
  'GET /api/public/:shopId/orders',
  'GET /api/shops',
  'GET /api/users/:id/entities',
  'GET /api/users/:id/shops',
  'PUT /api/:shopId/message-rules',
]

describe('every list', () => {
  let world: RoutesWorld
  let callers: Callers
  let userId: string
  let calls = 0

  beforeAll(async () => {
    world = await openRoutesWorld()
    callers = await openCallers(world)
    userId = callers.userIdOf('administrator', 'none')
    const { shop } = world
    for (const collection of [
      'customers',
      'orders',
      'tasks',
      'till_days',
      'payments',
      'costs',
      'order_lines',
      'categories',
      'suppliers',
      'tax_rates',
      'services',
      'tests',
      'test_results',
      'products',
      'employees',
      'checklist_items',
    ] as const) {
      for (let count = 0; count < 4; count++) await shop.addRow(collection)
    }
    for (let count = 0; count < 4; count++) await shop.addFile({ orderId: shop.ids.orders })
    await shop.linkUser(userId)
    for (let count = 0; count < 3; count++) {
      await shop.linkUser(await shop.addUser({ shopIds: [shop.shopId], privileges: ['view_report'] }))
      await shop.linkShop(await shop.addShop())
      await shop.addToken(userId, ['view_report'])
    }
  })
  afterAll(() => world.close())

  const countByName = new Map<string, number>()
  const names = Object.keys(exampleByName).filter((name) => nameToRoute(name).list !== undefined)

  const openReader = async (name: string) => {
    const { headers } = await callers.sign(nameToRoute(name).access.who === 'customer' ? 'customer' : 'administrator', 'none', { isFresh: true })
    return (address: string) => world.server.client().get(address, { headers: { ...headers, 'X-Forwarded-For': `10.0.0.${++calls % 250}` } })
  }

  test.each(names)('%s is the same whole and in pages', async (name) => {
    const { address } = await makeExample(name, world.shop, userId)
    const at = address.replace(/users\/[^/]+\/(privileges|shops|entities)/, `users/${userId}/$1`)
    const plain = at.replace(/[?&]limit=\d+/, '')
    const withQuery = (query: string) => `${plain}${plain.includes('?') ? '&' : '?'}${query}`
    const key = nameToRoute(name).list?.key ?? 'id'
    const idOf = (entry: Entry | undefined): string => (typeof entry === 'object' ? String(entry[key]) : (entry ?? ''))
    const read = await openReader(name)
    const answer = await read(plain)
    expect(answer.status, answer.text).toBe(200)
    const whole = answer.json as Entry[]
    countByName.set(name, whole.length)
    for (const limit of [1, 2, whole.length, 5_000].filter((size) => size > 0)) {
      const pages: Entry[] = []
      for (let page: Entry[] | undefined; page === undefined || page.length >= limit;) {
        const after: string = page === undefined ? '' : `&after=${idOf(pages.at(-1))}`
        page = (await read(withQuery(`limit=${limit}${after}`))).json as Entry[]
        pages.push(...page)
      }
      expect(pages).toEqual(whole)
    }
    for (const limit of ['0', '5001', '1.5', '-1', 'many', '9'.repeat(200)]) {
      expect(await read(withQuery(`limit=${limit}`))).toMatchObject({ status: 400, json: { message: 'limit must be a whole number from 1 to 5000' } })
    }
    const message = 'after must be the id of an entry of this list; start again without it'
    expect(await read(withQuery('after=00000000-0000-4000-8000-000000000000'))).toMatchObject({
      status: 400,
      json: { message, issues: [{ path: 'after', message }] },
    })
  })

  test('is called above, and those of rows have some', () => {
    expect(allRoutes.filter((route) => route.list !== undefined && !names.some((name) => nameToRoute(name) === route))).toEqual([])
    expect(countByName.size).toBe(names.length)
    const short = names.filter((name) => (countByName.get(name) ?? 0) < 3)
    expect(short.sort()).toEqual(shortLists.toSorted())
  })
})

describe('a long list', () => {
  let server: TestServer
  let shopId: string
  let headers: Record<string, string>
  const count = 6_000

  beforeAll(async () => {
    server = await startTestServer()
    const seed = await seedTwoShops(server)
    shopId = seed.shopId
    await fillShop(server.services.db, { shopId, entityId: seed.entityId, userId: seed.userIds.max, count })
    headers = (await startSession(server.services, seed.userIds.max)).headers
  })
  afterAll(() => server.close())

  const open = (path: string, more: Record<string, string> = {}): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => get(`${server.url}${path}`, { agent: false, headers: { ...headers, ...more } }, resolve).on('error', reject))

  const readBytes = async (message: IncomingMessage): Promise<Buffer> => {
    const chunks: Buffer[] = []
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  const listed = [
    'tasks',
    'orders',
    'customers',
    'payments',
    'products',
    'employees',
    'category-hierarchy-inventory',
    'categories',
    'orders/days-since-status-change',
  ]

  test.each(listed)('of %s comes while it is made, whole and as JSON, zipped or not', async (name) => {
    const plain = await open(`/api/${shopId}/${name}`)
    const zipped = await open(`/api/${shopId}/${name}`, { 'accept-encoding': 'gzip' })
    expect([plain.statusCode, plain.headers['content-type'], zipped.headers['content-encoding']]).toEqual([200, 'application/json', 'gzip'])
    const text = (await readBytes(plain)).toString()
    expect(gunzipSync(await readBytes(zipped)).toString()).toBe(text)
    const countBelow = (entries: { children?: unknown[] }[]): number =>
      entries.reduce((sum, { children = [] }) => sum + 1 + countBelow(children as typeof entries), 0)
    const extra = name === 'employees' ? 1 : 0
    expect(countBelow(JSON.parse(text) as [])).toBe(count + extra)
  })

  const inPages: [string, number, string][] = [
    ['orders', 2_500, 'id'],
    ['categories', 3, 'id'],
    ['category-hierarchy-inventory', 4, 'categoryId'],
    [`orders/${manyRowId('orders', 0)}/status-history`, 2_500, 'id'],
  ]
  test.each(inPages)('of %s is the same in pages of %i', async (name, limit, key) => {
    const read = async (query: string) => JSON.parse((await readBytes(await open(`/api/${shopId}/${name}${query}`))).toString()) as Record<string, string>[]
    const pages: Record<string, string>[] = []
    for (let size = limit; size >= limit;) {
      const page = await read(`?limit=${limit}${pages.length > 0 ? `&after=${pages.at(-1)?.[key]}` : ''}`)
      pages.push(...page)
      size = page.length
    }
    expect(pages).toEqual(await read(''))
  })

  test('of tasks shows what the look-ups one by one showed, in the same order', async () => {
    const tasks = JSON.parse((await readBytes(await open(`/api/${shopId}/tasks`))).toString()) as {
      id: string
      dueTimestamp: string | null
      createdAt: string
      orderId: string | null
      customerName: string | null
      itemDetails: string | null
    }[]
    const { rows } = await sql<{ id: string; customerName: string | null; itemDetails: string | null }>`
      select t.id, (select name from customers c join orders o on o.customer_id = c.id where o.id = t.order_id) as "customerName", (select item_details from orders o where o.id = t.order_id) as "itemDetails"
      from tasks t where shop_id = ${shopId} order by coalesce(due_timestamp, '9'), created_at, id`.execute(server.services.reader)
    expect(tasks.map(({ id, customerName, itemDetails }) => ({ id, customerName, itemDetails }))).toEqual(rows)
  })

  test('lets health checks through while many are written', { timeout: 60_000 }, async () => {
    let ended = 0
    const lists = Array.from({ length: 20 }, async () => {
      await readBytes(await open(`/api/${shopId}/payments`))
      ended++
    })
    for (let check = 0; check < 5; check++) expect((await open('/healthz')).statusCode).toBe(200)
    expect(ended).toBeLessThan(20)
    await Promise.all(lists)
  })

  test('breaks off, and is told in the log, when a fault comes after its head', { timeout: 60_000 }, async () => {
    const { db } = server.services
    await db
      .updateTable('tasks')
      .set({ description: 'x'.repeat(10_000) })
      .where('shop_id', '=', shopId)
      .execute()
    const message = await open(`/api/${shopId}/tasks`)
    message.pause()
    expect(message.statusCode).toBe(200)
    await sql`alter table tasks rename to tasks_away`.execute(db)
    await expect(readBytes(message)).rejects.toThrow(/aborted/)
    await sql`alter table tasks_away rename to tasks`.execute(db)
    expect(server.logLines.filter((line) => line.includes('a list broke off')).map((line) => (JSON.parse(line) as { route: string }).route)).toEqual([
      '/api/:shopId/tasks',
    ])
    const zipped = await open(`/api/${shopId}/tasks`, { 'accept-encoding': 'gzip' })
    expect((JSON.parse(gunzipSync(await readBytes(zipped)).toString()) as unknown[]).length).toBe(count)
  })

  test('is not made for somebody who went away', async () => {
    const before = server.logLines.length
    const message = await open(`/api/${shopId}/tasks`)
    message.destroy()
    expect((await open('/healthz')).statusCode).toBe(200)
    expect(server.logLines.slice(before).filter((line) => line.includes('"level":"error"'))).toEqual([])
  })

  test('of categories one below the other is answered, however deep', { timeout: 60_000 }, async () => {
    const { db, reader } = server.services
    const depth = 5_000
    await db.transaction().execute(async (trx) => {
      await sql`update categories set parent_id = null where shop_id = ${shopId}`.execute(trx)
      for (let index = 1; index < depth; index++)
        await trx
          .updateTable('categories')
          .set({ parent_id: manyRowId('categories', index - 1) })
          .where('id', '=', manyRowId('categories', index))
          .execute()
    })
    const text = (await readBytes(await open(`/api/${shopId}/categories`))).toString()
    const { n } = await reader
      .selectFrom('categories')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('shop_id', '=', shopId)
      .executeTakeFirstOrThrow()
    expect(text.match(/"id":/g)).toHaveLength(n)
    expect(text).toContain('}]'.repeat(depth - 1))
  })
})
