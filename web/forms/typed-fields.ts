import { z } from 'zod'
import type { Field } from '#schema/field.ts'
import type { Json } from '#schema/values/merge.ts'
import { amountToShopTyped, readShopAmount } from '#web/inputs/shop-amounts.ts'
import { checkedBy, isBlank, typedAmount } from './checked-by.ts'

/** What an input holds: a checkbox's state, or the typed text, '' for none. */
export type Typed = string | boolean

/** Converts a row's value to a form's and back. Total: also accepts invalid values. */
export type TypedField = {
  schema: z.ZodType<Typed, Typed>
  empty: Typed
  toTyped: (value: Json) => Typed
  /** Undefined: omitted. */
  toValue: (typed: Typed) => Json | undefined
}

export function fieldToTyped(field: Field): TypedField {
  switch (field.kind) {
    case 'boolean':
      return { schema: anyTyped(z.boolean()), empty: field.initial === true, toTyped: (value) => value === true, toValue: (typed) => typed }
    case 'integer':
    case 'quantity':
    case 'percent':
      return numberField(field)
    case 'money':
      return moneyField(field)
    default:
      return textField(field)
  }
}

/** Trims text as the declaration does; text merged by line keeps its blanks. */
function textField({ kind, merge, nullable, schema }: Field): TypedField {
  const isTrimmed = kind === 'text' && merge !== 'text'
  return {
    schema: anyTyped(checkedBy(schema)),
    empty: '',
    toTyped: toText,
    toValue: (typed) => {
      const text = isTrimmed ? toText(typed).trim() : toText(typed)
      return nullable ? textToNullable(text) : text
    },
  }
}

function numberField({ initial, nullable, schema }: Field): TypedField {
  const empty = typeof initial === 'number' ? String(initial) : ''
  return {
    schema: anyTyped(checkedBy(schema)),
    empty,
    toTyped: (value) => (typeof value === 'number' ? String(value) : ''),
    toValue: (typed) => textToNumber(toText(typed)) ?? (nullable ? null : Number(empty)),
  }
}

/** An amount as the shop writes it. */
const moneyField = ({ nullable, schema }: Field): TypedField => ({
  schema: anyTyped(typedAmount(schema)),
  empty: '',
  toTyped: (value) => (typeof value === 'number' ? amountToShopTyped(value) : ''),
  toValue: (typed) => (nullable && isBlank(toText(typed)) ? null : (readShopAmount(toText(typed)) ?? Number.NaN)),
})

/** A field without a column of its own, such as a payment's date: the text as it is. */
export const plainText: TypedField = { schema: anyTyped(z.string()), empty: '', toTyped: toText, toValue: toText }

/** Safe because a form asks each schema only about its own field; the list of fields cannot express its type. */
export function anyTyped(schema: z.ZodType): z.ZodType<Typed, Typed> {
  return schema as z.ZodType<Typed, Typed>
}

export function toText(value: Json): string {
  return typeof value === 'string' ? value : ''
}

export const textToNullable = (text: string): string | null => (text === '' ? null : text)

const textToNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text))
