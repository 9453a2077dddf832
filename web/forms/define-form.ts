import { z } from 'zod'
import type { ValueOf } from '#schema/collection.ts'
import type { Field, Fields } from '#schema/field.ts'
import type { Json } from '#schema/values/merge.ts'
import { countryCodeSchema } from '#schema/fields.ts'
import { defaultCountryCode, isCountryCode, keepDigits, normalizeCountryCode } from '#schema/values/phone.ts'
import { findFieldLabel } from '#web/language/field-label.ts'
import { isBlank, neededText, type TextSchema } from './checked-by.ts'
import { anyTyped, fieldToTyped, plainText, type Typed, type TypedField, textToNullable, toText } from './typed-fields.ts'

/** How a form's field differs from its declaration. */
type Spelling = {
  /** The row's field, if named differently; null for a field that only the form has. */
  field?: string | null
  /** Its name in change notes and copied text; by default the declaration's. */
  label?: string
  /** Its name above the input; by default the label in title case. */
  inputLabel?: string
  required?: string
  typed?: TextSchema
  /** The input's initial value, also used for an emptied input. A boolean makes a checkbox of a form-only field. */
  empty?: Typed
  toTyped?: (value: Json) => Typed
  toValue?: (typed: Typed) => Json | undefined
}

type Declaration = { readonly fields: Fields }

type BaseField = 'createdAt' | 'shopId'

type RowField<C extends Declaration> = (keyof C['fields'] & string) | BaseField

type FieldOf<S, K extends keyof S> = S[K] extends { field: infer Name } ? Name : K

type RowValue<C extends Declaration, Name> = Name extends keyof C['fields'] ? ValueOf<C['fields'][Name]> : string

type SpellingsOf<C extends Declaration, S> = {
  [K in keyof S]: FieldOf<S, K> extends RowField<C> | null ? Spelling : { field: RowField<C> | null }
}

type TypedOf<C extends Declaration, S, K extends keyof S> =
  FieldOf<S, K> extends null ? (S[K] extends { empty: boolean } ? boolean : string) : [RowValue<C, FieldOf<S, K>>] extends [boolean] ? boolean : string

type Form<C extends Declaration, S> = { -readonly [K in keyof S & string]: TypedOf<C, S, K> }

/** The row's values that the form shows, by the form's names. */
type Shown<C extends Declaration, S> = { -readonly [K in keyof S & string as FieldOf<S, K> extends null ? never : K]: RowValue<C, FieldOf<S, K>> }

/** The same by the row's names. */
type RowPart<C extends Declaration, S> = { -readonly [K in keyof S & string as FieldOf<S, K> & string]: RowValue<C, FieldOf<S, K>> }

/** What a form writes. A date that does not parse is omitted. */
type Values<C extends Declaration, S> = {
  [Name in keyof RowPart<C, S> as Name extends 'createdAt' ? never : Name]: RowPart<C, S>[Name]
} & ('createdAt' extends keyof RowPart<C, S> ? { createdAt?: string | undefined } : unknown)

/** A form of one row. `Form`: the inputs' values. All functions are total: they also accept an invalid form. */
export type DefinedForm<Form, Shown, RowPart, Values> = {
  schema: z.ZodType<Form, Form>
  /** Keys in screen order, which is the order in which errors take the focus. */
  empty: Readonly<Form>
  labels: Readonly<Record<keyof Form & string, string>>
  inputLabels: Readonly<Record<keyof Form & string, string>>
  rowFields: Readonly<Record<keyof Shown & string, keyof RowPart & string>>
  toShown: (row: RowPart) => Shown
  toForm: (shown: Shown) => Form
  toValues: (form: Form) => Values
  toChanges: (opened: Form, form: Form) => Partial<Values>
  /** The values the user saw, by the row's names. */
  toSeen: (shown: Shown) => RowPart
  toField: (path: string) => (keyof Form & string) | undefined
  problemOf: (field: keyof Form & string, typed: Typed) => string | undefined
}

export type FormOf<D> = D extends { toForm: (shown: never) => infer F } ? F : never
export type ShownOf<D> = D extends { toForm: (shown: infer S) => unknown } ? S : never

type Options<S> = { phones?: readonly PhonePair<keyof S & string>[] }

/** Derives a form from its collection's declaration. `spellings`: its fields in screen order, each with its differences. */
export function defineForm<C extends Declaration, const S extends SpellingsOf<C, S>>(
  { fields }: C,
  spellings: S & { readonly [K in keyof S]: Spelling },
  { phones = [] }: Options<S> = {},
): DefinedForm<Form<C, S>, Shown<C, S>, RowPart<C, S>, Values<C, S>> {
  const plans = Object.entries<Spelling>(spellings).map(([name, spelling]) => toPlan(name, spelling, fields, phones))
  const ofRow = plans.filter((plan): plan is RowPlan => plan.field !== null)
  const mapPlans = <Value>(toEntry: (plan: Plan) => Value) => Object.fromEntries(plans.map((plan) => [plan.name, toEntry(plan)]))
  const form: UntypedForm = {
    schema: z.object(mapPlans(({ schema }) => schema)).superRefine((typed, context) => phones.forEach((pair) => checkPair(pair, typed, context))),
    empty: mapPlans(({ empty }) => empty),
    labels: mapPlans(({ label }) => label),
    inputLabels: mapPlans(({ inputLabel }) => inputLabel),
    rowFields: Object.fromEntries(ofRow.map(({ name, field }) => [name, field])),
    toShown: (row) => Object.fromEntries(ofRow.map(({ name, field }) => [name, row[field] ?? null])),
    toForm: (shown) => mapPlans(({ name, field, empty, toTyped }) => (field === null ? empty : toTyped(shown[name] ?? null))),
    toValues: (typed) => {
      const values = ofRow.map(({ name, field, empty, toValue }): [string, Json | undefined] => [field, toValue(typed[name] ?? empty)])
      return dropLoneCodes(phones, Object.fromEntries(values.filter(([, value]) => value !== undefined)))
    },
    toChanges: (opened, typed) => pickChanges(form.toValues(opened), form.toValues(typed)),
    toSeen: (shown) => Object.fromEntries(ofRow.map(({ name, field }) => [field, shown[name] ?? null])),
    toField: (path) => ofRow.find(({ field }) => field === path)?.name,
    problemOf: (field, typed) => plans.find(({ name }) => name === field)?.schema.safeParse(typed).error?.issues[0]?.message,
  }
  return untypedToForm(form)
}

type Row = Record<string, Json>
type UntypedForm = DefinedForm<Record<string, Typed>, Row, Row, Record<string, Json | undefined>>

/** Safe because every name comes from the declaration's types, which a loop over names cannot show. */
const untypedToForm = <Form, Shown, RowPart, Values>(form: UntypedForm) => form as unknown as DefinedForm<Form, Shown, RowPart, Values>

type Plan = TypedField & { name: string; field: string | null; label: string; inputLabel: string }
type RowPlan = Plan & { field: string }

function toPlan(name: string, spelling: Spelling, fields: Fields, phones: readonly PhonePair<string>[]): Plan {
  const { field = name, label: named = fields[field ?? '']?.label ?? name } = spelling
  const label = findFieldLabel(named) ?? named
  const inputLabel = findFieldLabel(spelling.inputLabel ?? named) ?? spelling.inputLabel ?? toInputLabel(named)
  const declared = fields[field ?? '']
  const typed = { ...(declared === undefined ? plainText : fieldToTyped(declared)), ...toPhonePart(name, spelling, phones) }
  const { empty = typed.empty, toTyped = typed.toTyped, toValue = withEmpty(typed, spelling) } = spelling
  return { name, field, label, inputLabel, schema: toSchema(spelling, typed.schema, declared), empty, toTyped, toValue }
}

function toSchema({ required, typed, empty }: Spelling, schema: TypedField['schema'], declared: Field | undefined): TypedField['schema'] {
  if (typed !== undefined) return anyTyped(typed)
  if (required !== undefined) return anyTyped(neededText(required, declared?.schema ?? z.string(), declared?.kind === 'text' ? isBlank : undefined))
  return typeof empty === 'boolean' ? anyTyped(z.boolean()) : schema
}

const withEmpty = (typed: TypedField, { empty }: Spelling): TypedField['toValue'] =>
  empty === undefined ? typed.toValue : (value) => typed.toValue(typeof value === 'string' && isBlank(value) ? empty : value)

function toPhonePart(name: string, { required }: Spelling, phones: readonly PhonePair<string>[]): Partial<TypedField> {
  if (phones.some(({ phone }) => phone === name)) return typedPhone
  // `checkPair` validates an optional code together with its number.
  return phones.some(({ code }) => code === name) ? { ...typedCode, ...(required === undefined && { schema: plainText.schema }) } : {}
}

const toInputLabel = (label: string): string => label.replaceAll(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase())

/** Fields whose values differ, with the values of `after`. */
export function pickChanges<Values extends object>(before: Partial<Values>, after: Values): Partial<Values> {
  const changes: Partial<Values> = {}
  for (const key of Object.keys(after) as (keyof Values)[]) if (before[key] !== after[key]) changes[key] = after[key]
  return changes
}

/** A phone with its country code, which is dropped when the number is missing. */
type PhonePair<Name extends string> = {
  code: Name
  phone: Name
  /** The message for a number without a code; omitted where the code is required anyway. */
  missingCode?: string
  /** The message for a missing number; omitted where it may be missing. */
  missingPhone?: string
  /** A checkbox; ticked, nothing is missing. */
  unless?: Name
  /** Counts a lone '+', which an emptied input may hold, as no code. */
  isPlusNone?: boolean
}

type CodeOrPhone = Pick<TypedField, 'empty' | 'toTyped' | 'toValue'>

/** A country code's input holds the default for a row without one. */
const typedCode: CodeOrPhone = {
  empty: defaultCountryCode,
  toTyped: (value) => (typeof value === 'string' && isCountryCode(value) ? value : defaultCountryCode),
  toValue: (typed) => normalizeCountryCode(toText(typed)),
}

const typedPhone: CodeOrPhone = { empty: '', toTyped: toText, toValue: (typed) => textToNullable(keepDigits(toText(typed))) }

/** Reports a missing number, and a number without its country code. */
function checkPair(
  { code, phone, missingCode, missingPhone, unless, isPlusNone = false }: PhonePair<string>,
  form: Record<string, Typed>,
  context: z.core.$RefinementCtx,
): void {
  if (unless !== undefined && form[unless] === true) return
  const isMissing = isBlank(toText(form[phone] ?? ''))
  if (isMissing && missingPhone !== undefined) context.addIssue({ code: 'custom', path: [phone], message: missingPhone })
  if (missingCode === undefined || (isMissing && missingPhone === undefined)) return
  const typed = toText(form[code] ?? '')
  const { error } = countryCodeSchema(missingCode).safeParse(isPlusNone && typed.trim() === '+' ? '' : typed)
  if (error) context.addIssue({ code: 'custom', path: [code], message: error.issues[0]?.message ?? '' })
}

/** A form's values without the codes of missing numbers. */
function dropLoneCodes(pairs: readonly PhonePair<string>[], values: Record<string, Json | undefined>): Record<string, Json | undefined> {
  const lone = pairs.filter(({ phone }) => values[phone] === null)
  return lone.length === 0 ? values : { ...values, ...Object.fromEntries(lone.map(({ code }) => [code, null])) }
}
