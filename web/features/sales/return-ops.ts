import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import type { Payment } from '#schema/collections/work/payments.ts'
import { priceToBalance } from '#schema/rules/money/balance.ts'
import { type PriceLine, toPrice } from '#schema/rules/money/price.ts'
import { leftOfPayment } from '#schema/rules/money/refunds.ts'
import { isReturn, returnedOf, subtract } from '#schema/rules/orders/returns.ts'
import { amountToCents, centsToAmount } from '#schema/values/money.ts'
import { isRefund } from '#schema/values/payments/payment-kind.ts'
import { comparePayments } from '#schema/values/payments/payment-order.ts'
import type { OrderMoney } from '#web/device/lists/totals.ts'
import { soldWords } from '#schema/values/order-kind.ts'
import type { CreateInput, OpInput } from '#web/device/rows/op-input.ts'

/** A sold line, and how much of it can still come back. */
export type ReturnableLine = { line: OrderLine & PriceLine; left: number }

export const toReturnable = (lines: readonly (OrderLine & PriceLine)[]): ReturnableLine[] =>
  lines
    .filter((line) => !isReturn(line) && line.kind !== 'discount' && !line.included && line.unitPrice >= 0)
    .map((line) => ({ line, left: subtract(line.quantity, returnedOf(line.id, lines)) }))
    .filter(({ left }) => left > 0)

type Return = {
  money: OrderMoney
  payments: readonly Payment[]
  quantityById: ReadonlyMap<string, number>
  reason: string
  tillDayId: string | null
  newId: () => string
}

/** What goes back by one method of payment. */
export type Refund = { method: Payment['method']; amount: number }

/** What is taken back, and what is given back for it: never more than was paid. */
export function toReturnOps(orderId: string, { money, payments, quantityById, reason, tillDayId, newId }: Return): { ops: OpInput[]; refunds: Refund[] } {
  const taken = toReturnable(money.lines).flatMap(({ line }) => {
    const quantity = quantityById.get(line.id) ?? 0
    return quantity === 0 ? [] : [toReturnLine(line, quantity)]
  })
  const added = [...taken, ...toDiscountsBack(money, quantityById)]
  const after = toPrice({ ...money, lines: [...money.lines, ...added.map((line) => ({ ...line, createdAt: '9' }))] })
  const { balance } = priceToBalance(after, payments)
  const refundCents = Math.max(0, -amountToCents(balance ?? 0))
  const lineOps = added.map((values): CreateInput<'order_lines'> => ({
    action: 'create',
    collection: 'order_lines',
    id: newId(),
    values: { orderId, ...values },
  }))
  const parts = splitRefund(refundCents, payments)
  const refundOps = parts.map(({ payment, cents }): CreateInput<'payments'> => ({
    action: 'create',
    collection: 'payments',
    values: {
      orderId,
      kind: 'refund',
      refundOf: payment.id,
      paymentAmount: centsToAmount(cents),
      method: payment.method,
      afterTax: payment.afterTax,
      paymentText: reason,
      tillDayId,
    },
  }))
  return { ops: [...lineOps, ...refundOps], refunds: toRefunds(parts) }
}

type ReturnLine = Pick<OrderLine, 'productId' | 'description' | 'quantity' | 'unitPrice' | 'unitCost' | 'fromStock' | 'taxRateId'> & {
  kind: 'other'
  returnOf: string
}

const toReturnLine = (line: OrderLine & PriceLine, quantity: number): ReturnLine => ({
  kind: 'other',
  productId: line.productId,
  description: soldWords.returned + line.description,
  quantity,
  unitPrice: 0 - line.unitPrice,
  // What lies on the shelf again has cost the sale nothing.
  unitCost: line.fromStock ? line.unitCost : null,
  fromStock: line.fromStock,
  taxRateId: line.taxRateId ?? line.productTaxRateId ?? null,
  returnOf: line.id,
})

/** The share of each discount that was given on what comes back now, so that all returns together take back all of it. */
function toDiscountsBack(money: OrderMoney, quantityById: ReadonlyMap<string, number>): ReturnLine[] {
  const sold = money.lines.filter((line) => !isReturn(line) && line.kind !== 'discount' && !line.included)
  const grossOf = (quantityOf: (line: OrderLine) => number): number =>
    sold.reduce((cents, line) => cents + Math.round(amountToCents(line.unitPrice) * quantityOf(line)), 0)
  const whole = grossOf(({ quantity }) => quantity)
  const before = grossOf(({ id }) => returnedOf(id, money.lines))
  const now = grossOf(({ id }) => returnedOf(id, money.lines) + (quantityById.get(id) ?? 0))
  const { items } = toPrice(money)
  return items.flatMap(({ line, amount }) => {
    if (line === null || line.kind !== 'discount' || amount === null || whole === 0) return []
    const shareOf = (cents: number): number => Math.round((-amountToCents(amount) * cents) / whole)
    const back = shareOf(now) - shareOf(before)
    if (back <= 0) return []
    const { description, id, taxRateId } = line
    return [
      {
        kind: 'other',
        productId: null,
        description: soldWords.returned + description,
        quantity: 1,
        unitPrice: centsToAmount(back),
        unitCost: null,
        fromStock: false,
        taxRateId,
        returnOf: id,
      },
    ]
  })
}

const toRefunds = (parts: readonly { payment: Payment; cents: number }[]): Refund[] =>
  [...Map.groupBy(parts, ({ payment }) => payment.method)].map(([method, of]) => ({
    method,
    amount: centsToAmount(of.reduce((sum, { cents }) => sum + cents, 0)),
  }))

/** The latest payment first; each gives back at most what is left of it. */
function splitRefund(refundCents: number, payments: readonly Payment[]): { payment: Payment; cents: number }[] {
  let open = refundCents
  return payments
    .filter((payment) => !isRefund(payment))
    .toSorted((one, other) => comparePayments(other, one))
    .flatMap((payment) => {
      const cents = Math.min(open, amountToCents(leftOfPayment(payment, payments)))
      open -= cents
      return cents > 0 ? [{ payment, cents }] : []
    })
}
