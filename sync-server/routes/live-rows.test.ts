import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { liveRowsMaxBytes, type LiveRows, type PullResponse } from '#schema/api/sync.ts'
import { openLive } from '../feed/live.ts'
import { readCaller } from '../queries/people/read-caller.ts'
import { create, mutation, remove } from '../testing/test-world.ts'
import { startSyncServer, type Client, type EventReader, type SyncServer } from '../testing/test-sync-server.ts'

describe('/api/sync/live?rows=1', () => {
  let server: SyncServer
  let shopId: string
  let ada: Client
  let bob: Client
  const streams: EventReader[] = []

  beforeEach(async () => {
    server = await startSyncServer()
    shopId = await server.addShop()
    ada = await server.signIn(await server.addUser({ shopIds: [shopId] }))
    bob = await server.signIn(await server.addUser({ shopIds: [shopId] }))
    // The first subscriber triggers a look at the database; wait for its event before opening streams.
    const { bus } = server.services
    await new Promise<void>((resolve) => void bus.subscribe(({ kind }) => kind === 'elsewhere' && resolve()))
  })
  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.close()
    await server.stop()
  })

  const push = (...mutations: unknown[]) => bob.post('/api/sync/push', { deviceId: 'x', deviceTime: server.now.toISOString(), mutations })
  const addCustomer = async (values: Record<string, unknown> = { name: 'A' }, shop = shopId): Promise<string> => {
    const id = v7()
    await push(mutation(shop, [create('customers', id, values)]))
    return id
  }
  const open = async (client = ada, query = '?rows=1'): Promise<EventReader> => {
    const stream = await client.live(query)
    streams.push(stream)
    expect((await stream.next()).name).toBe('heads')
    return stream
  }
  const nextRows = async (stream: EventReader): Promise<LiveRows> => {
    const { name, data } = await stream.next()
    expect(name).toBe('rows')
    return data as LiveRows
  }
  const pull = async (collection: string, checkpoint = {}) =>
    (await ada.post('/api/sync/pull', { collection, limit: 100, checkpoint })).body as unknown as PullResponse

  it('brings the rows behind the former heads as a pull would, in front of the heads, and the next ones from there on', async () => {
    await addCustomer()
    const before = { customers: (await pull('customers')).checkpoint, activities: (await pull('activities')).checkpoint }
    const stream = await open()
    const id = await addCustomer({ name: 'Mary' })
    const pulled = { customers: await pull('customers', before.customers), activities: await pull('activities', before.activities) }
    const rows = await nextRows(stream)
    expect(rows).toEqual({
      [shopId]: {
        customers: {
          after: 1,
          afterMark: before.customers[shopId]?.mark,
          documents: pulled.customers.documents,
          checkpoint: pulled.customers.checkpoint[shopId],
        },
        activities: {
          after: 2,
          afterMark: before.activities[shopId]?.mark,
          documents: pulled.activities.documents,
          checkpoint: pulled.activities.checkpoint[shopId],
        },
      },
    })
    expect(rows[shopId]?.customers?.documents).toMatchObject([{ id, name: 'Mary' }])
    expect(await stream.next()).toEqual({ name: 'heads', data: { [shopId]: { customers: 3, activities: 4 } } })
    await push(mutation(shopId, [remove('customers', id)]))
    expect((await nextRows(stream))[shopId]?.customers).toMatchObject({ after: 3, documents: [{ id, shopId, seq: 5, _deleted: true }], checkpoint: { seq: 5 } })
    expect((await stream.next()).name).toBe('heads')
  })

  it('is without it what it was: heads alone', async () => {
    const [plain, other] = [await open(ada, ''), await open(ada, '?rows=0')]
    await addCustomer()
    for (const stream of [plain, other]) {
      expect(await stream.next()).toEqual({ name: 'heads', data: { [shopId]: { customers: 1, activities: 2 } } })
      expect(await stream.isQuiet(60)).toBe(true)
    }
  })

  it('leaves what does not fit into 16 KiB to a pull, and brings what does', async () => {
    const stream = await open()
    await addCustomer({ name: 'Long', customerNotes: 'ü'.repeat(liveRowsMaxBytes / 2) })
    const rows = await nextRows(stream)
    expect(Object.keys(rows[shopId] ?? {})).toEqual(['activities'])
    expect(await stream.next()).toMatchObject({ name: 'heads', data: { [shopId]: { customers: 1 } } })
    await push(...Array.from({ length: 70 }, () => mutation(shopId, [create('suppliers', v7(), { supplierName: 'S' })])))
    expect(await stream.next()).toMatchObject({ name: 'heads', data: { [shopId]: { suppliers: 141 } } })
  })

  it('holds at most 16 KiB in all', async () => {
    const stream = await open()
    const customerNotes = 'n'.repeat(5_000)
    await push(
      ...['A', 'B'].map((name) => mutation(shopId, [create('customers', v7(), { name, customerNotes })])),
      ...['A', 'B'].map((supplierName) => mutation(shopId, [create('suppliers', v7(), { supplierName, supplierNotes: customerNotes })])),
    )
    const rows = await nextRows(stream)
    expect(JSON.stringify(rows).length).toBeLessThanOrEqual(liveRowsMaxBytes)
    // Only one of the two large rows fits; the small ones still do.
    expect(Object.keys(rows[shopId] ?? {}).toSorted()).toEqual(['activities', expect.stringMatching(/^(customers|suppliers)$/)])
  })

  it('brings nothing of other shops, nor of collections that the privileges do not cover, nor employees', async () => {
    const otherShopId = await server.addShop()
    const clerk = await server.signIn(await server.addUser({ shopIds: [shopId], privileges: [] }))
    await server.services.db.insertInto('shop_users').values({ id: v7(), shop_id: otherShopId, user_id: bob.userId, created_at: 'x' }).execute()
    const stream = await open(clerk)
    await addCustomer({ name: 'Hidden' }, otherShopId)
    await addCustomer()
    expect(Object.entries(await nextRows(stream)).map(([shop, rows]) => [shop, Object.keys(rows)])).toEqual([[shopId, ['customers']]])
    expect((await stream.next()).name).toBe('heads')
  })

  it('brings nothing of what may no longer be read when it is sent, though nobody has announced that', async () => {
    const stream = await open()
    // The stream keeps its cached rights until it is notified or rechecks.
    await server.services.db.deleteFrom('shop_users').where('user_id', '=', ada.userId).execute()
    await addCustomer({ name: 'Not for Ada' })
    const { name, data } = await stream.next()
    expect(name).toBe('heads')
    expect(JSON.stringify(data)).not.toContain('Ada')
    expect(await stream.isQuiet(60)).toBe(true)
  })

  it('brings nothing of a shop or collection that came with new rights: its rows are pulled from the start', async () => {
    await server.services.db.deleteFrom('shop_users').where('user_id', '=', ada.userId).execute()
    const stream = await open()
    await server.services.db.insertInto('shop_users').values({ id: v7(), shop_id: shopId, user_id: ada.userId, created_at: 'x' }).execute()
    await addCustomer()
    server.services.bus.announceAccess(ada.userId)
    expect((await stream.next()).name).toBe('access')
    expect(await stream.next()).toMatchObject({ name: 'heads', data: { [shopId]: { customers: 1 } } })
    await addCustomer()
    expect((await nextRows(stream))[shopId]?.customers).toMatchObject({ after: 1 })
  })

  it('reads rows and rights once for all streams of a round', async () => {
    let reads = 0
    const { services } = server
    const transaction = services.reader.transaction.bind(services.reader)
    services.reader.transaction = () => (reads++, transaction())
    const sent: string[] = []
    let told = 0
    const caller = await readCaller(services.reader, ada.userId)
    const stops = Array.from({ length: 30 }, () =>
      openLive(services, { id: ada.sessionId, userId: ada.userId }, caller, {
        wantsRows: true,
        send: async (event) => {
          if (event.name === 'rows') sent.push(event.json)
          if (event.name === 'heads') told++
        },
        end: () => undefined,
      }),
    )
    await expect.poll(() => told).toBe(30)
    reads = 0
    await addCustomer()
    await expect.poll(() => sent.length).toBe(30)
    for (const stop of stops) stop()
    expect(new Set(sent).size).toBe(1)
    expect(reads).toBeLessThan(5)
  })
})
