import { z } from 'zod'
import type { ValueOf } from '#schema/collection.ts'
import type { Field, Fields } from '#schema/field.ts'
import type { Json } from '#schema/values/merge.ts'
import { isBlank, neededText, type TextSchema } from './checked-by.ts'
import { checkPair, dropLoneCodes, type PhonePair, typedCode, typedPhone } from './phone-pair.ts'
import { anyTyped, fieldToTyped, plainText, type Typed, type TypedField } from './typed-fields.ts'

/** Where a form differs from the declaration of its field; each part may be left out. */
type Spelling = {
  /** The row's field, where its name is another one; null for what only the form has. */
  field?: string | null
  /** Its name in news and in copied text; by default the declaration's. */
  label?: string
  /** Its name over the input; by default the label, each word with a capital. */
  inputLabel?: string
  /** The message where nothing is typed. */
  required?: string
  /** Checks what is typed, in place of the declaration. */
  typed?: TextSchema
  /** What the input begins with, and what an emptied one stands for. A boolean makes a box of a field that only the form has. */
  empty?: Typed
  toTyped?: (value: Json) => Typed
  toValue?: (typed: Typed) => Json | undefined
}

type Declaration = { readonly fields: Fields }

/** Base fields that a form may show too. */
type BaseField = 'createdAt' | 'shopId'

type RowField<C extends Declaration> = (keyof C['fields'] & string) | BaseField

/** Which field of the row a field of the form is. */
type FieldOf<S, K extends keyof S> = S[K] extends { field: infer Name } ? Name : K

type RowValue<C extends Declaration, Name> = Name extends keyof C['fields'] ? ValueOf<C['fields'][Name]> : string

/** Each name is a field of the row, or says which one it is. */
type SpellingsOf<C extends Declaration, S> = {
  [K in keyof S]: FieldOf<S, K> extends RowField<C> | null ? Spelling : { field: RowField<C> | null }
}

type TypedOf<C extends Declaration, S, K extends keyof S> =
  FieldOf<S, K> extends null ? (S[K] extends { empty: boolean } ? boolean : string) : [RowValue<C, FieldOf<S, K>>] extends [boolean] ? boolean : string

type Form<C extends Declaration, S> = { -readonly [K in keyof S & string]: TypedOf<C, S, K> }

/** The row's values that the form shows, under the form's names. */
type Shown<C extends Declaration, S> = { -readonly [K in keyof S & string as FieldOf<S, K> extends null ? never : K]: RowValue<C, FieldOf<S, K>> }

/** The same under the row's names. */
type RowPart<C extends Declaration, S> = { -readonly [K in keyof S & string as FieldOf<S, K> & string]: RowValue<C, FieldOf<S, K>> }

/** What a form writes. A date that does not parse is not given. */
type Values<C extends Declaration, S> = {
  [Name in keyof RowPart<C, S> as Name extends 'createdAt' ? never : Name]: RowPart<C, S>[Name]
} & ('createdAt' extends keyof RowPart<C, S> ? { createdAt?: string | undefined } : unknown)

/** A form of one row. `Form`: what its inputs hold. All functions are total: they also take a form that is not valid yet. */
export type DefinedForm<Form, Shown, RowPart, Values> = {
  schema: z.ZodType<Form, Form>
  /** Its keys are in the order of the screen: that is the order in which errors take the focus. */
  empty: Readonly<Form>
  labels: Readonly<Record<keyof Form & string, string>>
  inputLabels: Readonly<Record<keyof Form & string, string>>
  /** How the row calls each field that it has. */
  rowFields: Readonly<Record<keyof Shown & string, keyof RowPart & string>>
  toShown: (row: RowPart) => Shown
  toForm: (shown: Shown) => Form
  toValues: (form: Form) => Values
  /** What differs from `opened`. */
  toChanges: (opened: Form, form: Form) => Partial<Values>
  /** What a person saw, under the row's names. */
  toSeen: (shown: Shown) => RowPart
  /** The form's field for the path of a server's issue. */
  toField: (path: string) => (keyof Form & string) | undefined
  /** What is said of one field that holds `typed`. */
  problemOf: (field: keyof Form & string, typed: Typed) => string | undefined
}

/** What the inputs of a form hold. */
export type FormOf<D> = D extends { toForm: (shown: never) => infer F } ? F : never
/** The values of a row that a form shows. */
export type ShownOf<D> = D extends { toForm: (shown: infer S) => unknown } ? S : never

type Options<S> = { phones?: readonly PhonePair<keyof S & string>[] }

/** A form derived from its collection's declaration. `spellings`: its fields, in the order of the screen, each with where it differs. */
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

/** Safe because every name comes from the declaration, whose types say what it holds; a loop over names cannot show that. */
const untypedToForm = <Form, Shown, RowPart, Values>(form: UntypedForm) => form as unknown as DefinedForm<Form, Shown, RowPart, Values>

type Plan = TypedField & { name: string; field: string | null; label: string; inputLabel: string }
type RowPlan = Plan & { field: string }

function toPlan(name: string, spelling: Spelling, fields: Fields, phones: readonly PhonePair<string>[]): Plan {
  const { field = name, label = fields[field ?? '']?.label ?? name, inputLabel = toInputLabel(label) } = spelling
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

/** An emptied input stands for what the form begins with. */
const withEmpty = (typed: TypedField, { empty }: Spelling): TypedField['toValue'] =>
  empty === undefined ? typed.toValue : (value) => typed.toValue(typeof value === 'string' && isBlank(value) ? empty : value)

function toPhonePart(name: string, { required }: Spelling, phones: readonly PhonePair<string>[]): Partial<TypedField> {
  if (phones.some(({ phone }) => phone === name)) return typedPhone
  // A code that is not required is checked with its number, by `checkPair`.
  return phones.some(({ code }) => code === name) ? { ...typedCode, ...(required === undefined && { schema: plainText.schema }) } : {}
}

/** 'Due date' → 'Due Date'. */
const toInputLabel = (label: string): string => label.replaceAll(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase())

/** Fields whose values differ, with the values of `after`. */
export function pickChanges<Values extends object>(before: Partial<Values>, after: Values): Partial<Values> {
  const changes: Partial<Values> = {}
  for (const key of Object.keys(after) as (keyof Values)[]) if (before[key] !== after[key]) changes[key] = after[key]
  return changes
}
