import { z } from 'zod'
import type { Field, GuardedField, MoneyField, OnParentDelete, Writer } from './field.ts'
import { imeiMessage, isImei } from './values/assets/imei.ts'
import { amountMax } from './values/money.ts'
import { countryCodeMaxLength, isCountryCode, isPhone, keepDigits, normalizeCountryCode, phoneMaxDigits } from './values/phone.ts'
import { toCountry } from './values/places/country.ts'
import { toLanguage } from './values/places/language.ts'
import { uuidPattern } from './values/uuid.ts'
import type { MergePolicy } from './values/merge.ts'
import { toStorableText } from './values/text/storable-text.ts'

/**
 * Field builders with limits and messages for client and server. `.meta` adds JSON Schema that transforms and
 * refinements hide from the OpenAPI document.
 */

export const longTextMaxLength = 20_000
export const emailMaxLength = 100

/** Maximum for values of a few characters, including surrounding blanks. */
export const shortTextMaxLength = 255

/** Checks the length before any pattern or transform, some of which take quadratic time. */
export const boundedText = (message: string, max = shortTextMaxLength, tooLong = message) =>
  z.string({ error: message }).max(max, { error: tooLong, abort: true })

/** Text that may be pasted; drops characters that databases cannot store. */
const typedText = (message: string, max?: number, tooLong?: string) => boundedText(message, max, tooLong).overwrite(toStorableText)

/** Any version; folded to lower case. */
export const uuidSchema = (message = 'Id is not valid') =>
  boundedText(message).toLowerCase().regex(uuidPattern, { error: message }).meta({ format: 'uuid', pattern: undefined, maxLength: undefined })

export { isUuid } from './values/uuid.ts'

const isoDatetime = z.iso.datetime({ offset: true })

/** `2026-03-01T09:30:00+01:00` → `2026-03-01T08:30:00.000Z`, years 0001–9999, so that texts sort by time. */
export const instantSchema = (message = 'Date is not valid') =>
  boundedText(message)
    .refine((text) => isoDatetime.safeParse(text).success, { error: message })
    .transform((text) => new Date(text).toISOString())
    .refine((text) => /^(?!0000)\d{4}-/.test(text), { error: message })
    .meta({ type: 'string', format: 'date-time', maxLength: undefined })

const emptyToNull = (value: unknown): unknown => (typeof value === 'string' && toStorableText(value) === '' ? null : value)

/** `''` is stored as null. */
export const clearable = <Value>(schema: z.ZodType<Value>): z.ZodType<Value | null> => z.preprocess(emptyToNull, schema.nullable())

type Shared<By extends Writer = 'client'> = { writer?: By }

/**
 * Default 'client', as for the type parameter. Builders return `NoInfer<By>`, so that an expected type with any writer
 * does not widen `By`.
 */
const writerOf = <By extends Writer>({ writer = 'client' as By }: Shared<By>): By => writer

export const base = { nullable: false, merge: 'set', maxLength: 255, reference: undefined, writer: 'client', fixed: undefined, secret: false } as const

/** Allows for surrounding blanks, which are trimmed. */
const toTypedMax = (max: number): number => max + 1_000

type TextOptions<By extends Writer> = Shared<By> & {
  required: string
  max?: number
  merge?: MergePolicy
  trim?: boolean
  pattern?: { test: (text: string) => boolean; message: string }
}

export function text<By extends Writer = 'client'>(label: string, options: TextOptions<By>): Field<string, false, false, NoInfer<By>> {
  const { required, max = 255, merge = 'set', trim = merge !== 'text', pattern } = options
  const tooLong = `${label} must be at most ${max.toLocaleString('en-US')} characters`
  const schema = typedText(required, toTypedMax(max), tooLong)
    .transform((value) => (trim ? value.trim() : value))
    .refine((value) => value.trim() !== '', { error: required, abort: true })
    .refine((value) => value.length <= max, { error: tooLong })
    .refine((value) => pattern === undefined || pattern.test(value), { error: pattern?.message ?? required })
    .meta({ type: 'string', minLength: 1, maxLength: max, ...(pattern && { description: pattern.message }) })
  return { ...base, kind: 'text', label, schema, optional: false, initial: undefined, merge, maxLength: max, writer: writerOf(options) }
}

type OptionalTextOptions<By extends Writer> = Shared<By> & { max?: number; merge?: MergePolicy; schema?: z.ZodType<string> }

export function optionalText<By extends Writer = 'client'>(
  label: string,
  options: OptionalTextOptions<By> = {},
): Field<string | null, true, false, NoInfer<By>> {
  const { max = 255, merge = 'set' } = options
  const tooLong = `${label} must be at most ${max.toLocaleString('en-US')} characters`
  const plain = typedText(`${label} must be text`, toTypedMax(max), tooLong)
    .transform((value) => (merge === 'text' ? value : value.trim()))
    .refine((value) => value.length <= max, { error: tooLong })
    .meta({ type: 'string', maxLength: max })
  const schema = clearable<string>(options.schema ?? plain)
  return { ...base, kind: 'text', label, schema, nullable: true, optional: true, initial: null, merge, maxLength: max, writer: writerOf(options) }
}

/** Free text merged by line: both sides are kept. */
export const note = (label: string): Field<string | null, true, false, 'client'> => optionalText(label, { max: longTextMaxLength, merge: 'text' })

const phoneMessage = 'Phone must contain only digits, 6-15 characters'
export const countryCodeMessage = 'Country code must start with + and contain 1-4 digits (e.g., +1, +44)'

/** 6–15 digits; grouping characters are dropped, letters refused. */
export const phoneSchema = (required: string) =>
  typedText(required, shortTextMaxLength, phoneMessage)
    .transform((value) => value.replace(/[\s().\-/]/g, ''))
    .refine((value) => value !== '', { error: required, abort: true })
    .refine((value) => keepDigits(value) === value && isPhone(value), { error: phoneMessage })
    .meta({ type: 'string', maxLength: undefined, description: '6-15 digits; blanks and any of ( ) . - / between them are dropped' })

export const countryCodeSchema = (required: string) =>
  typedText(required, shortTextMaxLength, countryCodeMessage)
    .transform((value) => (/^[+\d\s]*$/.test(value) ? (value.trim() === '' ? '' : normalizeIfPlausible(value)) : value))
    .refine((value) => value !== '', { error: required, abort: true })
    .refine(isCountryCode, { error: countryCodeMessage })
    .meta({ type: 'string', maxLength: undefined, description: '+ and 1-4 digits, such as +44; the + may be left out' })

/** '1' and '+1' are equal; a code with too many digits must fail, not be cut. */
const normalizeIfPlausible = (value: string): string => {
  const digits = keepDigits(value)
  return digits.length < countryCodeMaxLength && digits.length > 0 ? normalizeCountryCode(value) : value
}

const email = z.email()

export const emailSchema = (message: string) =>
  typedText(message, toTypedMax(emailMaxLength), `Email must be at most ${emailMaxLength} characters`)
    .trim()
    .refine((value) => value.length <= emailMaxLength, { error: `Email must be at most ${emailMaxLength} characters`, abort: true })
    .refine((value) => email.safeParse(value).success, { error: message })
    .meta({ format: 'email', maxLength: emailMaxLength })

/** For rows that may lack a phone (imported customers, suppliers); customer forms and REST require one. */
export const optionalPhone = (label: string): Field<string | null, true, false, 'client'> =>
  optionalText(label, { max: phoneMaxDigits, schema: phoneSchema(phoneMessage) })

export const optionalCountryCode = (label: string): Field<string | null, true, false, 'client'> =>
  optionalText(label, { max: countryCodeMaxLength, schema: countryCodeSchema(countryCodeMessage) })

export const optionalEmail = (label: string, message = 'Invalid email format'): Field<string | null, true, false, 'client'> =>
  optionalText(label, { max: emailMaxLength, schema: emailSchema(message) })

/** ISO 3166-1 alpha-2, stored in upper case. */
const countrySchema = spelledText('Country must be a code of two letters such as US or DE', toCountry, { description: 'ISO 3166-1 alpha-2' })

export const optionalCountry = (label: string): Field<string | null, true, false, 'client'> => optionalText(label, { max: 2, schema: countrySchema })

/** BCP 47, stored in its usual case. */
const languageSchema = spelledText('Language must be a tag such as en or de-CH', toLanguage, { description: 'BCP 47' })

export const optionalLanguage = (label: string): Field<string | null, true, false, 'client'> => optionalText(label, { max: 35, schema: languageSchema })

/** A text that `spell` knows, stored as it spells it. */
function spelledText(message: string, spell: (text: string) => string | null, meta: { description: string }): z.ZodType<string> {
  return typedText(message)
    .transform((value, context) => {
      const spelled = spell(value)
      if (spelled === null) context.addIssue({ code: 'custom', message })
      return spelled ?? z.NEVER
    })
    .meta({ type: 'string', maxLength: undefined, ...meta })
}

export const imeiSchema = typedText(imeiMessage)
  .transform((value) => value.replace(/[\s-]/g, ''))
  .refine(isImei, { error: imeiMessage })
  .meta({ type: 'string', maxLength: undefined, description: '15 digits with a valid check digit; spaces and dashes between them are dropped' })

export function flag<By extends Writer = 'client'>(label: string, initial = false, shared: Shared<By> = {}): Field<boolean, true, false, NoInfer<By>> {
  const schema = z.boolean({ error: `${label} must be true or false` })
  return { ...base, kind: 'boolean', label, schema, optional: true, initial, maxLength: 0, writer: writerOf(shared) }
}

export const amountSchema = (required: string, invalid: string, smallest: number) => {
  const sign = smallest < 0 ? '-?' : ''
  const pattern = new RegExp(`^${sign}\\d*\\.?\\d+$`)
  return z
    .union(
      [
        z.number().meta({ minimum: smallest, maximum: amountMax }),
        boundedText(invalid).meta({ pattern: `^\\s*${sign}\\d*\\.?\\d*\\s*$`, maxLength: undefined }),
      ],
      { error: (issue) => (issue.input === undefined || issue.input === null ? required : invalid) },
    )
    .refine((value) => typeof value === 'number' || value.trim() !== '', { error: required, abort: true })
    .transform((value) => (typeof value === 'number' ? value : pattern.test(value.trim()) ? Number(value) : Number.NaN))
    .refine((value) => Number.isFinite(value) && value >= smallest && value <= amountMax && hasAtMostTwoDecimals(value), { error: invalid })
    .transform((value) => Math.round(value * 100) / 100 + 0)
    .meta({ description: 'At most two decimals; a number or its text' })
}

const hasAtMostTwoDecimals = (value: number): boolean => Math.abs(Math.round(value * 100) - value * 100) < 1e-6 * Math.max(1, Math.abs(value))

/** Above 0, at most two decimals; a number or its text, stored as cents, answered as a number. */
export function amount(label: string, messages: { required: string; invalid: string }): MoneyField<number, false> {
  const schema = amountSchema(messages.required, messages.invalid, 0.01)
  return { ...base, kind: 'money', label, schema, optional: false, initial: undefined, maxLength: 0 }
}

export function optionalAmount(label: string, messages: { invalid: string }): MoneyField<number | null, true> {
  const schema = clearable(amountSchema(messages.invalid, messages.invalid, 0))
  return { ...base, kind: 'money', label, schema, nullable: true, optional: true, initial: null, maxLength: 0 }
}

/** Integer from 0. `merge: 'sum'` adds the differences of two devices. */
export function count(label: string, options: { invalid: string; initial: number; merge?: MergePolicy }): Field<number, true, false, 'client'> {
  const schema = z
    .union([z.number().meta({ type: 'integer', minimum: 0, maximum: 1_000_000_000 }), boundedText(options.invalid).regex(/^\d+$/).transform(Number)], {
      error: options.invalid,
    })
    .refine((value) => Number.isInteger(value) && value >= 0 && value <= 1_000_000_000, { error: options.invalid })
    .meta({ description: 'A number or its text' })
  return { ...base, kind: 'integer', label, schema, optional: true, initial: options.initial, merge: options.merge ?? 'set', maxLength: 0 }
}

/** Integer from 1, set at creation or by the server; `fixed` is the error for a different value. */
export function givenNumber(label: string, { invalid, fixed }: { invalid: string; fixed: string }): Field<number | null, true, false, 'client'> {
  return { ...optionalWholeNumber(label, { invalid, min: 1 }), fixed }
}

/** Integers written by the server: a list on the wire, JSON text on devices. */
export function serverNumbers(label: string): Field<readonly number[] | string, true, false, 'server'> {
  return { ...base, kind: 'numbers', label, schema: z.array(z.int()), optional: true, initial: [], maxLength: longTextMaxLength, writer: 'server' }
}

type WholeNumberOptions = { invalid: string; min: number; max?: number }

const wholeNumberSchema = (required: string, { invalid, min, max = 1_000_000_000 }: WholeNumberOptions) =>
  z
    .union([z.number().meta({ type: 'integer', minimum: min, maximum: max }), boundedText(invalid).regex(/^\d+$/).transform(Number)], {
      error: (issue) => (issue.input === undefined || issue.input === null ? required : invalid),
    })
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, { error: invalid })
    .meta({ description: 'A number or its text' })

export function wholeNumber(label: string, options: WholeNumberOptions & { required: string }): Field<number, false, false, 'client'> {
  const schema = wholeNumberSchema(options.required, options)
  return { ...base, kind: 'integer', label, schema, optional: false, initial: undefined, maxLength: 0 }
}

export function optionalWholeNumber(label: string, options: WholeNumberOptions): Field<number | null, true, false, 'client'> {
  const schema = clearable(wholeNumberSchema(options.invalid, options))
  return { ...base, kind: 'integer', label, schema, nullable: true, optional: true, initial: null, maxLength: 0 }
}

export function serverInteger(label: string, initial = 0): Field<number, true, false, 'server'> {
  return { ...base, kind: 'integer', label, schema: z.int(), optional: true, initial, maxLength: 0, writer: 'server' }
}

export function optionalInstant<By extends Writer = 'client'>(label: string, shared: Shared<By> = {}): Field<string | null, true, false, NoInfer<By>> {
  const schema = clearable(instantSchema(`${label} is not a valid date`))
  return { ...base, kind: 'instant', label, schema, nullable: true, optional: true, initial: null, maxLength: 24, writer: writerOf(shared) }
}

export function serverInstant(label: string): Field<string, true, false, 'server'> {
  return { ...base, kind: 'instant', label, schema: instantSchema(), optional: true, initial: undefined, maxLength: 24, writer: 'server' }
}

/** An id of no row of ours: it says which rows belong together. */
export function plainId(label: string, { required }: { required: string }): Field<string, false, false, 'client'> {
  const schema = boundedText(required, shortTextMaxLength, `${label} is not valid`)
    .refine((value) => value !== '', { error: required, abort: true })
    .pipe(uuidSchema(`${label} is not valid`))
    .meta({ type: 'string', format: 'uuid', maxLength: undefined })
  return { ...base, kind: 'id', label, schema, optional: false, initial: undefined, maxLength: 36 }
}

type ReferenceOptions<By extends Writer> = Shared<By> & { onParentDelete: OnParentDelete }

export function reference<By extends Writer = 'client'>(
  label: string,
  collection: string,
  options: ReferenceOptions<By> & { required: string },
): Field<string, false, false, NoInfer<By>> {
  return { ...plainId(label, options), reference: { collection, onParentDelete: options.onParentDelete }, writer: writerOf(options) }
}

export function optionalReference<By extends Writer = 'client'>(
  label: string,
  collection: string,
  options: ReferenceOptions<By>,
): Field<string | null, true, false, NoInfer<By>> {
  return {
    ...base,
    kind: 'id',
    label,
    schema: clearable(uuidSchema(`${label} is not valid`)),
    nullable: true,
    optional: true,
    initial: null,
    maxLength: 36,
    reference: { collection, onParentDelete: options.onParentDelete },
    writer: writerOf(options),
  }
}

/** Also null, which a rule of the collection permits. */
export const orNull = <Value>(field: Field<Value, false, false, 'client'>): Field<Value | null, false, false, 'client'> => ({
  ...field,
  schema: field.schema.nullable(),
  nullable: true,
})

export const secret = <Value, Optional extends boolean>(field: Field<Value, Optional, false>): Field<Value, Optional, true, 'server'> => ({
  ...field,
  secret: true,
  writer: 'server',
})

export const guarded = <Value, Optional extends boolean>(field: Field<Value, Optional, false, 'client'>): GuardedField<Value, Optional> => ({
  ...field,
  guarded: true,
})
