import { quantityToThousandths } from '../../values/order-lines/quantity.ts'
import { amountToCents, centsToAmount } from '../../values/money.ts'

type Priced = { quantity: number; unitPrice: number }

/** Quantity × price of a line, rounded half up to cents: exact, as no product of two floating numbers is. */
export const toLineTotal = ({ quantity, unitPrice }: Priced): number => centsToAmount(multiply(quantity, unitPrice))

/** The sum of the lines as they are written on paper: of the rounded totals. */
export function sumLines(lines: Iterable<Priced>): number {
  let cents = 0
  for (const { quantity, unitPrice } of lines) cents += multiply(quantity, unitPrice)
  return centsToAmount(cents)
}

/** In whole cents; neither number is below 0. */
function multiply(quantity: number, amount: number): number {
  const parts = BigInt(quantityToThousandths(quantity)) * BigInt(amountToCents(amount))
  return Number((parts + 500n) / 1000n)
}
