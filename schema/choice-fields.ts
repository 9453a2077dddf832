import { z } from 'zod'
import type { Field } from './field.ts'
import { base, shortTextMaxLength } from './fields.ts'

/** One of a closed list; absent or cleared it is `initial`. */
export function choice<const Value extends string>(label: string, values: readonly Value[], initial: NoInfer<Value>): Field<Value, true, false, 'client'> {
  const message = `${label} must be one of ${values.join(', ')}`
  const schema = z.preprocess((value) => (value === '' || value === null ? initial : value), z.enum(values, { error: message }))
  return { ...base, kind: 'text', label, schema, optional: true, initial, maxLength: shortTextMaxLength, choices: values }
}
