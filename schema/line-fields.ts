import { z } from 'zod'
import type { MoneyField, PercentField, QuantityField } from './field.ts'
import { amount, amountSchema, base, boundedText, clearable } from './fields.ts'
import { isQuantity, parseQuantity, quantityMax } from './values/order-lines/quantity.ts'
import { amountMax } from './values/money.ts'
import { isPercent, parsePercent } from './values/taxes/percent.ts'

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

/** Required money that may be negative. */
export function signedAmount(label: string, messages: { required: string; invalid: string }): MoneyField<number, false> {
  return { ...amount(label, messages), schema: amountSchema(messages.required, messages.invalid, -amountMax) }
}

const percentSchema = (required: string, invalid: string) =>
  z
    .union([z.number().meta({ minimum: 0, maximum: 100 }), boundedText(invalid).meta({ pattern: '^\\s*\\d*\\.?\\d*\\s*$', maxLength: undefined })], {
      error: (issue) => (issue.input === undefined || issue.input === null ? required : invalid),
    })
    .refine((value) => typeof value === 'number' || value.trim() !== '', { error: required, abort: true })
    .transform((value) => (typeof value === 'number' ? value : (parsePercent(value) ?? Number.NaN)))
    .refine(isPercent, { error: invalid })
    .meta({ description: '0 to 100, with at most four decimals; a number or its text' })

/** 0 to 100, at most four decimals; a number or its text. */
export function percent(label: string, { required, invalid }: { required: string; invalid: string }): PercentField<number, false> {
  return { ...base, kind: 'percent', label, schema: percentSchema(required, invalid), optional: false, initial: undefined, maxLength: 0 }
}

export function optionalPercent(label: string, { invalid }: { invalid: string }): PercentField<number | null, true> {
  const schema = clearable(percentSchema(invalid, invalid))
  return { ...base, kind: 'percent', label, schema, nullable: true, optional: true, initial: null, maxLength: 0 }
}
