import { v5 as uuidV5 } from 'uuid'
import type { Mutation, Op } from '#schema/api/sync.ts'
import type { Json } from '#schema/values/merge.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Services } from '#server/services.ts'
import { settleStockTake } from '#server/commands/take-stock.ts'
import type { WriteCaller } from '#server/store/caller.ts'
import { readStatuses } from './add-lines.ts'

const dayMs = 86_400_000

type Bought = { id: string; name: string; cost: Json; supplierId: string }

/**
 * A purchase that came in parts, one that is on its way with the part of a repair, and a draft; and a part that a repair waits for and
 * nobody ordered yet.
 */
export function addPurchases(orders: readonly Mutation[], stock: readonly Mutation[], { shopId, now }: { shopId: string; now: Date }): Mutation[] {
  const toId = (name: string): string => uuidV5(`purchase-${name}`, shopId)
  const act = (name: string, daysAgo: number, ops: Op[]): Mutation => ({
    id: toId(`act-${name}`),
    shopId,
    at: new Date(now.getTime() - daysAgo * dayMs - 60_000).toISOString(),
    ops,
  })
  const [first = [], second = [], third = []] = bySupplier(stock).map((products) => products.slice(0, 3))
  const line = (name: string, product: Bought | undefined, values: Record<string, Json> = {}): Op[] =>
    product === undefined
      ? []
      : [
          create('purchase_lines', toId(`line-${name}-${product.id}`), {
            purchaseId: toId(name),
            productId: product.id,
            description: product.name,
            quantity: 5,
            unitCost: product.cost,
            ...values,
          }),
        ]
  const send = (name: string): Op => update('purchases', toId(name), { state: { from: 'draft', to: 'sent' } })
  const receive = (product: Bought | undefined, to: number): Op[] =>
    product === undefined ? [] : [update('purchase_lines', toId(`line-parts-${product.id}`), { received: { from: 0, to } })]

  const repairs = findWaiting(orders)
  const waiting = repairs.find(({ at }) => Date.parse(at) < now.getTime() - 4 * dayMs)?.id
  const wished = repairs.find(({ id, at }) => id !== waiting && Date.parse(at) < now.getTime() - dayMs)?.id
  const [ordered] = second
  const waitingLine = toId('waiting')
  const ofRepair = (id: string, orderId: string, product: Bought, values: Record<string, Json>): Op =>
    // In the quote, so that what the repair costs stays.
    create('order_lines', id, { orderId, kind: 'part', productId: product.id, description: product.name, quantity: 1, unitPrice: 0, included: true, ...values })
  return [
    act('parts-new', 9, [
      create('purchases', toId('parts'), { supplierId: first[0]?.supplierId ?? null }),
      ...first.flatMap((product) => line('parts', product)),
    ]),
    act('parts-sent', 8, [update('purchases', toId('parts'), { reference: { from: null, to: 'B-4471' } }), send('parts')]),
    act('parts-here', 5, [...receive(first[0], 5), ...receive(first[1], 2)]),
    ...(waiting === undefined || ordered === undefined
      ? []
      : [
          act('way-new', 3, [
            ofRepair(waitingLine, waiting, ordered, { supply: 'to-order', supplierId: ordered.supplierId }),
            create('purchases', toId('way'), { supplierId: ordered.supplierId, reference: 'C-118' }),
            ...line('way', ordered, { orderLineId: waitingLine, quantity: 1 }),
            ...second.slice(1).flatMap((product) => line('way', product)),
          ]),
          act('way-sent', 2, [
            send('way'),
            update('order_lines', waitingLine, {
              supply: { from: 'to-order', to: 'ordered' },
              expectedAt: { from: null, to: new Date(now.getTime() + 2 * dayMs).toISOString() },
            }),
          ]),
        ]),
    act('draft-new', 0, [
      create('purchases', toId('draft'), { supplierId: third[0]?.supplierId ?? null, note: 'Ask for the price of ten' }),
      ...third.flatMap((product) => line('draft', product)),
    ]),
    ...(wished === undefined || third[0] === undefined
      ? []
      : [act('wished', 0, [ofRepair(toId('wished'), wished, third[0], { supply: 'to-order', supplierId: third[0].supplierId })])]),
  ]
}

/** Products of each supplier, the supplier with the most first. */
function bySupplier(stock: readonly Mutation[]): Bought[][] {
  const bought = stock.flatMap(({ ops }) =>
    ops.flatMap((op): Bought[] => {
      if (op.action !== 'create' || op.collection !== 'products') return []
      const { name, supplierId, costPrice = null } = op.values
      return typeof supplierId === 'string' && typeof name === 'string' ? [{ id: op.id, name, supplierId, cost: costPrice }] : []
    }),
  )
  return [...Map.groupBy(bought, ({ supplierId }) => supplierId).values()].toSorted((one, other) => other.length - one.length)
}

/** The repairs that wait for a part, the last first. */
function findWaiting(orders: readonly Mutation[]): { id: string; at: string }[] {
  const statusById = readStatuses(orders)
  return orders
    .flatMap(({ at, ops }) => ops.flatMap((op) => (op.action === 'create' && op.collection === 'orders' ? [{ id: op.id, at }] : [])))
    .filter(({ id }) => statusById.get(id) === orderStatusIdByName['Waiting For Part'])
    .toReversed()
}

type Counting = { shopId: string; now: Date; caller: WriteCaller; write: (mutation: Mutation) => Promise<void> }

/** A stock take of a category that found one piece too few, applied; and one of another that is going on. */
export async function addStockTakes(services: Services, { shopId, now, caller, write }: Counting): Promise<void> {
  const products = await services.reader
    .selectFrom('products')
    .where('shop_id', '=', shopId)
    .where('inventory_count', '>', 1)
    .orderBy('category_hierarchy_id')
    .orderBy('name')
    .select(['id', 'inventory_count as count', 'category_hierarchy_id as categoryId'])
    .execute()
  const [applied = [], open = []] = [...Map.groupBy(products, ({ categoryId }) => categoryId).values()].filter((group) => group.length > 2)
  for (const [name, group, short] of [
    ['Drawer 3', applied, 1],
    ['Window', open.slice(0, 2), 0],
  ] as const) {
    const takeId = uuidV5(`take-${name}`, shopId)
    const counts = group.map(({ id, count }, place) => ({ takeId, area: name, productId: id, counted: Number(count) - (place === 0 ? short : 0) }))
    await write({
      id: uuidV5(`act-take-${name}`, shopId),
      shopId,
      at: now.toISOString(),
      ops: counts.map((values) => create('stock_counts', uuidV5(values.productId, takeId), values)),
    })
    if (short > 0) await settleStockTake(services, caller, shopId, takeId, 'apply')
  }
}

const create = (collection: string, id: string, values: Record<string, Json>): Op => ({ action: 'create', collection, id, values })

const update = (collection: string, id: string, changes: Record<string, { from: Json; to: Json }>): Op => ({ action: 'update', collection, id, changes })
