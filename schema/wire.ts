import { shortTextMaxLength } from './fields.ts'
import { isDayText } from './rules/text/calendar.ts'
import { parseDatedText } from './rules/merge/dated-text.ts'

/** Maps API spellings in request bodies to field names, except administration's (`schema/api/administration.ts`). */

type Body = Readonly<Record<string, unknown>>

/** `return` is the documented alias of `repeat`; `repeat` wins. A quote may be a number. */
export function bodyToOrderFields({ return: sentAsReturn, ...body }: Body): Body {
  const { quotedCost } = body
  return {
    ...body,
    ...(sentAsReturn !== undefined && body['repeat'] === undefined && { repeat: sentAsReturn }),
    ...(typeof quotedCost === 'number' && { quotedCost: String(quotedCost) }),
  }
}

/** An invalid optional date is dropped: the server uses now, or keeps the stored value. */
export function bodyToDatedFields({ createdAt, ...body }: Body): Body {
  const instant = textToInstant(createdAt)
  return instant === undefined ? body : { ...body, createdAt: instant }
}

/** Accepts full instants, days, and local times without a zone; the latter two are read as UTC on every server. */
function textToInstant(value: unknown): string | undefined {
  const time = typeof value === 'string' && value.length <= shortTextMaxLength ? parseDatedText(value) : Number.NaN
  if (typeof value !== 'string' || Number.isNaN(time) || !isDayText(value.slice(0, 10))) return undefined
  const instant = new Date(time).toISOString()
  return /^\d{4}-/.test(instant) ? instant : undefined
}

/** With `noPhone` the phone is null; any other phone that is there must be one. */
export const bodyToPhoneFields = (body: Body): Body =>
  body['noPhone'] === true
    ? { ...body, phone: null, countryCode: null }
    : Object.fromEntries(Object.entries(body).map(([key, value]) => [key, value === null && (key === 'phone' || key === 'countryCode') ? '' : value]))

/** A masked code, or an empty text, means unchanged. Null removes the code. */
export function bodyToCustomerFields({ customerAccessCode, ...body }: Body): Body {
  const isUnchanged =
    customerAccessCode === undefined ||
    (typeof customerAccessCode === 'string' && customerAccessCode.length <= shortTextMaxLength && /^[\s•●∙·⬤*＊]*$/u.test(customerAccessCode))
  return isUnchanged ? body : { ...body, customerAccessCode }
}
