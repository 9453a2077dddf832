import { z } from 'zod'
import { amount, amountSchema, optionalText } from './fields.ts'
import type { Field } from './field.ts'
import { amountMax } from './values/money.ts'
import type { Json } from './values/merge.ts'

export function optionalChoice<const Value extends string>(label: string, values: readonly Value[]): Field<Value | null, true, false, 'client'> {
  const one = z.enum(values, { error: `${label} must be one of ${values.join(', ')}` })
  const field = { ...optionalText(label, { schema: one }), choices: values }
  // Safe: the schema accepts nothing else.
  return field as Field<Value | null, true, false, 'client'>
}

export function serverAmount(label: string): Field<number, true, false, 'server'> & { readonly kind: 'money' } {
  const field = amount(label, { required: `${label} is required`, invalid: `${label} is not valid` })
  const schema = amountSchema(`${label} is required`, `${label} is not valid`, -amountMax)
  return { ...field, schema, optional: true, initial: 0, writer: 'server' }
}

type JsonListOptions<Item> = {
  given: z.ZodType<Item>
  answered: z.ZodType
  max: number
  tooMany: string
  check?: (items: Item[]) => string | undefined
}

const jsonTextMaxLength = 200_000

/** A list of items or its JSON text, which tables and devices store; empty by default. */
export function jsonList<Item>(
  label: string,
  { given, answered, max, tooMany, check = () => undefined }: JsonListOptions<Item>,
): Field<Json[] | string, true, false, 'client'> {
  const schema = z
    .preprocess(textToJson, z.array(given, { error: `${label} must be a list` }).max(max, { error: tooMany, abort: true }))
    .superRefine((items, context) => {
      const message = check(items)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
    .transform((items) => JSON.stringify(items))
  return { ...optionalText(label), kind: 'json', schema, answered: z.array(answered), nullable: false, initial: '[]', maxLength: jsonTextMaxLength }
}

/** A value or its JSON text; null if absent or cleared. */
export function optionalJson<Value extends Json>(
  label: string,
  given: z.ZodType<Value>,
  answered: z.ZodType,
): Field<Json | string | null, true, false, 'client'> {
  const schema = z
    .preprocess((value) => (value === null || value === '' ? null : textToJson(value)), given.nullable())
    .transform((value) => value && JSON.stringify(value))
  return { ...optionalText(label), kind: 'json', schema, answered, nullable: true, initial: null, maxLength: jsonTextMaxLength }
}

/** A value or its JSON text, which tables and devices store; null until the server writes it. */
export function serverJson<Value>(label: string, answered: z.ZodType<Value>): Field<Value | string | null, true, false, 'server'> {
  const schema = z.preprocess((value) => (value === null || value === '' ? null : textToJson(value)), answered.nullable())
  return { ...optionalText(label, { writer: 'server' }), kind: 'json', schema, answered, nullable: true, initial: null, maxLength: jsonTextMaxLength }
}

/** Empty until the server writes it. */
export function serverJsonList<Item>(label: string, answered: z.ZodType<Item>): Field<Item[] | string, true, false, 'server'> {
  const schema = z.preprocess(textToJson, z.array(answered))
  return { ...serverJson(label, z.array(answered)), schema, nullable: false, initial: '[]' }
}

function textToJson(value: unknown): unknown {
  if (value === null || value === '') return []
  if (typeof value !== 'string' || value.length > jsonTextMaxLength) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
