import fc from 'fast-check'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { leaseNumbers, returnNumbers } from '../../commands/lease-numbers.ts'
import type { NumberLeaseTable } from '../../db/database.ts'
import { readCaller } from '../../queries/people/read-caller.ts'
import { contentOf, create, createWorld, mutation, orderValues, remove, restore, update, type World } from '../../testing/test-world.ts'
import { purgeDeletedRows } from '../deletions/purge-deleted.ts'
import { applyMutations } from '../write.ts'
import type { WriteMode } from '../write-batch.ts'
import { goOnAbove } from './number-heads.ts'
import { createRow, updateRow } from '../write-rows.ts'

let world: World
let shopId: string
let userId: string
const customerId = v7()

beforeEach(async () => {
  world = await createWorld()
  shopId = await world.addShop()
  userId = await world.addUser({ shopIds: [shopId] })
  await world.push(userId, [mutation(shopId, [create('customers', customerId, { name: 'Mary' })])])
})
afterEach(() => world.close())

const lease = async (deviceId: string, count: number, ofUser = userId) =>
  leaseNumbers(world.services, await readCaller(world.services.reader, ofUser), { shopId, deviceId, count })
const giveBack = async (deviceId: string, ranges: readonly { from: number; to: number }[], ofUser = userId) =>
  (await returnNumbers(world.services, await readCaller(world.services.reader, ofUser), { deviceId, shops: [{ shopId, ranges: [...ranges] }] })).returned
/** Leases of the user, far above those of other tests, for `total` numbers in ranges of `size`. */
const addLeases = async (total: number, size: number) => {
  const lease = { shop_id: shopId, user_id: userId, device_id: 'tablet', leased_at: world.now.toISOString() }
  const ranges: NumberLeaseTable[] = []
  for (let first = 0; first < total; first += size)
    ranges.push({ ...lease, first_number: 1_000_000 + first, last_number: 999_999 + Math.min(first + size, total) })
  for (let at = 0; at < ranges.length; at += 1_000)
    await world.services.db
      .insertInto('number_leases')
      .values(ranges.slice(at, at + 1_000))
      .execute()
}
const orderOp = (id: string, number?: number, more: Record<string, unknown> = {}) =>
  create('orders', id, orderValues(customerId, { ...more, ...(number !== undefined && { number }) }))
const pushIn = async (mode: WriteMode, mutations: readonly unknown[], deviceId = 'tablet', by = userId) =>
  applyMutations(world.services, await world.caller(by), { deviceId, clockOffsetMs: 0, receivedAt: world.now, mutations }, mode)
const addOrder = async (number?: number, deviceId = 'tablet', by = userId) => {
  const id = v7()
  const [result] = await pushIn('each', [mutation(shopId, [orderOp(id, number)])], deviceId, by)
  return { id, content: contentOf(result, id), result }
}

describe.each(['each', 'sets'] as const)('numbers of orders that come together, written in mode %s', (mode) => {
  test('are the leased ones where they are free, else the next, and a leased one that stood on paper is kept (NUM-04)', async () => {
    await lease('tablet', 10)
    const ids = [v7(), v7(), v7(), v7(), v7()]
    const numbers = [3, 3, undefined, 77, 4]
    const results = await pushIn(
      mode,
      ids.map((id, index) => mutation(shopId, [orderOp(id, numbers[index])])),
    )
    expect(ids.map((id, index) => contentOf(results[index], id))).toMatchObject([
      { number: 3, formerNumbers: [] },
      { number: 11, formerNumbers: [3] },
      { number: 12, formerNumbers: [] },
      { number: 13, formerNumbers: [] },
      { number: 4, formerNumbers: [] },
    ])
  })

  test('stay the same when they are sent again, with no second number', async () => {
    await lease('tablet', 10)
    const sent = [mutation(shopId, [orderOp(v7(), 5)]), mutation(shopId, [orderOp(v7(), 99)]), mutation(shopId, [orderOp(v7())])]
    const first = await pushIn(mode, sent)
    expect(await pushIn(mode, sent)).toEqual(first)
    expect((await addOrder()).content['number']).toBe(13)
  })

  test('are given back by what is refused, and stand on nobody’s paper', async () => {
    await lease('tablet', 2)
    const [kept, next] = [v7(), v7()]
    const results = await pushIn(mode, [
      mutation(shopId, [orderOp(v7(), 1), orderOp(v7()), orderOp(v7(), 66), create('customers', customerId, { name: 'Taken' })]),
      mutation(shopId, [orderOp(kept, 1)]),
      mutation(shopId, [orderOp(next)]),
    ])
    expect(results.map(({ outcome }) => outcome)).toEqual(['rejected', 'applied', 'applied'])
    expect(contentOf(results[1], kept)).toMatchObject({ number: 1, formerNumbers: [] })
    expect(contentOf(results[2], next)).toMatchObject({ number: 3, formerNumbers: [] })
    expect(await world.services.reader.selectFrom('former_ticket_numbers').selectAll().execute()).toEqual([])
  })

  test('of a lease of somebody else are left to them, though they come in the same push', async () => {
    await lease('phone', 5)
    const [first, second, third] = [v7(), v7(), v7()]
    const results = await pushIn(mode, [mutation(shopId, [orderOp(first, 3)]), mutation(shopId, [orderOp(second, 7)]), mutation(shopId, [orderOp(third)])])
    expect(contentOf(results[0], first)).toMatchObject({ number: 6, formerNumbers: [] })
    expect(contentOf(results[1], second)).toMatchObject({ number: 7, formerNumbers: [] })
    expect(contentOf(results[2], third)).toMatchObject({ number: 8, formerNumbers: [] })
    expect((await addOrder(3, 'phone')).content).toMatchObject({ number: 3, formerNumbers: [] })
  })

  test('are never given twice, whatever is sent, refused and sent again', async () => {
    const sender = fc.constantFrom('tablet', 'phone')
    const step = fc.record({ sender, number: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }), isRefused: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }), async (pushes) => {
        await lease('tablet', 5)
        await lease('phone', 5)
        for (const steps of pushes) {
          const mutations = steps.map(({ number, isRefused }) =>
            mutation(shopId, [orderOp(v7(), number), ...(isRefused ? [create('customers', customerId, { name: 'Taken' })] : [])]),
          )
          await pushIn(mode, mutations, steps[0]?.sender)
        }
        const rows = await world.services.reader.selectFrom('orders').select(['number', 'former_numbers', 'id']).execute()
        expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
        const former = await world.services.reader.selectFrom('former_ticket_numbers').select(['order_id', 'number']).execute()
        expect(former.length).toBe(rows.filter(({ former_numbers }) => former_numbers !== '[]').length)
      }),
      { numRuns: 15 },
    )
  })
})

describe('leases', () => {
  const refusal = { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 3_600 }

  test.each([1, 7, 200])('of %s are refused once a person took 20,000 numbers within an hour, and not before', async (size) => {
    await addLeases(19_999, size)
    expect(await lease('tablet', 1)).toEqual({ from: 1, to: 1 })
    await expect(lease('phone', 1)).rejects.toMatchObject(refusal)
  })

  test('of another person, and those of more than an hour ago, do not count', async () => {
    const other = await world.addUser({ shopIds: [shopId] })
    await addLeases(20_000, 200)
    await expect(lease('tablet', 1)).rejects.toMatchObject(refusal)
    expect(await lease('tablet', 1, other)).toEqual({ from: 1, to: 1 })
    world.now = new Date(world.now.getTime() + 3_600_001)
    expect(await lease('tablet', 1)).toEqual({ from: 2, to: 2 })
  })
})

describe('numbers that a device gives back', () => {
  test('are the next ones again, however often somebody signs in and out', async () => {
    for (let round = 1; round <= 20; round += 1) {
      expect(await lease('tablet', 20)).toEqual({ from: round, to: round + 19 })
      expect((await addOrder(round)).content).toMatchObject({ number: round })
      expect(await giveBack('tablet', [{ from: round + 1, to: round + 19 }])).toBe(19)
    }
    expect((await addOrder()).content['number']).toBe(21)
  })

  test('between those of other devices are leased before new ones: whole where they are enough, else as far as they go for a device that takes fewer', async () => {
    await lease('tablet', 20)
    await lease('phone', 10)
    expect(await giveBack('tablet', [{ from: 6, to: 20 }])).toBe(15)
    expect(await lease('desk', 20)).toEqual({ from: 31, to: 50 })
    expect(await lease('desk', 10)).toEqual({ from: 6, to: 15 })
    const caller = await readCaller(world.services.reader, userId)
    const fewer = { shopId, deviceId: 'desk', count: 10, orFewer: true }
    expect(await leaseNumbers(world.services, caller, fewer)).toEqual({ from: 16, to: 20 })
    expect(await leaseNumbers(world.services, caller, fewer)).toEqual({ from: 51, to: 60 })
  })

  test('do not belong to it any more, and its orders keep theirs', async () => {
    await lease('tablet', 10)
    await lease('phone', 1)
    await addOrder(4)
    expect(await giveBack('tablet', [{ from: 1, to: 10 }])).toBe(9)
    expect((await addOrder(3)).content).toMatchObject({ number: 12, formerNumbers: [] })
    expect(await lease('phone', 3)).toEqual({ from: 1, to: 3 })
    expect((await addOrder(3, 'phone')).content).toMatchObject({ number: 3 })
    expect(await lease('phone', 6)).toEqual({ from: 5, to: 10 })
  })

  test('are those of its own leases only, and only once', async () => {
    const other = await world.addUser({ shopIds: [shopId] })
    await lease('tablet', 10)
    await lease('tablet', 10, other)
    const all = [{ from: 1, to: 999 }]
    expect(await giveBack('phone', all)).toBe(0)
    expect(await giveBack('tablet', all)).toBe(10)
    expect(await giveBack('tablet', all)).toBe(0)
    expect((await addOrder(15, 'tablet', other)).content).toMatchObject({ number: 15 })
    expect(await giveBack('tablet', all, other)).toBe(9)
    // 16 to 20 were at the end.
    expect((await addOrder()).content['number']).toBe(16)
  })

  test('are passed over where an import has brought them meanwhile', async () => {
    await lease('tablet', 5)
    await lease('phone', 5)
    await giveBack('tablet', [{ from: 1, to: 5 }])
    const importer = { userId: null, privileges: new Set<never>(), shopIds: new Set([shopId]), origin: 'import' as const }
    const push = {
      deviceId: null,
      clockOffsetMs: 0,
      receivedAt: world.now,
      mutations: [mutation(shopId, [orderOp(v7(), 3)]), mutation(shopId, [orderOp(v7(), 8)])],
    }
    await applyMutations(world.services, importer, push)
    expect(await lease('desk', 2)).toEqual({ from: 1, to: 2 })
    expect(await lease('desk', 2)).toEqual({ from: 4, to: 5 })
    expect((await addOrder(8, 'phone')).content).toMatchObject({ number: 8, formerNumbers: [] })
  })

  test('are not leased after a restore: they may have been used since the backup', async () => {
    await lease('tablet', 5)
    await lease('phone', 5)
    await giveBack('tablet', [{ from: 1, to: 5 }])
    await goOnAbove(world.services.db, { tickets: new Map([[shopId, 40]]), invoices: [] }, world.now)
    expect(await lease('desk', 2)).toEqual({ from: 40, to: 41 })
  })
})

describe('a number', () => {
  test('of a lease of another device, or of another person on the same device, is left to them', async () => {
    const other = await world.addUser({ shopIds: [shopId] })
    await lease('tablet', 5)
    await lease('tablet', 5, other)
    expect((await addOrder(2, 'phone')).content).toMatchObject({ number: 11, formerNumbers: [] })
    expect((await addOrder(7)).content).toMatchObject({ number: 12, formerNumbers: [] })
    expect((await addOrder(2)).content).toMatchObject({ number: 2, formerNumbers: [] })
    expect((await addOrder(7, 'tablet', other)).content).toMatchObject({ number: 7, formerNumbers: [] })
  })

  test('of REST is the next one, whatever is sent, and takes none of a lease (NUM-05)', async () => {
    await lease('tablet', 5)
    const caller = await world.caller(userId)
    const values = { ...(orderValues(customerId) as Record<string, string>) }
    expect(await createRow(world.services, { ...caller, origin: 'rest' }, shopId, 'orders', values)).toMatchObject({ number: 6, formerNumbers: [] })
    expect(await createRow(world.services, { ...caller, origin: 'rest' }, shopId, 'orders', { ...values, number: 2 })).toMatchObject({
      number: 7,
      formerNumbers: [],
    })
    expect((await addOrder(2)).content).toMatchObject({ number: 2, formerNumbers: [] })
  })

  test('counts in each shop by itself', async () => {
    const elsewhere = await world.addShop('Elsewhere')
    const there = await world.addUser({ shopIds: [shopId, elsewhere] })
    const [customer, order] = [v7(), v7()]
    const [result] = await world.push(there, [
      mutation(elsewhere, [create('customers', customer, { name: 'Tom' }), create('orders', order, orderValues(customer))]),
    ])
    expect(contentOf(result, order)['number']).toBe(1)
    expect((await addOrder()).content['number']).toBe(1)
  })

  test('is not given again after its order was deleted, brought back, or purged (NUM-01)', async () => {
    await lease('tablet', 3)
    const { id } = await addOrder(1)
    await world.push(userId, [mutation(shopId, [remove('orders', id)])])
    expect((await addOrder(1)).content).toMatchObject({ number: 4, formerNumbers: [1] })
    const [restored] = await world.push(userId, [mutation(shopId, [restore('orders', id)])])
    expect(contentOf(restored, id)['number']).toBe(1)
    await world.push(userId, [mutation(shopId, [remove('orders', id)])])
    world.now = new Date('2026-06-02T09:00:00.000Z')
    expect(await purgeDeletedRows(world.services)).toBe(1)
    expect((await addOrder(1)).content).toMatchObject({ number: 5, formerNumbers: [1] })
  })

  test('cannot be changed, by push or REST; the one that is there may be sent back (NUM-07)', async () => {
    const { id } = await addOrder()
    const change = (to: unknown) => world.push(userId, [mutation(shopId, [update('orders', id, { number: [1, to], priority: [false, true] })])])
    const caller = await world.caller(userId)
    for (const to of [2, null]) {
      expect((await change(to))[0]).toMatchObject({
        outcome: 'rejected',
        error: { code: 'VALIDATION', message: 'The ticket number cannot be changed.', issues: [{ path: 'number' }] },
      })
      await expect(updateRow(world.services, caller, shopId, 'orders', id, { number: to })).rejects.toThrow('The ticket number cannot be changed.')
    }
    const read = { number: 1, formerNumbers: [9], ticket: 'S-1', itemDetails: 'iPad' }
    expect(await updateRow(world.services, caller, shopId, 'orders', id, read)).toMatchObject({ number: 1, formerNumbers: [], itemDetails: 'iPad' })
    const sentBack = update('orders', id, { number: [1, 1], formerNumbers: [[], [4]], ticket: ['S-1', 'X-9'], itemDetails: ['iPad', 'iPod'] })
    const [result] = await world.push(userId, [mutation(shopId, [sentBack])])
    expect(contentOf(result, id)).toMatchObject({ number: 1, formerNumbers: [], itemDetails: 'iPod' })
  })

  test('that is no whole number from 1 is refused with its create, which loses nothing', async () => {
    for (const number of [0, -1, 1.5, 'H-1', 1_000_000_001]) {
      const [result] = await world.push(userId, [mutation(shopId, [orderOp(v7(), undefined, { number })])])
      expect(result).toMatchObject({ outcome: 'rejected', error: { message: 'The ticket number must be a whole number from 1' } })
    }
    expect((await addOrder()).content['number']).toBe(1)
  })
})
