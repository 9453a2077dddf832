import { quantityToThousandths } from '../../values/order-lines/quantity.ts'
import { amountToCents, centsToAmount } from '../../values/money.ts'

type Priced = { quantity: number; unitPrice: number }

/** Quantity × price, rounded half up to cents; exact, unlike floating point. */
export const toLineTotal = ({ quantity, unitPrice }: Priced): number => centsToAmount(multiply(quantity, unitPrice))

/** Sum of the rounded totals, as printed. */
export function sumLines(lines: Iterable<Priced>): number {
  let cents = 0
  for (const { quantity, unitPrice } of lines) cents += multiply(quantity, unitPrice)
  return centsToAmount(cents)
}

/** In whole cents; neither number is negative. */
function multiply(quantity: number, amount: number): number {
  const parts = BigInt(quantityToThousandths(quantity)) * BigInt(amountToCents(amount))
  return Number((parts + 500n) / 1000n)
}
