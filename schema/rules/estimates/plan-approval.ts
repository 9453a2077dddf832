import type { OrderLine } from '../../collections/work/order-lines.ts'
import type { EstimateLine } from '../../values/estimates/estimate-lines.ts'
import type { Json } from '../../values/merge.ts'
import { findStockLineIssue } from '../inventory/stock-moves.ts'
import { type EstimatePricing, toOfferedPrice } from './estimate-states.ts'

type Values = Record<string, Json>

/** Changes of an order's lines, by id, and lines to add, in this order. */
type ApprovalPlan = { changes: { id: string; values: Values }[]; additions: Values[] }

type Approved = { orderLines: readonly OrderLine[]; lines: readonly EstimateLine[]; total: number; pricing: EstimatePricing }

/**
 * What makes an approved estimate the price of its order: its lines are the charged ones. Those made from lines of the
 * order change them, others are added, and what the estimate lacks is included.
 */
export function planApproval({ orderLines, lines, total, pricing }: Approved): ApprovalPlan {
  const kept = planWith(orderLines, lines, (id) => orderLines.some((line) => line.id === id))
  // A discount counts what was made before it, so a mix of old and new lines may be another price.
  return priceOf(kept, orderLines, pricing) === total ? kept : planWith(orderLines, lines, () => false)
}

function planWith(orderLines: readonly OrderLine[], lines: readonly EstimateLine[], isKept: (id: string) => boolean): ApprovalPlan {
  const changeById = new Map<string, Values>()
  const additions: Values[] = []
  for (const { lineId, ...line } of lines) {
    const values: Values = { ...line, productId: line.productId ?? null, taxRateId: line.taxRateId ?? null, percent: line.percent ?? null, included: false }
    const known = lineId !== undefined && isKept(lineId) && !changeById.has(lineId) ? orderLines.find(({ id }) => id === lineId) : undefined
    if (known === undefined) additions.push(values)
    else {
      const after = { ...known, ...values }
      changeById.set(known.id, findStockLineIssue(after) === undefined ? values : { ...values, fromStock: false })
    }
  }
  for (const { id, included } of orderLines) if (!changeById.has(id) && !included) changeById.set(id, { included: true })
  return { changes: [...changeById].map(([id, values]) => ({ id, values })), additions }
}

function priceOf({ changes, additions }: ApprovalPlan, orderLines: readonly OrderLine[], pricing: EstimatePricing): number | null {
  const valuesById = new Map(changes.map(({ id, values }) => [id, values]))
  const changed = orderLines.map((line): OrderLine => ({ ...line, ...valuesById.get(line.id) }))
  // Added lines are made now, after all others.
  const added = additions.map((values) => ({ quantity: 1, unitPrice: 0, ...values, createdAt: '9' }))
  return toOfferedPrice([...changed, ...added], pricing).total
}
