import { quantityToThousandths } from '../../values/order-lines/quantity.ts'
import { amountToCents, centsToAmount } from '../../values/money.ts'

type Priced = { quantity: number; unitPrice: number }

/** Quantity × price, rounded half up to the currency's smallest unit; exact, unlike floating point. */
export const toLineTotal = (line: Priced, unitCents = 1): number => centsToAmount(toLineCents(line, unitCents))

/** In cents; a multiple of `unitCents`. */
export const toLineCents = ({ quantity, unitPrice }: Priced, unitCents = 1): number =>
  Number(divideHalfUp(BigInt(quantityToThousandths(quantity)) * BigInt(amountToCents(unitPrice)), 1000n * BigInt(unitCents))) * unitCents

/** Halves go away from zero, so that what is taken back is what was charged. `divisor` is above 0. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend
  const rounded = (2n * size + divisor) / (2n * divisor)
  return dividend < 0n ? -rounded : rounded
}
