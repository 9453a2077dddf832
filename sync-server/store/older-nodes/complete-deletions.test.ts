import fc from 'fast-check'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Dependant } from '#schema/collections/index.ts'
import { pullPage } from '../../feed/pull.ts'
import { triesOf } from '../../testing/test-database.ts'
import { create, createWorld, mutation, orderValues, remove, restore, update, type World } from '../../testing/test-world.ts'
import { tableOf } from '../table.ts'
import { completeDeletions } from './complete-deletions.ts'

let world: World
let shopId: string
let userId: string
let screen: string
let orderId: string

const push = async (...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops, world.now.toISOString())]))[0]
const counted = 10

beforeEach(async () => {
  world = await createWorld()
  shopId = await world.addShop()
  userId = await world.addUser({ shopIds: [shopId] })
  await startOrder()
})
afterEach(() => world.close())

async function startOrder(): Promise<void> {
  const [customer, category] = [v7(), v7()]
  screen = v7()
  orderId = v7()
  await push(
    create('customers', customer, { name: 'Ann Lee' }),
    create('categories', category, { name: 'Parts' }),
    create('products', screen, { name: 'Screen', categoryHierarchyId: category, inventoryCount: counted }),
    create('orders', orderId, orderValues(customer)),
  )
}

const lineOf = (quantity: number) => ({ orderId, kind: 'part', productId: screen, description: 'Screen', quantity, unitPrice: 80, fromStock: true })

async function addLine(quantity = 2): Promise<string> {
  const id = v7()
  await push(create('order_lines', id, lineOf(quantity)))
  return id
}

/** As a program of 0.8.0 writes, to which nothing but what it knows hangs on an order. */
async function atOlderNode<Result>(run: () => Promise<Result>): Promise<Result> {
  const orders = tableOf('orders') as { dependants: readonly Dependant[] }
  const { dependants } = orders
  orders.dependants = dependants.filter(({ collection }) => collection !== 'order_lines' && collection !== 'estimates')
  try {
    return await run()
  } finally {
    orders.dependants = dependants
  }
}

const complete = () => completeDeletions(world.services)
const readCount = async () =>
  (await world.services.reader.selectFrom('products').select('inventory_count').where('id', '=', screen).executeTakeFirstOrThrow()).inventory_count
const isThere = async (table: 'order_lines' | 'estimates' | 'orders', id: string) =>
  (await world.services.reader.selectFrom(table).select('deleted').where('id', '=', id).executeTakeFirstOrThrow()).deleted === 0
const readLastMovement = () =>
  world.services.reader
    .selectFrom('stock_movements')
    .select(['delta', 'count_after', 'reason', 'order_id'])
    .where('product_id', '=', screen)
    .orderBy('seq', 'desc')
    .executeTakeFirst()

describe('an order that an older node deletes', () => {
  it('takes its lines and estimates along at the next look, which gives its parts back and tells devices (LINE-02)', async () => {
    const lineId = await addLine()
    const estimateId = v7()
    await push(create('estimates', estimateId, { orderId, lines: JSON.stringify([{ description: 'Screen', quantity: 1, unitPrice: 80 }]) }))
    await atOlderNode(() => push(remove('orders', orderId)))
    expect([await readCount(), await isThere('order_lines', lineId)]).toEqual([counted - 2, true])

    expect(await complete()).toBe(2)
    expect([await readCount(), await isThere('order_lines', lineId), await isThere('estimates', estimateId)]).toEqual([counted, false, false])
    expect(await readLastMovement()).toEqual({ delta: 2, count_after: counted, reason: 'line', order_id: orderId })
    const caller = { ...(await world.caller(userId)), userId }
    for (const [collection, id] of [
      ['order_lines', lineId],
      ['estimates', estimateId],
    ] as const) {
      const { documents } = await pullPage(world.services, caller, { collection, limit: 10, checkpoint: {} })
      expect(documents.at(-1)).toMatchObject({ id, _deleted: true })
    }
    expect(await complete()).toBe(0)
  })

  it('comes back as a whole by Undo at either node', async () => {
    const lineId = await addLine()
    for (const atNode of [(run: () => Promise<unknown>) => run(), atOlderNode]) {
      await atOlderNode(() => push(remove('orders', orderId)))
      await complete()
      expect(await readCount()).toBe(counted)
      await atNode(() => push(restore('orders', orderId)))
      await complete()
      expect([await readCount(), await isThere('order_lines', lineId)]).toEqual([counted - 2, true])
    }
  })

  it('and restores before anybody looked is as it was', async () => {
    const lineId = await addLine()
    await atOlderNode(() => push(remove('orders', orderId)))
    await atOlderNode(() => push(restore('orders', orderId)))
    expect(await complete()).toBe(0)
    expect([await readCount(), await isThere('order_lines', lineId)]).toEqual([counted - 2, true])
  })
})

describe('an order that an older node restores', () => {
  it('gets its lines back, which take their parts again, but none that was deleted before', async () => {
    const [goneId, lineId] = [await addLine(1), await addLine()]
    await push(remove('order_lines', goneId))
    await push(remove('orders', orderId))
    await atOlderNode(() => push(restore('orders', orderId)))
    expect([await readCount(), await isThere('order_lines', lineId)]).toEqual([counted, false])
    expect(await complete()).toBe(1)
    expect([await readCount(), await isThere('order_lines', lineId), await isThere('order_lines', goneId)]).toEqual([counted - 2, true, false])
  })

  it('gets no line that was deleted by itself, in a mutation that changed the order too', async () => {
    const lineId = await addLine()
    await push(update('orders', orderId, { orderNotes: [null, 'No new screen'] }), remove('order_lines', lineId))
    expect(await complete()).toBe(0)
    expect([await readCount(), await isThere('order_lines', lineId)]).toEqual([counted, false])
  })
})

it('takes more rows than fit in one step, and leaves other shops and orders alone', async () => {
  const other = await addLine(3)
  const kept = orderId
  await startOrder()
  await push(...Array.from({ length: 130 }, () => create('order_lines', v7(), lineOf(1))))
  expect(await readCount()).toBe(counted - 130)
  await atOlderNode(() => push(remove('orders', orderId)))
  expect(await complete()).toBe(130)
  expect(await readCount()).toBe(counted)
  expect([await isThere('orders', kept), await isThere('order_lines', other)]).toEqual([true, true])
})

type Step = { does: 'add' | 'removeLine' | 'remove' | 'restore' | 'complete'; isOlder: boolean; line: number }
const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('add', 'removeLine', 'remove', 'restore', 'complete'),
  isOlder: fc.boolean(),
  line: fc.nat({ max: 2 }),
})

it('acts at nodes of both versions in any order end as if all of them knew lines', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await startOrder()
      const lines: string[] = []
      const removed = new Set<string>()
      for (const { does, isOlder, line } of steps) {
        const lineId = lines[line] ?? v7()
        if (does === 'add') {
          if (await isThere('orders', orderId)) lines.push(await addLine())
        } else if (does === 'removeLine') {
          await push(remove('order_lines', lineId))
          removed.add(lineId)
        } else if (does === 'complete') await complete()
        else {
          const act = () => push((does === 'remove' ? remove : restore)('orders', orderId))
          await (isOlder ? atOlderNode(act) : act())
        }
      }
      await complete()
      expect(await complete()).toBe(0)
      const living = await world.services.reader.selectFrom('order_lines').select('id').where('order_id', '=', orderId).where('deleted', '=', 0).execute()
      const expected = (await isThere('orders', orderId)) ? lines.filter((id) => !removed.has(id)) : []
      expect(living.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
      expect(await readCount()).toBe(counted - 2 * expected.length)
    }),
    { numRuns: triesOf(100) },
  )
})
