import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import { noteAccessChanges } from './commands/administration/administer.ts'
import { engineOf } from './db/engines/engine.ts'
import { openNodes, type TestNode, type TestNodes } from './testing/test-nodes.ts'
import { seedTwoShops, testPassword, type TestClient } from './testing/test-server.ts'
import { openEvents, type EventReader } from './testing/test-sync-server.ts'

const carla = { countryCode: '+1', customerPhone: '5550102000' }

let all: TestNodes
let [one, other]: readonly TestNode[] = []
let seed: Awaited<ReturnType<typeof seedTwoShops>>

const nodeAt = (turn: number): TestNode => {
  const node = turn % 2 === 0 ? one : other
  if (node === undefined) throw new Error('No node runs')
  return node
}

beforeEach(async () => {
  all = await openNodes()
  ;[one, other] = all.nodes
  seed = await seedTwoShops(nodeAt(0))
})
afterEach(() => all.close())

describe('a live stream at one node', () => {
  const streams: EventReader[] = []
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close()
  })

  const openLive = async (node: TestNode, { cookie }: TestClient): Promise<EventReader> => {
    const stream = await openEvents(`${node.url}/api/sync/live`, { Cookie: cookie ?? '' })
    streams.push(stream)
    await stream.next()
    return stream
  }
  const nextNamed = async (stream: EventReader, name: string): Promise<unknown> => {
    for (;;) {
      const event = await stream.next()
      if (event.name === name) return event.data
    }
  }
  const privilegeId = (wanted: string): string => privilegeRows.find(({ privilegeName }) => privilegeName === wanted)?.id ?? ''
  const addCustomer = (client: TestClient) => client.post(`/api/${seed.shopId}/customers`, { name: 'Carla', countryCode: '+1', phone: carla.customerPhone })

  test('ends when its session is signed out at the other', async () => {
    const ann = await nodeAt(0).client().signIn('ann')
    const stream = await openLive(nodeAt(1), ann)
    expect((await ann.post('/api/logout')).status).toBe(200)
    await stream.ended
    expect(nodeAt(1).services.bus.listenerCount).toBe(0)
  })

  test('ends when the person is disabled at the other, and no other stream does', async () => {
    const [ann, max] = [await nodeAt(0).client().signIn('ann'), await nodeAt(0).client().signIn('max')]
    const [ended, living] = [await openLive(nodeAt(1), ann), await openLive(nodeAt(1), max)]
    expect((await max.put(`/api/users/${seed.userIds.ann}/disabled`, { disabled: true })).status).toBe(200)
    await ended.ended
    expect(await nextNamed(living, 'access')).toEqual({})
    expect(nodeAt(1).services.bus.listenerCount).toBe(1)
  })

  test('ends when the password is changed at the other', async () => {
    const [tablet, desk] = [await nodeAt(0).client().signIn('ann'), await nodeAt(0).client().signIn('ann')]
    const stream = await openLive(nodeAt(1), tablet)
    const changed = await desk.put('/api/profile/password', { currentPassword: testPassword, newPassword: 'a wholly new passphrase' })
    expect(changed.status).toBe(200)
    await stream.ended
  })

  test('tells no more of a shop whose membership was taken away at the other', async () => {
    const [ann, max] = [await nodeAt(0).client().signIn('ann'), await nodeAt(0).client().signIn('max')]
    const stream = await openLive(nodeAt(1), ann)
    expect((await max.delete(`/api/shops/${seed.shopId}/users/${seed.userIds.ann}`)).status).toBe(200)
    expect(await nextNamed(stream, 'access')).toEqual({})
    await addCustomer(max)
    const told: string[] = []
    while (!(await stream.isQuiet(1_000))) told.push((await stream.next()).name)
    expect(told).not.toContain('heads')
  })

  test('tells what a privilege that was given at the other opens', async () => {
    const [ann, max] = [await nodeAt(0).client().signIn('ann'), await nodeAt(0).client().signIn('max')]
    const stream = await openLive(nodeAt(1), ann)
    expect((await max.post(`/api/users/${seed.userIds.ann}/privileges`, { privilegeId: privilegeId('view_activity') })).status).toBe(200)
    expect(await nextNamed(stream, 'access')).toEqual({})
    expect(await nextNamed(stream, 'heads')).toMatchObject({ [seed.shopId]: { activities: expect.any(Number) } })
  })

  test('tells when names change at the other, to those whom it concerns, and once', async () => {
    const [ann, max] = [await nodeAt(0).client().signIn('ann'), await nodeAt(0).client().signIn('max')]
    const bob = await nodeAt(0).client().signIn('bob')
    const [concerned, foreign] = [await openLive(nodeAt(1), ann), await openLive(nodeAt(1), bob)]
    const own = await openLive(nodeAt(0), ann)
    expect((await max.put(`/api/shops/${seed.shopId}`, { name: 'North Pole' })).status).toBe(200)
    expect(await nextNamed(concerned, 'access')).toEqual({})
    expect(await nextNamed(own, 'access')).toEqual({})
    // The other node's commit makes the first one check again; it must not report its own changes twice.
    await nodeAt(1).client().signIn('bob')
    const names: string[] = []
    while (!(await own.isQuiet(1_000))) names.push((await own.next()).name)
    expect(names).not.toContain('access')
    expect(await foreign.isQuiet(10)).toBe(true)
  })

  test('tells everybody when it has missed more changes than are kept', async () => {
    const stream = await openLive(nodeAt(1), await nodeAt(0).client().signIn('ann'))
    const { db } = nodeAt(0).services
    await db.insertInto('access_changes').values({ seq: 5_000, user_id: seed.userIds.bob, origin: 'gone' }).execute()
    expect(await nextNamed(stream, 'access')).toEqual({})
    const everybody = new Set(Array.from({ length: 700 }, (_, index) => `user ${index}`))
    for (let round = 0; round < 2; round++) await db.transaction().execute((trx) => noteAccessChanges(trx, everybody, 'gone'))
    const kept = await db.selectFrom('access_changes').select('seq').orderBy('seq').execute()
    expect([kept.length, kept.at(-1)?.seq]).toEqual([1_000, 6_400])
  })

  test('reads nothing more when what the other did concerns neither its person nor their shops', async () => {
    const [ann, bob] = [await nodeAt(0).client().signIn('ann'), await nodeAt(0).client().signIn('bob')]
    const [ofAnn, ofBob] = [await openLive(nodeAt(1), ann), await openLive(nodeAt(1), bob)]
    const told: (ReadonlySet<string> | undefined)[] = []
    // A first commit, so that both streams are established.
    await addCustomer(ann)
    await nextNamed(ofAnn, 'heads')
    nodeAt(1).services.bus.subscribe((event) => {
      if (event.kind === 'elsewhere') told.push(event.moved?.shopIds)
    })
    const added = await bob.post(`/api/${seed.otherShopId}/customers`, { name: 'Dora', countryCode: '+1', phone: '5550103000' })
    expect(added.status).toBe(200)
    await nextNamed(ofBob, 'heads')
    expect(told).not.toContain(undefined)
    // The other node announced its changes before the check, so nothing is read again.
    expect(new Set(told.flatMap((shopIds) => [...(shopIds ?? [])])).difference(new Set([seed.otherShopId]))).toEqual(new Set())
    expect(await ofAnn.isQuiet(100)).toBe(true)
  })

  test('tells of a notice that a change at the other made', async () => {
    const [ann, max] = [await nodeAt(0).client().signIn('ann'), await nodeAt(0).client().signIn('max')]
    const { id } = (await addCustomer(ann)).json as { id: string }
    const stream = await openLive(nodeAt(1), ann)
    await nodeAt(0)
      .services.db.insertInto('notices')
      .values({
        id: nodeAt(0).services.newId(),
        user_id: seed.userIds.ann,
        shop_id: seed.shopId,
        kind: 'deleted',
        collection: 'customers',
        row_id: id,
        params: '{}',
        created_at: all.clock.now().toISOString(),
      })
      .execute()
    expect(await nextNamed(stream, 'notices')).toEqual({})
    await expect(max.get('/api/sync/notices')).resolves.toMatchObject({ status: 200 })
  })

  test('tells the rows of both, and its heads only rise', async () => {
    const [ann, max] = [await nodeAt(0).client().signIn('ann'), await nodeAt(1).client().signIn('max')]
    const stream = await openLive(nodeAt(1), max)
    await Promise.all(Array.from({ length: 20 }, (_, turn) => addCustomer(turn % 2 === 0 ? ann : max)))
    const { last } = await nodeAt(0)
      .services.reader.selectFrom('customers')
      .select((eb) => eb.fn.max('seq').as('last'))
      .executeTakeFirstOrThrow()
    const heads: number[] = []
    while (heads.at(-1) !== last) {
      const told = (await nextNamed(stream, 'heads')) as Record<string, { customers?: number }>
      const head = told[seed.shopId]?.customers
      if (head !== undefined) heads.push(head)
    }
    expect(heads).toEqual([...new Set(heads)].toSorted((before, after) => before - after))
  })

  test('tells what was written at the other where nodes only look', async () => {
    await all.close()
    all = await openNodes({ isNotifying: false })
    ;[one, other] = all.nodes
    seed = await seedTwoShops(nodeAt(0))
    const ann = await nodeAt(0).client().signIn('ann')
    const stream = await openLive(nodeAt(1), ann)
    await addCustomer(ann)
    expect(await nextNamed(stream, 'heads')).toMatchObject({ [seed.shopId]: { customers: expect.any(Number) } })
    expect(await countListeners(nodeAt(0))).toBe(0)
  })
})

async function countListeners({ services: { reader } }: TestNode): Promise<number> {
  if (engineOf(reader).name === 'sqlite') return 0
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'mainspring notifications'`.execute(reader)
  return Number(rows[0]?.count)
}
