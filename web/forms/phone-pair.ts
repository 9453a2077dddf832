import type { z } from 'zod'
import { countryCodeSchema } from '#schema/fields.ts'
import { defaultCountryCode, isCountryCode, keepDigits, normalizeCountryCode } from '#schema/values/phone.ts'
import type { Json } from '#schema/values/merge.ts'
import { textToNullable, toText, type Typed, type TypedField } from './typed-fields.ts'

/** A phone with its country code, which is dropped when the number is missing. */
export type PhonePair<Name extends string> = {
  code: Name
  phone: Name
  /** The message for a number without a code; omitted where the code is required anyway. */
  missingCode?: string
  /** Counts a lone '+', which an emptied input may hold, as no code. */
  isPlusNone?: boolean
}

type CodeOrPhone = Pick<TypedField, 'empty' | 'toTyped' | 'toValue'>

/** A country code's input holds the default for a row without one. */
export const typedCode: CodeOrPhone = {
  empty: defaultCountryCode,
  toTyped: (value) => (typeof value === 'string' && isCountryCode(value) ? value : defaultCountryCode),
  toValue: (typed) => normalizeCountryCode(toText(typed)),
}

export const typedPhone: CodeOrPhone = { empty: '', toTyped: toText, toValue: (typed) => textToNullable(keepDigits(toText(typed))) }

/** Reports a number without its country code. */
export function checkPair(
  { code, phone, missingCode, isPlusNone = false }: PhonePair<string>,
  form: Record<string, Typed>,
  context: z.core.$RefinementCtx,
): void {
  if (missingCode === undefined || form[phone] === '') return
  const typed = toText(form[code] ?? '')
  const { error } = countryCodeSchema(missingCode).safeParse(isPlusNone && typed.trim() === '+' ? '' : typed)
  if (error) context.addIssue({ code: 'custom', path: [code], message: error.issues[0]?.message ?? '' })
}

/** A form's values without the codes of missing numbers. */
export function dropLoneCodes(pairs: readonly PhonePair<string>[], values: Record<string, Json | undefined>): Record<string, Json | undefined> {
  const lone = pairs.filter(({ phone }) => values[phone] === null)
  return lone.length === 0 ? values : { ...values, ...Object.fromEntries(lone.map(({ code }) => [code, null])) }
}
