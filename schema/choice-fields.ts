import { z } from 'zod'
import type { Field } from './field.ts'
import { base, clearable, shortTextMaxLength } from './fields.ts'

/** One of a closed list; `initial` if absent or cleared. */
export function choice<const Value extends string>(label: string, values: readonly Value[], initial: NoInfer<Value>): Field<Value, true, false, 'client'> {
  const message = `${label} must be one of ${values.join(', ')}`
  const schema = z.preprocess((value) => (value === '' || value === null ? initial : value), z.enum(values, { error: message }))
  return { ...base, kind: 'text', label, schema, optional: true, initial, maxLength: shortTextMaxLength, choices: values }
}

/** Set by the server only. */
export const serverChoice = <const Value extends string>(
  label: string,
  values: readonly Value[],
  initial: NoInfer<Value>,
): Field<Value, true, false, 'server'> => ({
  ...choice(label, values, initial),
  writer: 'server',
})

/** One of a closed list, which a new row must say. */
export function neededChoice<const Value extends string>(label: string, values: readonly Value[]): Field<Value, false, false, 'client'> {
  const schema = z.enum(values, {
    error: ({ input }) => (input === undefined || input === null || input === '' ? `${label} is required` : `${label} must be one of ${values.join(', ')}`),
  })
  return { ...base, kind: 'text', label, schema, optional: false, initial: undefined, maxLength: shortTextMaxLength, choices: values }
}

export function optionalChoice<const Value extends string>(label: string, values: readonly Value[]): Field<Value | null, true, false, 'client'> {
  const schema = clearable<Value>(z.enum(values, { error: `${label} must be one of ${values.join(', ')}` }))
  return { ...base, kind: 'text', label, schema, nullable: true, optional: true, initial: null, maxLength: shortTextMaxLength, choices: values }
}
