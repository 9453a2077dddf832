import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { v7 } from 'uuid'
import type { Heads } from '#schema/api/sync.ts'
import { collectionNames } from '#schema/collections/index.ts'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import { create, mutation } from '../testing/test-world.ts'
import { readCaller } from '../queries/people/read-caller.ts'
import { streamsPerSession, streamsPerUser } from '../events/feed-bus.ts'
import { openLive, addHeads } from '../feed/live.ts'
import { applyMutations } from '../store/write.ts'
import { startSyncServer, type Client, type EventReader, type SyncServer } from '../testing/test-sync-server.ts'

describe('/api/sync/live', () => {
  let server: SyncServer
  let shopId: string
  let otherShopId: string
  let ada: Client
  let stream: EventReader | undefined

  /** Counts this server's checks for other processes' writes, after set-up. */
  let looks = 0
  /** A permanent subscriber, so that a stream is never the first one. */
  const listener = 1

  beforeEach(async () => {
    server = await startSyncServer()
    looks = 0
    server.services.bus.subscribe(({ kind }) => kind === 'elsewhere' && looks++)
    await vi.waitUntil(() => looks > 0, { timeout: 20_000 })
    shopId = await server.addShop()
    otherShopId = await server.addShop()
    ada = await server.signIn(await server.addUser({ shopIds: [shopId] }))
  })
  afterEach(async () => {
    stream?.close()
    await server.stop()
  })

  const addCustomer = (client: Client, shop = shopId) =>
    client.post('/api/sync/push', {
      deviceId: 'x',
      deviceTime: server.now.toISOString(),
      mutations: [mutation(shop, [create('customers', v7(), { name: 'A' })])],
    })

  /** A change of rights may be reported twice: by its author and by a check. */
  const nextHeads = async (from: EventReader): Promise<Heads> => {
    for (;;) {
      const { name, data } = await from.next()
      if (name === 'heads') return data as Heads
    }
  }

  it('tells all heads on connect, then those that moved', async () => {
    await addCustomer(ada)
    stream = await ada.live()
    const first = await stream.next()
    expect(first.name).toBe('heads')
    expect(first.data).toEqual({ [shopId]: { ...Object.fromEntries(collectionNames.map((name) => [name, 0])), customers: 1, activities: 2 } })
    await new Promise((resolve) => setTimeout(resolve, 30))
    await addCustomer(ada)
    expect(await stream.next()).toEqual({ name: 'heads', data: { [shopId]: { customers: 3, activities: 4 } } })
    expect(await stream.isQuiet(100)).toBe(true)
  })

  it('tells a burst in few events, and its end always', async () => {
    stream = await ada.live()
    await stream.next()
    await Promise.all(Array.from({ length: 40 }, () => addCustomer(ada)))
    const heads: number[] = []
    while (heads.at(-1) !== 79) heads.push(((await stream.next()).data as Record<string, { customers: number }>)[shopId]?.customers ?? 0)
    expect([...heads].sort((a, b) => a - b)).toEqual(heads)
    expect(await stream.isQuiet(60)).toBe(true)
  })

  it('tells nothing of other shops, and nothing of collections that the privileges do not cover', async () => {
    const clerk = await server.signIn(await server.addUser({ shopIds: [shopId], privileges: [] }))
    const stranger = await server.signIn(await server.addUser({ shopIds: [otherShopId] }))
    stream = await clerk.live()
    const first = await stream.next()
    expect(Object.keys(first.data as object)).toEqual([shopId])
    expect((first.data as Record<string, object>)[shopId]).not.toHaveProperty('activities')
    await addCustomer(stranger, otherShopId)
    expect(await stream.isQuiet(80)).toBe(true)
    await addCustomer(ada)
    expect(await stream.next()).toEqual({ name: 'heads', data: { [shopId]: { customers: 1 } } })
  })

  it('ends the oldest stream of a session that has too many, and nobody else’s', async () => {
    const other = await server.signIn(await server.addUser({ shopIds: [shopId] }))
    stream = await other.live()
    await stream.next()
    const streams: EventReader[] = []
    for (let count = 0; count < streamsPerSession + 2; count += 1) {
      const opened = await ada.live()
      await opened.next()
      streams.push(opened)
    }
    expect(server.services.bus.listenerCount).toBe(streamsPerSession + 1 + listener)
    await addCustomer(ada)
    const [first, second, ...rest] = streams
    await Promise.all([first?.ended, second?.ended])
    for (const living of [stream, ...rest]) expect((await living.next()).name).toBe('heads')
    for (const opened of streams) opened.close()
  })

  it('ends the oldest stream of a person who has too many in all sessions together', async () => {
    const sessions = [ada, await server.signIn(ada.userId), await server.signIn(ada.userId)]
    const streams: EventReader[] = []
    for (let count = 0; count < streamsPerUser + 2; count += 1) {
      const opened = await (sessions[count % 3] as Client).live()
      await opened.next()
      streams.push(opened)
    }
    expect(server.services.bus.listenerCount).toBe(streamsPerUser + listener)
    await Promise.all(streams.slice(0, 2).map(({ ended }) => ended))
    await addCustomer(ada)
    for (const living of streams.slice(2)) expect((await living.next()).name).toBe('heads')
    for (const opened of streams) opened.close()
  })

  it('tells when rights change, and goes by the new ones at once', async () => {
    await server.services.db.deleteFrom('users_privileges').where('user_id', '=', ada.userId).execute()
    stream = await ada.live()
    await stream.next()
    const viewActivity = privilegeRows.find(({ privilegeName }) => privilegeName === 'view_activity')?.id ?? ''
    await server.services.db.insertInto('users_privileges').values({ id: v7(), user_id: ada.userId, privilege_id: viewActivity }).execute()
    await server.services.db.insertInto('shop_users').values({ id: v7(), shop_id: otherShopId, user_id: ada.userId, created_at: 'x' }).execute()
    server.services.bus.announceAccess(ada.userId)
    expect(await stream.next()).toEqual({ name: 'access', data: {} })
    let known: Heads = {}
    while (known[otherShopId] === undefined || known[shopId]?.activities === undefined) known = { ...known, ...(await nextHeads(stream)) }
    expect(known).toMatchObject({ [shopId]: { activities: 0 }, [otherShopId]: { customers: 0, activities: 0 } })
    await server.services.db.deleteFrom('shop_users').where('user_id', '=', ada.userId).where('shop_id', '=', shopId).execute()
    server.services.bus.announceAccess(ada.userId)
    expect(await stream.next()).toEqual({ name: 'access', data: {} })
    const colleague = await server.signIn(await server.addUser({ shopIds: [shopId, otherShopId] }))
    await addCustomer(colleague, shopId)
    await addCustomer(colleague, otherShopId)
    expect(await nextHeads(stream)).toEqual({ [otherShopId]: { customers: 1, activities: 2 } })
  })

  it("does not tell of another user's rights", async () => {
    stream = await ada.live()
    await stream.next()
    server.services.bus.announceAccess(v7())
    expect(await stream.isQuiet(80)).toBe(true)
  })

  it('tells a person without shops once that there is nothing', async () => {
    const userId = await server.addUser({ shopIds: [] })
    stream = await (await server.signIn(userId)).live()
    expect(await stream.next()).toEqual({ name: 'heads', data: {} })
    server.services.bus.announceElsewhere()
    expect(await stream.isQuiet(80)).toBe(true)
  })

  it('tells what another process commits to the same database, rows and rights', async () => {
    stream = await ada.live()
    await stream.next()
    const elsewhere = await server.openElsewhere()
    const services = {
      ...server.services,
      db: elsewhere.db,
      reader: elsewhere.reader,
      bus: new (server.services.bus.constructor as new () => typeof server.services.bus)(),
    }
    const caller = { userId: null, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'import' as const }
    await applyMutations(services, caller, {
      deviceId: null,
      clockOffsetMs: 0,
      receivedAt: server.now,
      mutations: [mutation(shopId, [create('customers', v7(), { name: 'Imported' })])],
    })
    // The heads are read one by one, so a commit in between yields two events.
    const told: Heads = {}
    while (told[shopId]?.customers === undefined || told[shopId]?.activities === undefined) {
      const event = await stream.next(10_000)
      expect(event.name).toBe('heads')
      addHeads(told, event.data as Heads)
    }
    expect(told).toEqual({ [shopId]: { customers: 1, activities: 2 } })
    await elsewhere.db.insertInto('shop_users').values({ id: v7(), shop_id: otherShopId, user_id: ada.userId, created_at: 'x' }).execute()
    expect(await stream.next(10_000)).toEqual({ name: 'access', data: {} })
    expect(await stream.next()).toMatchObject({ name: 'heads', data: { [otherShopId]: { customers: 0 } } })
    await elsewhere.close()
  })

  it('ends with the session, and cleans up when the client goes', async () => {
    stream = await ada.live()
    await stream.next()
    const second = await ada.live()
    await second.next()
    expect(server.services.bus.listenerCount).toBe(2 + listener)
    second.close()
    await expect.poll(() => server.services.bus.listenerCount).toBe(1 + listener)
    server.services.bus.endSession(ada.sessionId)
    await stream.ended
    expect(server.services.bus.listenerCount).toBe(0 + listener)
  })

  it('leaves no stream behind when only its headers are asked for', async () => {
    const response = await fetch(`${server.url}/api/sync/live`, { method: 'HEAD', headers: ada.headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/event-stream')
    expect(server.services.bus.listenerCount).toBe(0 + listener)
  })

  it('ends every stream when the server stops', async () => {
    const streams = [await ada.live(), await ada.live()]
    server.services.bus.close()
    await Promise.all(streams.map(({ ended }) => ended))
    expect(server.services.bus.listenerCount).toBe(0 + listener)
  })

  describe('without HTTP, with a quicker heartbeat', () => {
    const open = async (onSend: (name: string) => Promise<void> | void) => {
      let isEnded = false
      const caller = await readCaller(server.services.reader, ada.userId)
      const session = { id: ada.sessionId, userId: ada.userId }
      const stop = openLive(
        server.services,
        session,
        caller,
        { send: async ({ name }) => onSend(name), end: () => void (isEnded = true) },
        { coalesceMs: 5, heartbeatMs: 20 },
      )
      return { stop, isEnded: () => isEnded }
    }

    it('sends an echo again and again, and ends when the session has run out or was removed elsewhere', async () => {
      const names: string[] = []
      const live = await open((name) => void names.push(name))
      await expect.poll(() => names.filter((name) => name === 'echo').length).toBeGreaterThan(1)
      await server.services.db.updateTable('sessions').set({ expires_at: '2026-03-02T08:00:00.000Z' }).execute()
      await expect.poll(live.isEnded).toBe(true)
    })

    it('keeps one event on its way to a slow reader and then tells where things stand', async () => {
      const sent: string[] = []
      let release: () => void = () => {}
      const live = await open((name) => {
        if (name === 'echo') return
        sent.push(name)
        return new Promise((resolve) => (release = resolve))
      })
      await expect.poll(() => sent.length).toBe(1)
      for (let index = 0; index < 5; index++) await addCustomer(ada)
      expect(sent).toHaveLength(1)
      release()
      await expect.poll(() => sent.length).toBe(2)
      release()
      await new Promise((resolve) => setTimeout(resolve, 40))
      expect(sent).toHaveLength(2)
      live.stop()
    })

    it('ends when the reader cannot be written to', async () => {
      const live = await open(() => Promise.reject(new Error('gone')))
      await expect.poll(live.isEnded).toBe(true)
      expect(server.services.bus.listenerCount).toBe(0 + listener)
    })
  })
})
