import fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, it } from 'vitest'
import { create, createWorld, mutation, orderValues, remove, restore, update } from '../../testing/test-world.ts'

type Step =
  | { does: 'add'; order: number; product: number; quantity: number; fromStock: boolean }
  | { does: 'change'; line: number; product: number | null; quantity: number }
  | { does: 'switch'; line: number; fromStock: boolean }
  | { does: 'remove' | 'restore'; line: number }
  | { does: 'removeOrder' | 'restoreOrder'; order: number }
  | { does: 'count'; product: number; by: number }
  | { does: 'again'; step: number }

const index = fc.nat({ max: 5 })
const two = fc.nat({ max: 1 })
const amount = fc.integer({ min: 1, max: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('add' as const), order: two, product: two, quantity: amount, fromStock: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('change' as const), line: index, product: fc.option(two), quantity: amount }) },
  fc.record({ does: fc.constant('switch' as const), line: index, fromStock: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('remove' as const, 'restore' as const), line: index }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('removeOrder' as const, 'restoreOrder' as const), order: two }) },
  fc.record({ does: fc.constant('count' as const), product: two, by: fc.integer({ min: -3, max: 3 }) }),
  fc.record({ does: fc.constant('again' as const), step: fc.nat({ max: 30 }) }),
)

it('counts are what was counted less what the living lines from stock hold, after any steps in any order, doubled and refused ones among them (LINE-02, LINE-03)', async () => {
  const world = await createWorld()
  const shopId = await world.addShop()
  const userIds = [await world.addUser({ shopIds: [shopId] }), await world.addUser({ shopIds: [shopId] })]
  const read = async () => ({
    counts: new Map(
      (await world.services.reader.selectFrom('products').select(['id', 'inventory_count']).execute()).map((row) => [row.id, row.inventory_count]),
    ),
    lines: await world.services.reader.selectFrom('order_lines').selectAll().where('deleted', '=', 0).where('from_stock', '=', 1).execute(),
    movements: await world.services.reader.selectFrom('stock_movements').selectAll().orderBy('seq').execute(),
  })
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const [customer, category] = [v7(), v7()]
        const [orders, products] = [
          [v7(), v7()],
          [v7(), v7()],
        ]
        const lines: string[] = []
        const sent: ReturnType<typeof mutation>[] = []
        let turn = 0
        const push = async (one: ReturnType<typeof mutation>) => world.push(userIds[turn++ % 2] ?? '', [one], { deviceId: `device-${turn % 2}` })
        await push(
          mutation(shopId, [
            create('customers', customer, { name: 'Ann' }),
            create('categories', category, { name: 'Parts' }),
            ...products.map((id) => create('products', id, { name: id, categoryHierarchyId: category, inventoryCount: 3 })),
            ...orders.map((id) => create('orders', id, orderValues(customer))),
          ]),
        )
        // Expected counts without order lines: a count set from one value to another is a difference, limited at min(0,
        // before).
        const counted = new Map(products.map((id) => [id, 3]))
        for (const one of steps) {
          const line = 'line' in one ? (lines[one.line % Math.max(1, lines.length)] ?? v7()) : ''
          const ops = ((): unknown[] => {
            switch (one.does) {
              case 'add': {
                const id = v7()
                lines.push(id)
                const { quantity, fromStock } = one
                return [
                  create('order_lines', id, {
                    orderId: orders[one.order],
                    productId: products[one.product],
                    description: 'Part',
                    quantity,
                    unitPrice: 1,
                    fromStock,
                  }),
                ]
              }
              case 'change':
                return [update('order_lines', line, { quantity: [0, one.quantity], productId: [null, one.product === null ? null : products[one.product]] })]
              case 'switch':
                return [update('order_lines', line, { fromStock: [!one.fromStock, one.fromStock] })]
              case 'remove':
                return [remove('order_lines', line)]
              case 'restore':
                return [restore('order_lines', line)]
              case 'removeOrder':
                return [remove('orders', orders[one.order] ?? '')]
              case 'restoreOrder':
                return [restore('orders', orders[one.order] ?? '')]
              case 'count':
                return [update('products', products[one.product] ?? '', { inventoryCount: [5, 5 + one.by] })]
              case 'again':
                return []
            }
          })()
          if (one.does === 'again') {
            const former = sent[one.step]
            // By its original author; otherwise it would be refused.
            if (former !== undefined) await world.push(userIds[one.step % 2] ?? '', [former], { deviceId: `device-${(one.step + 1) % 2}` })
            continue
          }
          const before = await read()
          const next = mutation(shopId, ops)
          sent.push(next)
          await push(next)
          if (one.does === 'count') {
            const id = products[one.product] ?? ''
            const held = before.counts.get(id) ?? 0
            counted.set(id, (counted.get(id) ?? 0) + Math.max(Math.min(0, held), held + one.by) - held)
          }
        }
        const { counts, lines: living, movements } = await read()
        for (const id of products) {
          const held = living.filter((row) => row.product_id === id).reduce((sum, row) => sum + row.quantity_thousandths / 1000, 0)
          expect(counts.get(id)).toBe((counted.get(id) ?? 0) - held)
          const own = movements.filter((row) => row.product_id === id)
          // Each movement continues from the previous count.
          own.reduce((left, row) => {
            expect(row.count_after).toBe(left + row.delta)
            return row.count_after
          }, 0)
          expect(own.at(-1)?.count_after).toBe(counts.get(id))
        }
      }),
      {
        numRuns: 60,
        examples: [
          [
            [
              { does: 'add', order: 0, product: 1, quantity: 1, fromStock: true },
              { does: 'add', order: 0, product: 1, quantity: 4, fromStock: true },
              { does: 'count', product: 1, by: 1 },
            ],
          ],
        ],
      },
    )
  } finally {
    await world.close()
  }
})
