/** Of one line: its total, at the highest price, stays far below what a number can count in cents. */
export const quantityMax = 10_000

const quantityPattern = /^(?:[0-9]+(?:\.[0-9]{1,3})?|\.[0-9]{1,3})$/

/** Whole thousandths (SQL) to the quantity that every wire carries. */
export function thousandthsToQuantity(thousandths: number): number {
  if (!Number.isSafeInteger(thousandths)) throw new RangeError(`Not a whole number of thousandths: ${thousandths}`)
  return thousandths / 1000
}

/** Exact inverse of thousandthsToQuantity; RangeError for more than three decimals, or what is not finite. */
export function quantityToThousandths(quantity: number): number {
  const thousandths = Math.round(quantity * 1000)
  if (!Number.isSafeInteger(thousandths) || thousandths / 1000 !== quantity) {
    throw new RangeError(`Not a quantity with at most three decimals: ${quantity}`)
  }
  return thousandths + 0 // turns -0 into 0
}

/** Reads a typed quantity: more than 0, with at most three decimals; null for anything else. */
export function parseQuantity(text: string): number | null {
  const trimmed = text.trim()
  return quantityPattern.test(trimmed) && isQuantity(Number(trimmed)) ? Number(trimmed) : null
}

export const isQuantity = (value: number): boolean => value > 0 && value <= quantityMax && Number.isFinite(value) && Math.round(value * 1000) / 1000 === value
