import type { Order } from '#schema/collections/work/orders.ts'
import { type Balance, type BalanceInput, toBalance } from '#schema/rules/money/balance.ts'
import type { PriceLine } from '#schema/rules/money/price.ts'
import { centsToAmount } from '#schema/values/money.ts'
import { thousandthsToQuantity } from '#schema/values/order-lines/quantity.ts'
import type { LineKind } from '#schema/values/order-lines/line-kind.ts'
import { ppmToPercent } from '#schema/values/taxes/percent.ts'
import type { Db } from '../../db/database.ts'
import { readPricing } from '../../store/shop-money.ts'

type Priced = Pick<Order, 'id' | 'shopId' | 'customerId' | 'quotedCost' | 'quoteFromLines'>

/** Balances by order id, from living lines and payments. The orders are of one shop. */
export async function readBalances(reader: Db, orders: readonly Priced[]): Promise<ReadonlyMap<string, Balance>> {
  return new Map([...(await readBalanceInputs(reader, orders))].map(([id, input]) => [id, toBalance(input)]))
}

export async function readBalance(reader: Db, order: Priced): Promise<Balance> {
  return toBalance(await readBalanceInput(reader, order))
}

/** What `toBalance` needs of one order. */
export async function readBalanceInput(reader: Db, order: Priced): Promise<BalanceInput<StoredLine>> {
  const input = (await readBalanceInputs(reader, [order])).get(order.id)
  if (input === undefined) throw new TypeError('An order that was given has its price')
  return input
}

/** A line of an order with what a paper says of it. */
type StoredLine = PriceLine & { id: string; kind: LineKind; description: string; quantity: number; unitPrice: number }

async function readBalanceInputs(reader: Db, orders: readonly Priced[]): Promise<ReadonlyMap<string, BalanceInput<StoredLine>>> {
  const [first] = orders
  if (first === undefined) return new Map()
  const ids = orders.map(({ id }) => id)
  const pricing = await readPricing(reader, first.shopId)
  const isTaxed = pricing.taxMode !== 'none'
  const [lines, payments, exempt, rateByProduct] = await Promise.all([
    readLines(reader, ids),
    reader
      .selectFrom('payments')
      .select(['order_id as orderId', 'payment_amount_cents', 'kind'])
      .where('order_id', 'in', ids)
      .where('deleted', '=', 0)
      .execute(),
    isTaxed ? readExempt(reader, unique(orders.flatMap(({ customerId }) => customerId ?? []))) : new Set<string>(),
    isTaxed ? readProductRates(reader, ids) : new Map<string, string | null>(),
  ])
  const linesById = Map.groupBy(lines, ({ orderId }) => orderId)
  const paymentsById = Map.groupBy(payments, ({ orderId }) => orderId)
  return new Map(
    orders.map(({ id, customerId, quotedCost, quoteFromLines }) => [
      id,
      {
        quotedCost,
        quoteFromLines,
        lines: (linesById.get(id) ?? []).map(({ productId, ...line }) => ({ ...line, productTaxRateId: rateByProduct.get(productId ?? '') })),
        payments: (paymentsById.get(id) ?? []).map(({ kind, payment_amount_cents: cents }) => ({ paymentAmount: centsToAmount(cents), kind })),
        isExempt: exempt.has(customerId ?? ''),
        pricing,
      },
    ]),
  )
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)]

async function readLines(reader: Db, orderIds: readonly string[]) {
  const rows = await reader
    .selectFrom('order_lines')
    .select(['id', 'order_id as orderId', 'kind', 'description', 'quantity_thousandths as thousandths', 'unit_price_cents as cents', 'included'])
    .select(['percent_ppm as ppm', 'tax_rate_id as taxRateId', 'product_id as productId', 'created_at as createdAt'])
    .where('order_id', 'in', orderIds)
    .where('deleted', '=', 0)
    .execute()
  return rows.map(({ thousandths, cents, included, ppm, ...line }) => ({
    ...line,
    quantity: thousandthsToQuantity(thousandths),
    unitPrice: centsToAmount(cents),
    included: Number(included) === 1,
    percent: ppm === null ? null : ppmToPercent(ppm),
  }))
}

async function readExempt(reader: Db, customerIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await reader.selectFrom('customers').select('id').where('id', 'in', customerIds).where('tax_exempt', '=', 1).execute()
  return new Set(rows.map(({ id }) => id))
}

async function readProductRates(reader: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const rows = await reader
    .selectFrom('order_lines')
    .innerJoin('products', 'products.id', 'order_lines.product_id')
    .select(['products.id', 'products.tax_rate_id as taxRateId'])
    .where('order_lines.order_id', 'in', orderIds)
    .where('products.tax_rate_id', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, taxRateId }) => [id, taxRateId]))
}
