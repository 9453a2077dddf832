import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pullPage } from '../../feed/pull.ts'
import { contentOf, create, createWorld, mutation, orderValues, remove, restore, update, type World } from '../../testing/test-world.ts'
import { updateRow } from '../write-rows.ts'

let world: World
let shopId: string
let userId: string
const [customer, category, orderId, screen, battery] = [v7(), v7(), v7(), v7(), v7()]

const push = async (...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops, world.now.toISOString())]))[0]
const readProduct = (id: string) => world.services.reader.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const countOf = async (id: string) => (await readProduct(id)).inventory_count
const listMovements = (id: string) =>
  world.services.reader
    .selectFrom('stock_movements')
    .select(['delta', 'count_after', 'reason', 'order_id', 'user_id'])
    .where('product_id', '=', id)
    .orderBy('seq')
    .execute()
const lineOf = (more: Record<string, unknown> = {}) => ({
  orderId,
  kind: 'part',
  productId: screen,
  description: 'Screen',
  quantity: 2,
  unitPrice: 80,
  fromStock: true,
  ...more,
})

beforeEach(async () => {
  world = await createWorld()
  shopId = await world.addShop()
  userId = await world.addUser({ shopIds: [shopId] })
  await push(
    create('customers', customer, { name: 'Ann Lee' }),
    create('categories', category, { name: 'Parts' }),
    create('products', screen, { name: 'Screen', categoryHierarchyId: category, inventoryCount: 5 }),
    create('products', battery, { name: 'Battery', categoryHierarchyId: category, inventoryCount: 1 }),
    create('orders', orderId, orderValues(customer)),
  )
})
afterEach(() => world.close())

describe('a line from stock (LINE-02)', () => {
  it('takes its quantity, and gives the product back to the author and to the feed', async () => {
    const answer = await push(create('order_lines', v7(), lineOf()))
    expect(contentOf(answer, screen)).toMatchObject({ inventoryCount: 3 })
    const { documents } = await pullPage(world.services, { ...(await world.caller(userId)), userId }, { collection: 'products', limit: 10, checkpoint: {} })
    expect(documents.at(-1)).toMatchObject({ id: screen, inventoryCount: 3 })
  })

  it('moves the difference when its quantity, its product or where it comes from changes', async () => {
    const id = v7()
    await push(create('order_lines', id, lineOf()))
    await push(update('order_lines', id, { quantity: [2, 3] }))
    expect([await countOf(screen), await countOf(battery)]).toEqual([2, 1])
    await push(update('order_lines', id, { productId: [screen, battery], quantity: [3, 1] }))
    expect([await countOf(screen), await countOf(battery)]).toEqual([5, 0])
    await push(update('order_lines', id, { fromStock: [true, false] }))
    expect([await countOf(screen), await countOf(battery)]).toEqual([5, 1])
    await push(update('order_lines', id, { fromStock: [false, true], productId: [battery, null] }))
    expect([await countOf(screen), await countOf(battery)]).toEqual([5, 1])
  })

  it('moves nothing when only its words or its price change, and leaves the product unwritten', async () => {
    const id = v7()
    await push(create('order_lines', id, lineOf()))
    const { seq } = await readProduct(screen)
    await push(update('order_lines', id, { description: ['Screen', 'Glass'], unitPrice: [80, 75] }))
    expect((await readProduct(screen)).seq).toBe(seq)
  })

  it('gives back what it holds when it is deleted, once, and takes it when it is restored, once', async () => {
    const id = v7()
    await push(create('order_lines', id, lineOf()))
    await push(remove('order_lines', id))
    await push(remove('order_lines', id))
    expect(await countOf(screen)).toBe(5)
    await push(restore('order_lines', id))
    await push(restore('order_lines', id))
    expect(await countOf(screen)).toBe(3)
  })

  it('goes and comes with its order, but not a line that was deleted before', async () => {
    const [gone, kept] = [v7(), v7()]
    await push(create('order_lines', gone, lineOf({ quantity: 1 })), create('order_lines', kept, lineOf()))
    await push(remove('order_lines', gone))
    expect(await countOf(screen)).toBe(3)
    await push(remove('orders', orderId))
    expect(await countOf(screen)).toBe(5)
    await push(restore('orders', orderId))
    expect(await countOf(screen)).toBe(3)
  })

  it('takes a count below 0, and one who counts goes on from there', async () => {
    await push(create('order_lines', v7(), lineOf({ productId: battery, quantity: 3 })))
    expect(await countOf(battery)).toBe(-2)
    await push(update('products', battery, { inventoryCount: [-2, 4] }))
    expect(await countOf(battery)).toBe(4)
  })

  it('has no effect when the mutation is refused, nor when it arrives again', async () => {
    const id = v7()
    const taking = mutation(shopId, [create('order_lines', id, lineOf())], world.now.toISOString())
    await world.push(userId, [taking])
    await world.push(userId, [taking])
    expect(await countOf(screen)).toBe(3)
    const refused = await push(create('order_lines', v7(), lineOf()), create('order_lines', v7(), lineOf({ orderId: v7() })))
    expect(refused).toMatchObject({ outcome: 'rejected' })
    expect(await countOf(screen)).toBe(3)
    expect(await listMovements(screen)).toHaveLength(2)
  })

  it('is of whole pieces, while what is not from stock is not', async () => {
    const message = 'Quantity must be a whole number for parts from stock'
    expect(await push(create('order_lines', v7(), lineOf({ quantity: 1.5 })))).toMatchObject({ error: { message, issues: [{ path: 'quantity', message }] } })
    const id = v7()
    const answer = await push(create('order_lines', id, lineOf({ kind: 'labour', productId: null, quantity: '0.125' })))
    expect(contentOf(answer, id)).toMatchObject({ quantity: 0.125, unitPrice: 80, unitCost: null, kind: 'labour' })
    expect(await push(update('order_lines', id, { productId: [null, screen] }))).toMatchObject({ error: { message } })
  })

  it.each([0, -1, 1.2345, 'many', '', null])('refuses %j as its quantity', async (quantity) => {
    expect(await push(create('order_lines', v7(), lineOf({ quantity })))).toMatchObject({ outcome: 'rejected', error: { issues: [{ path: 'quantity' }] } })
    expect(await countOf(screen)).toBe(5)
  })
})

describe('a count that a person sets', () => {
  it('adds up as a difference with what lines took meanwhile, and stops at min(0, the count before)', async () => {
    await push(create('order_lines', v7(), lineOf({ productId: battery })))
    expect(await countOf(battery)).toBe(-1)
    // A correction of -2 based on an old count of 3 does not go further below 0.
    await push(update('products', battery, { inventoryCount: [3, 1] }))
    expect(await countOf(battery)).toBe(-1)
    await push(create('order_lines', v7(), lineOf({ quantity: 4 })))
    await push(update('products', screen, { inventoryCount: [5, 2] }))
    expect(await countOf(screen)).toBe(0)
  })

  it('is never below 0, but a row is taken back as it was read', async () => {
    const caller = { ...(await world.caller(userId)), origin: 'rest' as const }
    const set = (id: string, inventoryCount: number) => updateRow(world.services, caller, shopId, 'products', id, { inventoryCount, name: 'Cell' })
    await push(create('order_lines', v7(), lineOf({ productId: battery })))
    expect(await set(battery, -1)).toMatchObject({ inventoryCount: -1, name: 'Cell' })
    expect(await set(battery, -7)).toMatchObject({ inventoryCount: -1 })
    await expect(set(screen, -1)).rejects.toMatchObject({ code: 'VALIDATION', issues: [{ path: 'inventoryCount' }] })
  })
})

describe('the movements of a product (LINE-03)', () => {
  it('say who moved a count, by how much, for which order, and what was left', async () => {
    const id = v7()
    await push(create('order_lines', id, lineOf()))
    await push(update('products', screen, { inventoryCount: [3, 10] }))
    await push(remove('orders', orderId))
    const line = { reason: 'line', order_id: orderId, user_id: userId }
    const counted = { reason: 'count', order_id: null, user_id: userId }
    expect(await listMovements(screen)).toEqual([
      { ...counted, delta: 5, count_after: 5 },
      { ...line, delta: -2, count_after: 3 },
      { ...counted, delta: 7, count_after: 10 },
      { ...line, delta: 2, count_after: 12 },
    ])
  })

  it('name an import as their reason', async () => {
    const caller = { ...(await world.caller(userId)), origin: 'import' as const }
    await updateRow(world.services, caller, shopId, 'products', screen, { inventoryCount: 6 })
    expect((await listMovements(screen)).at(-1)).toMatchObject({ delta: 1, count_after: 6, reason: 'import' })
  })
})
