import type { Model, ModelRow } from './oracle-model.ts'

/** What is owed for orders, added up from what people typed. */

type Balance = { total: number | null; paid: number; balance: number | null }

/** `told`: by order, what the server says. @throws Error */
export function checkBalances(model: Model, told: ReadonlyMap<string, Balance>): void {
  for (const order of model.rows.values()) {
    if (order.collection !== 'orders' || order.isDeleted) continue
    const due = balanceOf(model, order)
    const said = told.get(order.id)
    if (said === undefined || said.total !== due.total || said.paid !== due.paid || said.balance !== due.balance)
      throw new Error(`orders/${order.id} has the balance ${JSON.stringify(said)}, the oracle: ${JSON.stringify(due)}`)
  }
}

function balanceOf(model: Model, { id, shopId, values }: ModelRow): Balance {
  const ownOf = (collection: string): ModelRow[] => model.living(collection, shopId).filter((row) => row.values['orderId'] === id)
  const lines = ownOf('order_lines')
  // A line costs whole cents, half a cent or more is one: thousandths of pieces by cents make thousandths of cents.
  const lineCents = lines.reduce(
    (sum, line) => sum + Math.floor((Math.round(Number(line.values['quantity']) * 1000) * toCents(line.values['unitPrice']) + 500) / 1000),
    0,
  )
  const paid = ownOf('payments').reduce((sum, row) => sum + (row.values['kind'] === 'refund' ? -1 : 1) * toCents(row.values['paymentAmount']), 0)
  const total = lines.length > 0 ? lineCents : quoteToCents(values['quotedCost'])
  return { total: total === null ? null : total / 100, paid: paid / 100, balance: total === null ? null : (total - paid) / 100 }
}

const toCents = (amount: unknown): number => Math.round(Number(amount) * 100)

/** Words about what it may cost are no amount. */
const quoteToCents = (quote: unknown): number | null => (typeof quote === 'string' && /^\d+(\.\d{1,2})?$/.test(quote) ? toCents(quote) : null)
