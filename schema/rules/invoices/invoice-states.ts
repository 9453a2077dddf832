import type { ErrorCode } from '../../errors.ts'
import type { Json } from '../../values/merge.ts'

export const invoiceTexts = {
  issuedStays: 'An issued document never changes. Correct it with a credit note.',
  issuedIsKept: 'An issued document is kept. Correct it with a credit note.',
  needsCustomer: 'An invoice needs a customer. Choose one for this sale.',
  nothingCharged: 'Nothing is charged yet, so there is nothing to invoice.',
  belowZero: 'The total is below 0, so there is nothing to invoice.',
  nothingToCredit: 'A credit note needs an amount above 0.',
  correctsNeeded: 'Corrected invoice is required',
  onlyNotesCorrect: 'Only a credit note corrects an invoice.',
  correctsIssued: 'A credit note corrects an issued invoice.',
  otherOrder: 'This invoice belongs to another order.',
} as const

type Values = Readonly<Record<string, unknown>>
type Refusal = { code: ErrorCode; path: string; message: string }

export const isIssued = ({ state }: Values): boolean => state === 'issued'

/** The refusal of a new document; the invoice that it corrects is looked at when it is issued, too. */
export function findNewInvoiceIssue({ kind, orderId, correctsId }: Values, corrected: Values | undefined): Refusal | undefined {
  const refuse = (message: string): Refusal => ({ code: 'VALIDATION', path: 'correctsId', message })
  if (kind !== 'credit-note') return correctsId === null || correctsId === undefined ? undefined : refuse(invoiceTexts.onlyNotesCorrect)
  if (typeof correctsId !== 'string') return refuse(invoiceTexts.correctsNeeded)
  return corrected === undefined ? undefined : findCorrectsIssue({ orderId }, corrected)
}

export function findCorrectsIssue({ orderId }: Values, corrected: Values): Refusal | undefined {
  const refuse = (message: string): Refusal => ({ code: 'VALIDATION', path: 'correctsId', message })
  if (corrected['kind'] !== 'invoice' || !isIssued(corrected)) return refuse(invoiceTexts.correctsIssued)
  return corrected['orderId'] === orderId ? undefined : refuse(invoiceTexts.otherOrder)
}

/** An invoice's lines are those of its order; only a credit note's draft says which it takes back. */
export const findInvoiceFollowUps = ({ kind }: Values, written: readonly string[]): Record<string, Json> =>
  kind !== 'credit-note' && written.includes('lines') ? { lines: '[]' } : {}

/** Why an order gets no second invoice. */
export const toStandingMessage = (number: string | null): string => `Invoice ${number} is issued. To issue another one, first credit all of it.`

export const toIssuedMessage = (number: string | null): string => `${number} is issued already.`

/** Why an order with this issued document is neither deleted nor purged. */
export const toOrderStaysMessage = (number: string): string => `${number} was issued for this order, so the order stays.`
