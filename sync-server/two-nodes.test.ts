import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ApiTokenCreatedAnswer } from '#schema/api/tokens.ts'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import { noteAccessChanges } from './commands/administration/access-changes.ts'
import { readOtpKey } from './session/server-keys.ts'
import { openNodes, type TestNode, type TestNodes } from './testing/test-nodes.ts'
import { openEvents, type EventReader } from './testing/test-sync-server.ts'
import { seedTwoShops, testPassword, type Answer, type TestClient } from './testing/test-server.ts'

const carla = { countryCode: '+1', customerPhone: '5550102000' }

let all: TestNodes
let [one, other]: readonly TestNode[] = []
let seed: Awaited<ReturnType<typeof seedTwoShops>>

const nodeAt = (turn: number): TestNode => {
  const node = turn % 2 === 0 ? one : other
  if (node === undefined) throw new Error('No node runs')
  return node
}

/** Statuses of so many calls, one after the other, which a proxy hands to the nodes in turns. */
async function statusesOf(calls: number, call: (client: TestClient, turn: number) => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = []
  for (let turn = 0; turn < calls; turn++) statuses.push((await call(nodeAt(turn).client(), turn)).status)
  return statuses
}

beforeEach(async () => {
  all = await openNodes()
  ;[one, other] = all.nodes
  seed = await seedTwoShops(nodeAt(0))
})
afterEach(() => all.close())

describe('signing in', () => {
  const signIn = (client: TestClient, password: string) => client.post('/api/login', { user_id: 'ann', password })

  test('wrong passwords that are spread over the nodes are slowed down as at one', async () => {
    expect(await statusesOf(7, (client) => signIn(client, 'wrong'))).toEqual([401, 401, 401, 401, 401, 429, 429])
    const refused = await signIn(nodeAt(1).client(), testPassword)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    all.clock.advance(1_000)
    expect(await statusesOf(2, (client) => signIn(client, 'wrong'))).toEqual([401, 429])
    expect((await signIn(nodeAt(0).client(), 'wrong')).headers.get('retry-after')).toBe('2')
  })

  test('the right password at one node forgives at the other', async () => {
    for (let round = 0; round < 3; round++) {
      expect(await statusesOf(4, (client) => signIn(client, 'wrong'))).toEqual([401, 401, 401, 401])
      expect((await signIn(nodeAt(round).client(), testPassword)).status).toBe(200)
    }
  })

  test('wrong passwords are still counted by a server that was started since', async () => {
    await statusesOf(5, (client) => signIn(client, 'wrong'))
    const again = await all.addNode()
    expect((await signIn(again.client(), testPassword)).status).toBe(429)
  })

  test('a device that signed in at one node is known at the other', async () => {
    const tablet = nodeAt(0).client()
    await signIn(tablet, testPassword)
    const session = tablet.cookie
    await statusesOf(6, (client) => signIn(client, 'wrong'))
    const elsewhere = nodeAt(1).client()
    elsewhere.cookie = session
    expect((await signIn(elsewhere, testPassword)).status).toBe(200)
  })
})

describe('the portal', () => {
  const path = (rest: string) => `/api/${seed.shopId}/customers/${rest}`
  const send = (client: TestClient, phone = carla.customerPhone) => client.post(path('send-otp'), { countryCode: '+1', customerPhone: phone })
  const verify = (client: TestClient, otpCode: string) => client.post(path('verify-otp'), { ...carla, otpCode })
  const readCode = async (): Promise<string> => /\d{6}/.exec((await all.readMessages('+15550102000')).at(-1) ?? '')?.[0] ?? ''

  beforeEach(async () => {
    const ann = await nodeAt(0).client().signIn('ann')
    await ann.put(`/api/shops/${seed.shopId}/config`, { customerPortal: true })
    await ann.post(`/api/${seed.shopId}/customers`, { name: 'Carla', countryCode: '+1', phone: carla.customerPhone, customerAccessCode: 'tulip-77' })
  })

  test('a code that one node sent is good at the other, once', async () => {
    expect((await send(nodeAt(0).client())).status).toBe(200)
    const code = await readCode()
    expect((await verify(nodeAt(1).client(), code)).status).toBe(200)
    expect(await statusesOf(2, (client) => verify(client, code))).toEqual([401, 401])
  })

  test('the key of codes is not in the database where the operator gave the servers a secret', async () => {
    const keysOf = async ({ services }: TestNode) => (await services.reader.selectFrom('server_keys').select('name').execute()).map(({ name }) => name)
    const [secret, otherSecret] = ['s'.repeat(32), 't'.repeat(32)]
    const { services } = nodeAt(0)
    expect(await readOtpKey(services, secret)).toEqual(await readOtpKey(nodeAt(1).services, secret))
    expect(await readOtpKey(services, secret)).not.toEqual(await readOtpKey(services, otherSecret))
    expect(await keysOf(nodeAt(0))).not.toContain('otp')
    expect(await readOtpKey(services, null)).toEqual(await readOtpKey(nodeAt(1).services, null))
    expect(await keysOf(nodeAt(0))).toContain('otp')
  })

  test('a code has five wrong tries at all nodes together', async () => {
    await send(nodeAt(0).client())
    const code = await readCode()
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await statusesOf(5, (client) => verify(client, wrong))).toEqual([401, 401, 401, 401, 401])
    expect(await statusesOf(2, (client) => verify(client, code))).toEqual([429, 429])
  })

  test('codes of one phone are five an hour, whichever nodes are asked', async () => {
    const statuses = await statusesOf(6, (client) => {
      all.clock.advance(61_000)
      return send(client)
    })
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('wrong access codes wait as at one node', async () => {
    const guess = (client: TestClient, accessCode: string) => client.post(path('verify-access'), { ...carla, accessCode })
    const statuses = await statusesOf(11, (client) => guess(client, 'wrong'))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    expect((await guess(nodeAt(1).client(), 'tulip-77')).status).toBe(429)
  })

  test('registrations of one phone are five an hour at all nodes together', async () => {
    const register = (client: TestClient) => client.post(`/api/public/${seed.shopId}/customers`, { name: 'Dora', countryCode: '+1', phone: '5550103000' })
    expect(await statusesOf(6, register)).toEqual([200, 200, 200, 200, 200, 429])
  })
})

test('an API token may make 600 requests a minute at all nodes together, and at each nine more at most', async () => {
  const ann = await nodeAt(0).client().signIn('ann')
  const made = await ann.post('/api/profile/tokens', { name: 'Price list', privileges: [], currentPassword: testPassword })
  const headers = { Authorization: `Bearer ${(made.json as ApiTokenCreatedAnswer).token}` }
  const statuses = await statusesOf(640, (client) => client.get('/api/auth/privileges', { headers }))
  const through = statuses.filter((status) => status === 200).length
  expect(through).toBeGreaterThanOrEqual(600)
  expect(through).toBeLessThanOrEqual(609)
  expect(statuses.at(-1)).toBe(429)
})

describe('a live stream at one node', () => {
  const streams: EventReader[] = []
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close()
  })

  /** After its first event. */
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
    expect(await stream.isQuiet(1_000)).toBe(true)
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
    // A commit of the other node makes the first look again: what it told itself it does not tell twice.
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
})
