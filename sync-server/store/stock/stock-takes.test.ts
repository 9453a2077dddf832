import fc from 'fast-check'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { create, createWorld, mutation, orderValues, remove, update, type World } from '../../testing/test-world.ts'
import { readStockTake } from './read-stock-take.ts'
import { applyOps } from '../write.ts'

let world: World
let shopId: string
let userId: string
const start = Date.parse('2026-03-02T08:00:00.000Z')
const timeOf = (minute: number): string => new Date(start + minute * 60_000).toISOString()

/** A mutation that a tablet of its own made at the minute, whenever it arrives. */
const pushAt = async (minute: number, ...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops, timeOf(minute))], { deviceId: v7() }))[0]
const act = async (action: 'apply-take' | 'undo-take', id: string) =>
  applyOps(world.services, { ...(await world.caller(userId)), origin: 'rest' }, shopId, [{ action, collection: 'stock_counts', id }])
const readProducts = async (id: string) => (await readStockTake(world.services.reader, shopId, id)).products
const countOf = async (id: string) =>
  (await world.services.reader.selectFrom('products').select('inventory_count').where('id', '=', id).executeTakeFirst())?.inventory_count

async function addProducts(ids: readonly string[], inventoryCount: number): Promise<{ orderId: string; purchaseId: string }> {
  const [customer, category, orderId, purchaseId] = [v7(), v7(), v7(), v7()]
  await pushAt(
    0,
    create('customers', customer, { name: 'Ann' }),
    create('categories', category, { name: 'Parts' }),
    create('orders', orderId, orderValues(customer)),
    create('purchases', purchaseId, {}),
    ...ids.map((id) => create('products', id, { name: id, categoryHierarchyId: category, inventoryCount })),
  )
  return { orderId, purchaseId }
}

const sale = (orderId: string, productId: string, quantity = 1) =>
  create('order_lines', v7(), { orderId, productId, description: 'Part', quantity, unitPrice: 1, fromStock: true })
const counted = (takeId: string, productId: string, pieces: number, id = v7()) =>
  create('stock_counts', id, { takeId, area: 'Drawer 3', productId, counted: pieces })

beforeEach(async () => {
  world = await createWorld()
  world.now.setTime(start + 24 * 60 * 60_000)
  shopId = await world.addShop()
  userId = await world.addUser({ shopIds: [shopId] })
})
afterEach(() => world.close())

describe('a stock take (PARTS-04)', () => {
  const [screen, takeId] = [v7(), v7()]

  it('adds up the counts of several tablets, respects what was sold meanwhile, and is applied once', async () => {
    const { orderId } = await addProducts([screen], 9)
    await pushAt(10, counted(takeId, screen, 3))
    await pushAt(11, counted(takeId, screen, 4))
    await pushAt(20, sale(orderId, screen, 2))
    expect(await readProducts(takeId)).toEqual([{ productId: screen, counted: 7, countedAt: timeOf(11), movedSince: -2, difference: -2, isApplied: false }])
    await act('apply-take', takeId)
    await act('apply-take', takeId)
    expect(await countOf(screen)).toBe(5)
    expect(await readProducts(takeId)).toMatchObject([{ difference: -2, isApplied: true }])
    const [applied] = await world.services.reader.selectFrom('stock_movements').selectAll().where('take_id', '=', takeId).execute()
    expect(applied).toMatchObject({ delta: -2, count_after: 5, reason: 'count', created_at: timeOf(11), user_id: userId })
  })

  it('is undone as one act, and can then be changed and applied again', async () => {
    await addProducts([screen], 9)
    const id = v7()
    await pushAt(10, counted(takeId, screen, 4, id))
    await act('apply-take', takeId)
    const refusal = { outcome: 'rejected', error: { code: 'CONFLICT', message: 'This count is applied. Undo the stock take before you change it.' } }
    expect(await pushAt(20, update('stock_counts', id, { counted: [4, 5] }))).toMatchObject(refusal)
    expect(await pushAt(20, remove('stock_counts', id))).toMatchObject(refusal)
    await act('undo-take', takeId)
    await act('undo-take', takeId)
    expect(await countOf(screen)).toBe(9)
    await pushAt(30, update('stock_counts', id, { counted: [4, 5] }))
    await act('apply-take', takeId)
    expect(await countOf(screen)).toBe(5)
  })

  it('takes counts that arrive after it was applied when it is applied again', async () => {
    await addProducts([screen], 9)
    await pushAt(10, counted(takeId, screen, 3))
    await act('apply-take', takeId)
    await pushAt(9, counted(takeId, screen, 4))
    expect(await countOf(screen)).toBe(3)
    await act('apply-take', takeId)
    expect(await countOf(screen)).toBe(7)
  })

  it('changes nothing for a sale from before the count that arrives afterwards, and undone it counts that sale', async () => {
    const { orderId } = await addProducts([screen], 9)
    await pushAt(10, counted(takeId, screen, 8))
    await act('apply-take', takeId)
    await pushAt(5, sale(orderId, screen))
    expect(await countOf(screen)).toBe(8)
    await pushAt(6, update('products', screen, { inventoryCount: [9, 7] }))
    expect(await countOf(screen)).toBe(8)
    await act('undo-take', takeId)
    expect(await countOf(screen)).toBe(6)
  })
})

type Step =
  | { does: 'sell' | 'find' | 'lose'; product: number; pieces: number }
  | { does: 'receive'; product: number; pieces: number }
  | { does: 'take'; products: readonly number[]; isUndone: boolean }

const product = fc.nat({ max: 2 })
const pieces = fc.integer({ min: 1, max: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('sell' as const, 'lose' as const), product, pieces }) },
  fc.record({ does: fc.constant('find' as const), product, pieces }),
  { weight: 2, arbitrary: fc.record({ does: fc.constant('receive' as const), product, pieces }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('take' as const), products: fc.uniqueArray(product, { minLength: 1 }), isUndone: fc.boolean() }) },
)

it('PARTS-04: counts are what lies on the shelf once it was counted, and what was written otherwise, in any order of arrival', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.infiniteStream(fc.nat()), async (steps, draws) => {
      const ids = [v7(), v7(), v7()]
      const { orderId, purchaseId } = await addProducts(ids, 20)
      const idOf = (place: number): string => ids[place] ?? ''
      // The shelf itself: pieces that lie there, and what the counts would be if nobody had ever counted.
      const shelf = ids.map(() => 20)
      const written = ids.map(() => 20)
      const arrivals: (() => Promise<unknown>)[] = []
      const applied: { takeId: string; isUndone: boolean }[] = []
      const move = (places: number[], place: number, by: number): void => {
        places[place] = (places[place] ?? 0) + by
      }
      for (const [index, one] of steps.entries()) {
        const minute = index + 1
        if (one.does === 'sell') {
          move(shelf, one.product, -one.pieces)
          move(written, one.product, -one.pieces)
          arrivals.push(() => pushAt(minute, sale(orderId, idOf(one.product), one.pieces)))
        } else if (one.does === 'receive') {
          move(shelf, one.product, one.pieces)
          move(written, one.product, one.pieces)
          const values = { purchaseId, productId: idOf(one.product), quantity: one.pieces, received: one.pieces }
          arrivals.push(() => pushAt(minute, create('purchase_lines', v7(), values)))
        } else if (one.does === 'take') {
          const takeId = v7()
          const ops = one.products.map((place) => counted(takeId, idOf(place), Math.max(0, shelf[place] ?? 0)))
          arrivals.push(() => pushAt(minute, ...ops))
          applied.push({ takeId, isUndone: one.isUndone })
          if (!one.isUndone) for (const place of one.products) written[place] = shelf[place] = Math.max(0, shelf[place] ?? 0)
        } else move(shelf, one.product, one.does === 'lose' ? -one.pieces : one.pieces)
      }
      // Applied as soon as the counts are there, and what arrives later comes upon an applied take.
      for (const arrive of shuffle(arrivals, draws)) {
        await arrive()
        for (const take of applied) {
          if ((await readProducts(take.takeId)).some(({ isApplied }) => !isApplied)) await act('apply-take', take.takeId)
        }
      }
      for (const { takeId, isUndone } of applied) if (isUndone) await act('undo-take', takeId)
      expect(await Promise.all(ids.map(countOf))).toEqual(written)
    }),
    { numRuns: 40 },
  )
}, 60_000)

const shuffle = <Item>(items: readonly Item[], draws: Iterator<number>): Item[] =>
  items
    .map((item) => ({ item, draw: Number(draws.next().value) }))
    .toSorted((one, other) => one.draw - other.draw)
    .map(({ item }) => item)
