import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentOf, create, createWorld, mutation, orderValues, remove, restore, update, type World } from '../../testing/test-world.ts'

let world: World
let shopId: string
let userIds: string[]
const [customer, category, orderId, screen, orderLine, purchase, line] = [v7(), v7(), v7(), v7(), v7(), v7(), v7()]

const pushAs = async (who: number, ...ops: unknown[]) => (await world.push(userIds[who] ?? '', [mutation(shopId, ops, world.now.toISOString())]))[0]
const push = (...ops: unknown[]) => pushAs(0, ...ops)
const countOf = async () =>
  (await world.services.reader.selectFrom('products').select('inventory_count').where('id', '=', screen).executeTakeFirst())?.inventory_count
const supplyOf = async () => (await world.services.reader.selectFrom('order_lines').select('supply').where('id', '=', orderLine).executeTakeFirst())?.supply
const stateOf = async () => (await world.services.reader.selectFrom('purchases').select('state').where('id', '=', purchase).executeTakeFirst())?.state

beforeEach(async () => {
  world = await createWorld()
  shopId = await world.addShop()
  userIds = [await world.addUser({ shopIds: [shopId] }), await world.addUser({ shopIds: [shopId] })]
  await push(
    create('customers', customer, { name: 'Ann Lee' }),
    create('categories', category, { name: 'Parts' }),
    create('products', screen, { name: 'Screen', categoryHierarchyId: category, inventoryCount: 1 }),
    create('orders', orderId, orderValues(customer)),
    create('order_lines', orderLine, { orderId, description: 'Screen', quantity: 2, unitPrice: 80, supply: 'ordered' }),
    create('purchases', purchase, { state: 'sent', reference: 'PO-7' }),
    create('purchase_lines', line, { purchaseId: purchase, productId: screen, quantity: 3, orderLineId: orderLine }),
  )
})
afterEach(() => world.close())

describe('a line of a purchase (PARTS-02)', () => {
  it('raises the count by what is received, sets the part arrived and the purchase received, and gives all of it to the author', async () => {
    const first = await push(update('purchase_lines', line, { received: [0, 1] }))
    expect([await countOf(), await supplyOf(), await stateOf()]).toEqual([2, 'ordered', 'sent'])
    expect(contentOf(first, screen)).toMatchObject({ inventoryCount: 2 })
    const second = await push(update('purchase_lines', line, { received: [1, 3] }))
    expect([await countOf(), await supplyOf(), await stateOf()]).toEqual([4, 'arrived', 'received'])
    expect(contentOf(second, orderLine)).toMatchObject({ supply: 'arrived' })
    expect(contentOf(second, purchase)).toMatchObject({ state: 'received' })
    const movements = await world.services.reader.selectFrom('stock_movements').select(['delta', 'count_after', 'reason']).orderBy('seq').execute()
    expect(movements.slice(1)).toEqual([
      { delta: 1, count_after: 2, reason: 'purchase' },
      { delta: 2, count_after: 4, reason: 'purchase' },
    ])
  })

  it('adds up what two tablets receive, and refuses the second where both received all of it', async () => {
    await pushAs(0, update('purchase_lines', line, { received: [0, 1] }))
    await pushAs(1, update('purchase_lines', line, { received: [0, 1] }))
    expect(await countOf()).toBe(3)
    const refused = await pushAs(1, update('purchase_lines', line, { received: [0, 2] }))
    expect(refused).toMatchObject({
      outcome: 'rejected',
      error: { code: 'VALIDATION', message: 'Only 3 were ordered, so no more can be received', issues: [{ path: 'received' }] },
    })
    expect([await countOf(), await supplyOf()]).toEqual([3, 'arrived'])
  })

  it('raises the count once when the same mutation arrives again', async () => {
    const receiving = mutation(shopId, [update('purchase_lines', line, { received: [0, 3] })], world.now.toISOString())
    await world.push(userIds[0] ?? '', [receiving])
    await world.push(userIds[0] ?? '', [receiving])
    expect(await countOf()).toBe(4)
  })

  it('takes back what it brought when it is corrected or deleted with its purchase, and brings it again when that is restored', async () => {
    await push(update('purchase_lines', line, { received: [0, 3] }))
    await push(update('purchase_lines', line, { received: [3, 1] }))
    expect([await countOf(), await supplyOf(), await stateOf()]).toEqual([2, 'ordered', 'sent'])
    await push(remove('purchases', purchase))
    expect(await countOf()).toBe(1)
    await push(restore('purchases', purchase))
    expect(await countOf()).toBe(2)
  })

  it('refuses to order fewer than were received, and a line of nothing', async () => {
    await push(update('purchase_lines', line, { received: [0, 3] }))
    expect(await push(update('purchase_lines', line, { quantity: [3, 2] }))).toMatchObject({ outcome: 'rejected', error: { code: 'VALIDATION' } })
    const empty = await push(create('purchase_lines', v7(), { purchaseId: purchase, quantity: 1 }))
    expect(empty).toMatchObject({ outcome: 'rejected', error: { issues: [{ path: 'description', message: 'Choose a product or write a description' }] } })
  })
})
