import { z } from 'zod'
import { type TaxRate, taxRates } from '#schema/collections/stock/tax-rates.ts'
import { findTaxRateIssue } from '#schema/rules/taxes/tax-rate-issues.ts'
import type { ProposedRate } from '#schema/rules/taxes/standard-rates.ts'
import { readTaxParts, type TaxCategory, type TaxPart } from '#schema/values/taxes/tax-rate.ts'
import type { OpInput } from '#web/device/rows/op-input.ts'
import { checkedBy } from '#web/forms/checked-by.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { toText } from '#web/forms/typed-fields.ts'
import { t } from './taxes-texts.ts'

/** '19 %', '25,5' and '25.5' as a plain number's text: no percentage has digit grouping. */
const toPlainPercent = (text: string): string =>
  text
    .replace(/\s*%\s*$/, '')
    .trim()
    .replace(',', '.')

/** "State 6.25" in a line for each part; the percentage is NaN where a line ends in no number. */
const typedToParts = (text: string): TaxPart[] =>
  text.split('\n').flatMap((line) => {
    const trimmed = line.trim()
    if (trimmed === '') return []
    const [, name, percent] = /^(.+?)\s+([\d.,]+)\s*%?$/.exec(trimmed) ?? []
    return [{ name: name ?? trimmed, percent: percent === undefined ? Number.NaN : Number(toPlainPercent(percent)) }]
  })

const partsToTyped = (parts: readonly TaxPart[]): string => parts.map(({ name, percent }) => `${name} ${percent}`).join('\n')

const typedParts = z.string().superRefine((text, context) => {
  const parts = typedToParts(text)
  const message = parts.some(({ percent }) => Number.isNaN(percent)) ? t.partWrong() : taxRates.fields.parts.schema.safeParse(parts).error?.issues[0]?.message
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

export const taxRateForm = defineForm(taxRates, {
  name: {},
  percent: {
    typed: checkedBy(taxRates.fields.percent.schema, toPlainPercent),
    toTyped: (value) => (typeof value === 'number' ? String(value) : ''),
    toValue: (typed) => Number(toPlainPercent(toText(typed))),
  },
  category: {},
  parts: {
    empty: '',
    typed: typedParts,
    toTyped: (value) => partsToTyped(readTaxParts(value)),
    toValue: (typed) => JSON.stringify(typedToParts(toText(typed))),
  },
  isDefault: { inputLabel: t.usual() },
  isDefaultForLabour: { inputLabel: t.usualForLabour() },
  archived: {},
})

export type TaxRateForm = FormOf<typeof taxRateForm>

export const categoryToText: Readonly<Record<TaxCategory, string>> = {
  standard: t.category.standard(),
  reduced: t.category.reduced(),
  zero: t.category.zero(),
  exempt: t.category.exempt(),
  reverse: t.category.reverse(),
}

/** What a new rate begins with: a proposal, or the rate that it replaces, with all but the percentage. */
export type StartOfRate = { proposed: ProposedRate; isFirst: boolean } | { replaced: TaxRate }

export function newTaxRateForm(start: StartOfRate | undefined): TaxRateForm {
  if (start === undefined) return { ...taxRateForm.empty }
  if ('replaced' in start) return { ...taxRateForm.toForm(taxRateForm.toShown(start.replaced)), percent: '', parts: '', archived: false }
  const { name, percent, category } = start.proposed
  return { ...taxRateForm.empty, name, percent: String(percent), category, isDefault: start.isFirst }
}

/** A check across fields: parts add up to the percentage, which some categories do not have. */
export function findRateIssue(form: TaxRateForm): { field: keyof TaxRateForm; message: string } | undefined {
  const issue = findTaxRateIssue(undefined, taxRateForm.toValues(form))
  return issue && { field: issue.path === 'parts' ? 'parts' : 'percent', message: issue.message }
}

type Flags = Pick<TaxRate, 'id' | 'isDefault' | 'isDefaultForLabour' | 'archived'>

/** What goes with saving a rate: others stop being the usual one, and the replaced one is archived. */
export function toOpsOfOthers(saved: Pick<Flags, 'isDefault' | 'isDefaultForLabour'>, others: readonly Flags[], replacedId?: string): OpInput<'tax_rates'>[] {
  return others.flatMap((rate) => {
    const values = {
      ...(saved.isDefault && rate.isDefault && { isDefault: false }),
      ...(saved.isDefaultForLabour && rate.isDefaultForLabour && { isDefaultForLabour: false }),
      ...(rate.id === replacedId && !rate.archived && { archived: true }),
    }
    return Object.keys(values).length === 0 ? [] : [{ action: 'update', collection: 'tax_rates', id: rate.id, values }]
  })
}
