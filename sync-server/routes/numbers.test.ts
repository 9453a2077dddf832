import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NumbersAnswer } from '#schema/api/numbers.ts'
import { leasedADayMax } from '../commands/lease-numbers.ts'
import { startSyncServer, type Client, type SyncServer } from '../testing/test-sync-server.ts'
import { contentOf, create, mutation, orderValues } from '../testing/test-world.ts'

const path = '/api/sync/numbers'

describe('leasing ticket numbers (NUM-03)', () => {
  let server: SyncServer
  let shopId: string
  let ann: Client
  const customerId = v7()

  beforeEach(async () => {
    server = await startSyncServer()
    shopId = await server.addShop()
    ann = await server.signIn(await server.addUser({ shopIds: [shopId] }))
    await server.push(ann.userId, [mutation(shopId, [create('customers', customerId, { name: 'Mary' })])])
  })
  afterEach(() => server.stop())

  const lease = async (client: Client, deviceId: string, count: unknown) => client.post(path, { deviceId, shopId, count })
  const leaseRange = async (client: Client, deviceId: string, count: number) => (await lease(client, deviceId, count)).body as unknown as NumbersAnswer
  const addOrder = async (userId: string, deviceId: string, number?: number) => {
    const id = v7()
    const values = orderValues(customerId, number === undefined ? {} : { number })
    const [result] = await server.push(userId, [mutation(shopId, [create('orders', id, values)])], { deviceId })
    return contentOf(result, id)
  }

  test('gives each call a range of its own, to every device and person, also where all ask at once', async () => {
    const bob = await server.signIn(await server.addUser({ shopIds: [shopId] }))
    const asked = [ann, bob, ann, bob, ann].map((client, index) => leaseRange(client, `tablet-${index % 2}`, 50 + index))
    const ranges = (await Promise.all(asked)).toSorted((one, other) => one.from - other.from)
    expect(ranges.map(({ from, to }) => to - from + 1).toSorted((one, other) => one - other)).toEqual([50, 51, 52, 53, 54])
    expect(ranges[0]?.from).toBe(1)
    for (const [index, { to }] of ranges.entries()) expect(ranges[index + 1]?.from ?? to + 1).toBe(to + 1)
  })

  test('gives another range where the answer was lost: what only one of two copies of a device holds stays its own', async () => {
    expect(await leaseRange(ann, 'tablet', 100)).toEqual({ from: 1, to: 100 })
    expect(await leaseRange(ann, 'tablet', 100)).toEqual({ from: 101, to: 200 })
  })

  test('numbers of the server go on above what is leased, and the next lease above those', async () => {
    await leaseRange(ann, 'tablet', 10)
    expect((await addOrder(ann.userId, 'phone'))['number']).toBe(11)
    expect(await leaseRange(ann, 'tablet', 5)).toEqual({ from: 12, to: 16 })
  })

  test('leaves out numbers that stood on paper before', async () => {
    expect(await addOrder(ann.userId, 'tablet', 7)).toMatchObject({ number: 1, formerNumbers: [7] })
    expect(await leaseRange(ann, 'tablet', 5)).toEqual({ from: 2, to: 6 })
    expect(await leaseRange(ann, 'tablet', 5)).toEqual({ from: 8, to: 12 })
  })

  test.each([0, 201, 1.5, '10', null, undefined])('refuses a count of %s', async (count) => {
    expect(await lease(ann, 'tablet', count)).toMatchObject({ status: 400, body: { message: 'Count must be a whole number from 1 to 200' } })
    expect(await leaseRange(ann, 'tablet', 200)).toEqual({ from: 1, to: 200 })
  })

  test('takes no shop but the caller’s own, and no device without a name', async () => {
    const stranger = await server.signIn(await server.addUser({ shopIds: [await server.addShop('Elsewhere')] }))
    expect((await lease(stranger, 'tablet', 10)).status).toBe(404)
    expect((await ann.post(path, { deviceId: 'tablet', shopId: v7(), count: 10 })).status).toBe(404)
    expect((await ann.post(path, { deviceId: '', shopId, count: 10 })).status).toBe(400)
    expect((await ann.post(`${path}?user=${stranger.userId}`, { deviceId: 'tablet', shopId, count: 10 })).status).toBe(401)
    expect(await leaseRange(ann, 'tablet', 1)).toEqual({ from: 1, to: 1 })
  })

  test('stops a program that burns numbers, for that person and until a day has passed', async () => {
    const leased_at = server.now.toISOString()
    await server.services.db
      .insertInto('number_leases')
      .values({ shop_id: shopId, first_number: 500_001, last_number: 500_000 + leasedADayMax - 10, user_id: ann.userId, device_id: 'tablet', leased_at })
      .execute()
    const answer = await lease(ann, 'another', 11)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('Retry-After')).toBe(String(24 * 60 * 60))
    expect((await lease(ann, 'another', 10)).status).toBe(200)
    const bob = await server.signIn(await server.addUser({ shopIds: [shopId] }))
    expect((await lease(bob, 'tablet', 200)).status).toBe(200)
    server.now = new Date(server.now.getTime() + 24 * 60 * 60 * 1000)
    expect((await lease(ann, 'another', 200)).status).toBe(200)
  })
})
