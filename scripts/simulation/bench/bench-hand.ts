import type { CollectionName } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Intent } from '../protocol.ts'
import { pick, type Row, type Tools } from '../tablet/counter-hand.ts'
import type { BenchKind } from './plan-bench.ts'

/** What a person does at the bench with parts and labour of an order, and at the till with what it costs. */

const methods = ['cash', 'card', 'transfer', 'other', null] as const
const quotes = ['80', '120.5', '99.99', 'about 50', '1,000', null] as const

export async function planAtBench(kind: BenchKind, tools: Tools): Promise<Intent[]> {
  const { roll, rows, update } = tools
  /** Some rows are everybody's work of the day. */
  const some = async (collection: CollectionName, by = 1): Promise<Row | undefined> => pick(await rows(collection), roll(by) ** 2)
  const row = await some(collectionOf(kind), kind === 'count-part' ? 2 : 1)
  if (row === undefined) return []
  switch (kind) {
    case 'line':
      return [addLine(row, await some('products', 2), tools)]
    case 'line-quantity':
      return update('order_lines', row, (shown) => ({ quantity: shown['fromStock'] === true || roll(3) < 0.7 ? 1 + Math.floor(roll(3) * 4) : 0.5 }))
    case 'line-product': {
      const product = roll(3) < 0.1 ? undefined : await some('products', 2)
      return update('order_lines', row, () => ({ productId: product?.id ?? null }))
    }
    case 'line-switch':
      return update('order_lines', row, (shown) => ({ fromStock: shown['fromStock'] !== true }))
    case 'line-price':
      return update('order_lines', row, () => ({ unitPrice: toAmount(roll(3)), description: tools.word('Part') }))
    case 'delete-line':
      return [{ action: 'delete', collection: 'order_lines', id: row.id }]
    case 'count-part':
      return update('products', row, () => ({ inventoryCount: Math.floor(roll(3) * 9) }))
    case 'quote':
      return update('orders', row, () => ({ quotedCost: pick(quotes, roll(2)) ?? null }))
    case 'refund': {
      const values = { orderId: row.id, paymentAmount: toAmount(roll(2)), kind: roll(3) < 0.6 ? 'refund' : null, method: pick(methods, roll(4)) ?? null }
      return [{ action: 'create', collection: 'payments', id: tools.newId(), values }]
    }
  }
}

function collectionOf(kind: BenchKind): CollectionName {
  if (kind === 'line' || kind === 'quote' || kind === 'refund') return 'orders'
  return kind === 'count-part' ? 'products' : 'order_lines'
}

/** Mostly a part from the shelf; else labour, or a part that was bought for the order. */
function addLine(order: Row, product: Row | undefined, { roll, newId, word }: Tools): Intent {
  const isPart = roll(4) < 0.8 && product !== undefined
  const values: Record<string, Json> = {
    orderId: order.id,
    kind: isPart ? 'part' : 'labour',
    productId: isPart ? product.id : null,
    fromStock: isPart && roll(5) < 0.9,
    description: word('Part'),
    quantity: isPart ? 1 + Math.floor(roll(3) * 3) : 0.125 + Math.floor(roll(3) * 4) / 4,
    unitPrice: toAmount(roll(6)),
  }
  return { action: 'create', collection: 'order_lines', id: newId(), values }
}

const toAmount = (roll: number): number => (Math.floor(roll * 20_000) + 1) / 100
