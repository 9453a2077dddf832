import type { Customer } from '#schema/collections/work/customers.ts'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Payment } from '#schema/collections/work/payments.ts'
import type { TaxRate } from '#schema/collections/stock/tax-rates.ts'
import type { TaxMode } from '#schema/values/taxes/tax-rate.ts'

type Rows = {
  taxMode: TaxMode
  rates: readonly TaxRate[]
  order: Pick<Order, 'quotedCost' | 'quoteFromLines'>
  customer: Pick<Customer, 'taxExempt'>
  lines: readonly OrderLine[]
  payments: readonly Pick<Payment, 'paymentAmount' | 'kind'>[]
}

/** What an order costs, reckoned from the requirements alone and in cents: shares nothing with `schema/rules/money`. */
export function reckonPrice({ taxMode, rates, order, customer, lines, payments }: Rows): Record<'total' | 'net' | 'tax' | 'paid' | 'balance', number | null> {
  const usual = rates.find(({ isDefault }) => isDefault)
  const ofLabour = rates.find(({ isDefaultForLabour }) => isDefaultForLabour) ?? usual
  const charged: { cents: number; rate: TaxRate | undefined }[] = []
  if (!order.quoteFromLines && /^\d+(\.\d{1,2})?$/.test(order.quotedCost ?? '')) charged.push({ cents: toCents(Number(order.quotedCost)), rate: usual })
  for (const line of lines.toSorted((one, other) => (`${one.createdAt} ${one.id}` < `${other.createdAt} ${other.id}` ? -1 : 1))) {
    if (line.included) continue
    const above = charged.reduce((sum, { cents }) => sum + cents, 0)
    const own = round(Math.round(line.quantity * 1000) * toCents(line.unitPrice), 1000)
    const off = line.percent === null ? own : round(above * Math.round(line.percent * 10_000), 1_000_000)
    const rate = rates.find(({ id }) => id === line.taxRateId) ?? (line.kind === 'labour' ? ofLabour : usual)
    charged.push({ cents: line.kind === 'discount' ? -Math.max(0, Math.min(off, above)) : own, rate })
  }
  const paid = payments.reduce((sum, { paymentAmount, kind }) => sum + (kind === 'refund' ? -1 : 1) * toCents(paymentAmount), 0)
  if (charged.length === 0) return { total: null, net: null, tax: null, paid: paid / 100, balance: null }
  const sum = charged.reduce((cents, one) => cents + one.cents, 0)
  let tax = 0
  for (const rate of new Set(charged.map((one) => one.rate))) {
    if (taxMode === 'none' || customer.taxExempt || rate === undefined) continue
    const base = charged.filter((one) => one.rate === rate).reduce((cents, one) => cents + one.cents, 0)
    const ppm = Math.round(rate.percent * 10_000)
    tax += taxMode === 'exclusive' ? round(base * ppm, 1_000_000) : base - round(base * 1_000_000, 1_000_000 + ppm)
  }
  const total = taxMode === 'exclusive' ? sum + tax : sum
  return { total: total / 100, net: (total - tax) / 100, tax: tax / 100, paid: paid / 100, balance: (total - paid) / 100 }
}

const toCents = (amount: number): number => Math.round(amount * 100)

/** A quotient rounded to the nearest whole, halves away from zero. */
const round = (dividend: number, divisor: number): number => Math.sign(dividend) * Math.floor((2 * Math.abs(dividend) + divisor) / (2 * divisor)) + 0
