import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ApiTokenCreatedAnswer } from '#schema/api/tokens.ts'
import type { AppError } from '#schema/errors.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { createLimiter } from './session/limits/limiter.ts'
import { hashTurns } from './session/passwords.ts'
import { readOtpKey } from './session/server-keys.ts'
import { signIn as signInWith } from './session/sessions.ts'
import { openNodes, type TestNode, type TestNodes } from './testing/test-nodes.ts'
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

/** Statuses of sequential calls, distributed to the nodes in turn as by a proxy. */
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

  test('a flood of wrong passwords counts, and writes, no more tries than there are hashes', async () => {
    const { services } = nodeAt(0)
    const limiter = createLimiter(services)
    let begun = 0
    const take: typeof limiter.take = (...asked) => {
      begun += 1
      return limiter.take(...asked)
    }
    const guess = (index: number) =>
      signInWith(
        services,
        { ...limiter, take },
        { loginId: `nobody${index}`, password: 'x', remoteAddress: `2001:db8:${index.toString(16)}::1`, oldSessionId: undefined },
      )
    const gate = Promise.withResolvers<void>()
    const held = [1, 2].map(() => hashTurns.run({ from: 'a slow one', isKnown: true }, () => gate.promise))
    const refusals = Array.from({ length: 250 }, (_, index) => guess(index).catch((error: AppError) => error.code))
    // Requests beyond the queue's maximum are refused at once.
    expect(await Promise.race(refusals)).toBe('UNAVAILABLE')
    expect(begun).toBe(0)
    gate.resolve()
    await Promise.all(held)
    const codes = await Promise.all(refusals)
    expect(begun).toBe(codes.filter((code) => code === 'UNAUTHENTICATED').length)
    expect(begun).toBeLessThan(codes.length)
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

test('an API token may make 600 requests a minute at all nodes together', async () => {
  const ann = await nodeAt(0).client().signIn('ann')
  const made = await ann.post('/api/profile/tokens', { name: 'Price list', privileges: [], currentPassword: testPassword })
  const headers = { Authorization: `Bearer ${(made.json as ApiTokenCreatedAnswer).token}` }
  const statuses = await statusesOf(640, (client) => client.get('/api/auth/privileges', { headers }))
  expect(statuses.filter((status) => status === 200)).toHaveLength(600)
  expect(statuses.at(-1)).toBe(429)
})

test('an estimate is answered once, however many presses reach both nodes at once (EST-02)', async () => {
  const ann = await nodeAt(0).client().signIn('ann')
  const post = async (path: string, body?: object) => (await ann.post(`/api/${seed.shopId}/${path}`, body)).json as Record<string, string>
  const { id: customerId } = await post('customers', { name: 'Carla', countryCode: '+1', phone: '5550102000' })
  const order = { customerId, orderStatusId: orderStatusIdByName['Waiting For Approval'], itemDetails: 'Phone', issueDescription: 'Glass' }
  const { id: orderId } = await post('orders', order)
  const { id } = await post('estimates', { orderId, lines: [{ description: 'Screen', quantity: 1, unitPrice: 80 }] })
  const { url = '' } = await post(`estimates/${id}/send`)
  const address = `/api/public/estimates/${url.slice(url.lastIndexOf('/') + 1)}/decision`
  const press = (turn: number) =>
    nodeAt(turn)
      .client()
      .post(address, { decision: turn % 3 === 0 ? 'decline' : 'approve', name: `Carla ${turn}` })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => press(turn)))
  const taken = answers.filter(({ status }) => status === 200).map(({ json }) => json as Record<string, unknown>)
  expect([taken.length, answers.filter(({ status }) => status === 409).length]).toEqual([1, 19])
  const { json } = await ann.get(`/api/${seed.shopId}/estimates/${id}`)
  expect(json).toMatchObject({ state: taken[0]?.['state'], decidedName: taken[0]?.['decidedName'], decidedBy: 'customer' })
})
