import { shortTextMaxLength } from './fields.ts'
import { isDayText } from './rules/text/calendar.ts'
import { parseDatedText } from './rules/merge/dated-text.ts'

/**
 * The API spells some things otherwise than the code does. Every such spelling in the body of a request is mapped here
 * to the
 * fields of its collection, except those of administration, which schema/api/administration.ts declares as they are
 * spelled.
 */

type Body = Readonly<Record<string, unknown>>

/** `return` is the documented client's word for `repeat`, which wins when both are there. A quote may be a number. */
export function bodyToOrderFields({ return: sentAsReturn, ...body }: Body): Body {
  const { quotedCost } = body
  return {
    ...body,
    ...(sentAsReturn !== undefined && body['repeat'] === undefined && { repeat: sentAsReturn }),
    ...(typeof quotedCost === 'number' && { quotedCost: String(quotedCost) }),
  }
}

/** An optional date that does not parse is dropped: the server sets now, or keeps what is stored. */
export function bodyToDatedFields({ createdAt, ...body }: Body): Body {
  const instant = textToInstant(createdAt)
  return instant === undefined ? body : { ...body, createdAt: instant }
}

/** Browsers send full instants, days, and local times without a zone; the last two are read as UTC, wherever the server stands. */
function textToInstant(value: unknown): string | undefined {
  const time = typeof value === 'string' && value.length <= shortTextMaxLength ? parseDatedText(value) : Number.NaN
  if (typeof value !== 'string' || Number.isNaN(time) || !isDayText(value.slice(0, 10))) return undefined
  const instant = new Date(time).toISOString()
  return /^\d{4}-/.test(instant) ? instant : undefined
}

/** A field that shows dots for a stored code may send them back, or nothing: both mean unchanged. Null removes the code. */
export function bodyToCustomerFields({ customerAccessCode, ...body }: Body): Body {
  const isUnchanged =
    customerAccessCode === undefined ||
    (typeof customerAccessCode === 'string' && customerAccessCode.length <= shortTextMaxLength && /^[\s•●∙·⬤*＊]*$/u.test(customerAccessCode))
  return isUnchanged ? body : { ...body, customerAccessCode }
}
