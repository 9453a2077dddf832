import { z } from 'zod'
import type { Field } from '#schema/field.ts'
import type { Json } from '#schema/values/merge.ts'
import { checkedBy } from './checked-by.ts'

/** What an input holds: a choice, or a text as it is typed, '' where there is none. */
export type Typed = string | boolean

/** How a value of a row stands in a form, and comes back. Total: it also takes what is not valid yet. */
export type TypedField = {
  schema: z.ZodType<Typed, Typed>
  empty: Typed
  toTyped: (value: Json) => Typed
  /** Undefined: not given. */
  toValue: (typed: Typed) => Json | undefined
}

/** How a declared field stands in a form, by its kind. */
export function fieldToTyped(field: Field): TypedField {
  switch (field.kind) {
    case 'boolean':
      return { schema: anyTyped(z.boolean()), empty: field.initial === true, toTyped: (value) => value === true, toValue: (typed) => typed }
    case 'integer':
    case 'quantity':
      return numberField(field, String)
    case 'money':
      return numberField(field, (price) => price.toFixed(2))
    default:
      return textField(field)
  }
}

/** Blanks around a text are dropped as the declaration drops them; a text that is merged by line keeps them. */
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

function numberField({ initial, nullable, schema }: Field, toWords: (value: number) => string): TypedField {
  const empty = typeof initial === 'number' ? toWords(initial) : ''
  return {
    schema: anyTyped(checkedBy(schema)),
    empty,
    toTyped: (value) => (typeof value === 'number' ? toWords(value) : ''),
    toValue: (typed) => textToNumber(toText(typed)) ?? (nullable ? null : Number(empty)),
  }
}

/** A field that is no column of its own, such as the date of a payment: a text as it is. */
export const plainText: TypedField = { schema: anyTyped(z.string()), empty: '', toTyped: toText, toValue: toText }

/** Safe because a form asks each schema only about its own field; the list of all fields cannot name its type. */
export function anyTyped(schema: z.ZodType): z.ZodType<Typed, Typed> {
  return schema as z.ZodType<Typed, Typed>
}

/** '' for what is no text. */
export function toText(value: Json): string {
  return typeof value === 'string' ? value : ''
}

/** An emptied input ('') is null in a row. */
export const textToNullable = (text: string): string | null => (text === '' ? null : text)

const textToNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** Amounts as people type them: '12.50', '12'; one with more than two decimals stays as it is. */
export const amountToTyped = (amount: number): string => (Number(amount.toFixed(2)) === amount ? amount.toFixed(2).replace(/\.00$/, '') : String(amount))
