import type { ErrorCode } from '../../errors.ts'
import { quantityToThousandths, thousandthsToQuantity } from '../../values/order-lines/quantity.ts'

export const returnTexts = {
  otherOrder: 'This line belongs to another order.',
  returnOfReturn: 'What was taken back cannot be taken back again.',
  takesOff: 'A return takes money off, so its kind is other and its price is not above 0.',
  otherProduct: 'A return takes back the product that was sold.',
  nothingLeft: 'Nothing of this line is left to take back. It was returned already.',
  returned: 'A part of this line was returned, so it stays as it is.',
} as const

type Line = Readonly<Record<string, unknown>>
type Refusal = { code: ErrorCode; path: string; message: string }

export const isReturn = ({ returnOf }: Line): boolean => typeof returnOf === 'string'

/** The refusal of a line that takes back `sold`. `returned`: of that line so far, without this one. */
export function findReturnIssue(line: Line, sold: Line, returned: number): Refusal | undefined {
  const refuse = (path: string, message: string): Refusal => ({ code: 'VALIDATION', path, message })
  if (sold['orderId'] !== line['orderId']) return refuse('returnOf', returnTexts.otherOrder)
  if (isReturn(sold)) return refuse('returnOf', returnTexts.returnOfReturn)
  // A discount is taken back by shares, as what it was given on comes back.
  if (sold['kind'] === 'discount') return undefined
  if (line['kind'] !== 'other' || Number(line['unitPrice']) > 0) return refuse('unitPrice', returnTexts.takesOff)
  if (line['productId'] !== sold['productId'] || (line['fromStock'] === true && sold['fromStock'] !== true))
    return refuse('productId', returnTexts.otherProduct)
  const left = subtract(Number(sold['quantity']), returned)
  if (Number(line['quantity']) <= left) return undefined
  return { code: 'CONFLICT', path: 'quantity', message: left > 0 ? `Only ${left} of this line is left to take back.` : returnTexts.nothingLeft }
}

/** Why a sold line is not changed so, or not deleted (`after` undefined). `returned`: of it so far. */
export function findSoldLineIssue(after: Line | undefined, returned: number): Refusal | undefined {
  if (returned === 0 || (after !== undefined && Number(after['quantity']) >= returned)) return undefined
  return { code: 'CONFLICT', path: 'quantity', message: returnTexts.returned }
}

/** How much of a line came back. */
export const returnedOf = (lineId: string, lines: Iterable<{ readonly returnOf: string | null; readonly quantity: number }>): number => {
  let thousandths = 0
  for (const line of lines) if (line.returnOf === lineId) thousandths += quantityToThousandths(line.quantity)
  return thousandthsToQuantity(thousandths)
}

export const subtract = (quantity: number, taken: number): number => thousandthsToQuantity(quantityToThousandths(quantity) - quantityToThousandths(taken))
