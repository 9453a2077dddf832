/** Keeps a line's total at the highest price within safe integers of cents. */
export const quantityMax = 10_000

const quantityPattern = /^(?:[0-9]+(?:\.[0-9]{1,3})?|\.[0-9]{1,3})$/

/**
 * Whole thousandths (SQL) to a quantity (API).
 * @throws RangeError if not a safe integer
 */
export function thousandthsToQuantity(thousandths: number): number {
  if (!Number.isSafeInteger(thousandths)) throw new RangeError(`Not a whole number of thousandths: ${thousandths}`)
  return thousandths / 1000
}

/**
 * Exact inverse of thousandthsToQuantity.
 * @throws RangeError for more than three decimals or a non-finite quantity
 */
export function quantityToThousandths(quantity: number): number {
  const thousandths = Math.round(quantity * 1000)
  if (!Number.isSafeInteger(thousandths) || thousandths / 1000 !== quantity) {
    throw new RangeError(`Not a quantity with at most three decimals: ${quantity}`)
  }
  return thousandths + 0 // -0 becomes 0
}

/** Above 0, at most three decimals; null for anything else. */
export function parseQuantity(text: string): number | null {
  const trimmed = text.trim()
  return quantityPattern.test(trimmed) && isQuantity(Number(trimmed)) ? Number(trimmed) : null
}

export const isQuantity = (value: number): boolean => value > 0 && value <= quantityMax && Number.isFinite(value) && Math.round(value * 1000) / 1000 === value
