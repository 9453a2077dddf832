import type { Op } from '#schema/api/sync.ts'
import type { Json } from '#schema/values/merge.ts'

type Values = Readonly<Record<string, Json>>

/** What was sold, as the device stored it; `order`: the sale, `lines`: its articles and discount. */
export type SoldValues = { order: Values; lines: readonly Values[] }

/** A sale that was refused with all that belongs to it. Undefined for what Sell cannot show, such as a return. */
export function opsToSold(ops: readonly Op[]): SoldValues | undefined {
  const creates = ops.flatMap((op) => (op.action === 'create' ? [op] : []))
  const [sale, ...rest] = creates
  if (sale === undefined || creates.length < ops.length || sale.collection !== 'orders' || sale.values['kind'] !== 'sale') return undefined
  if (!rest.every(({ collection, values }) => values['orderId'] === sale.id && (collection === 'payments' ? isTaken(values) : collection === 'order_lines')))
    return undefined
  const lines = rest.flatMap(({ collection, values }) => (collection === 'order_lines' ? [values] : []))
  const discounts = lines.filter(({ kind }) => kind === 'discount')
  return discounts.length <= 1 && lines.every((line) => discounts.includes(line) || isArticle(line)) ? { order: sale.values, lines } : undefined
}

const isTaken = ({ refundOf = null, kind = null }: Values): boolean => refundOf === null && kind !== 'refund'

const isArticle = ({ productId, quantity, returnOf = null }: Values): boolean =>
  typeof productId === 'string' && typeof quantity === 'number' && quantity > 0 && returnOf === null
