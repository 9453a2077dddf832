import { z } from 'zod'
import type { MoneyField, QuantityField } from './field.ts'
import { amount, amountSchema, base, boundedText } from './fields.ts'
import { isQuantity, parseQuantity, quantityMax } from './values/order-lines/quantity.ts'

/** Required money, 0 or more. */
export function neededAmount(label: string, messages: { required: string; invalid: string }): MoneyField<number, false> {
  return { ...amount(label, messages), schema: amountSchema(messages.required, messages.invalid, 0) }
}

/** Above 0, at most three decimals; a number or its text. */
export function quantity(label: string, { required, invalid }: { required: string; invalid: string }): QuantityField {
  const schema = z
    .union(
      [z.number().meta({ exclusiveMinimum: 0, maximum: quantityMax }), boundedText(invalid).meta({ pattern: '^\\s*\\d*\\.?\\d*\\s*$', maxLength: undefined })],
      {
        error: (issue) => (issue.input === undefined || issue.input === null ? required : invalid),
      },
    )
    .refine((value) => typeof value === 'number' || value.trim() !== '', { error: required, abort: true })
    .transform((value) => (typeof value === 'number' ? value : (parseQuantity(value) ?? Number.NaN)))
    .refine(isQuantity, { error: invalid })
    .meta({ description: 'More than 0, with at most three decimals; a number or its text' })
  return { ...base, kind: 'quantity', label, schema, optional: false, initial: undefined, maxLength: 0 }
}
