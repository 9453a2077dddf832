import { sumAmounts } from '#schema/values/money.ts'
import type { InvoiceLine, InvoiceTax } from '#schema/collections/work/invoice-content.ts'
import type { IssuedDocument } from './issued-document.ts'

/** UNCL 5305, as far as a shop's rates go. */
export type CategoryCode = 'S' | 'Z' | 'E' | 'AE'

export type TaxCategory = { code: CategoryCode; percent: number }

/** One of a document's VAT breakdown (BG-23). `reason`: why no tax is charged, for E and AE. */
export type TaxGroup = TaxCategory & { base: number; tax: number; reason: string | undefined }

const codes = { standard: 'S', reduced: 'S', zero: 'Z', exempt: 'E', reverse: 'AE', none: 'E' } as const satisfies Record<InvoiceTax['category'], CategoryCode>

/** A rate of 0 percent is never S (BR-S-05). */
export function toTaxCategory({ category, percent }: Pick<InvoiceTax, 'category' | 'percent'>): TaxCategory {
  const code = codes[category]
  return { code: code === 'S' && percent === 0 ? 'Z' : code, percent }
}

/** One for each category and percent, however many rates the shop calls differently (BR-S-08). */
export function toTaxGroups(document: Pick<IssuedDocument, 'lines' | 'taxes'>): TaxGroup[] {
  const taxes = document.taxes.length > 0 ? document.taxes : [toUntaxed(document.lines)]
  const grouped = Map.groupBy(taxes, (tax) => JSON.stringify(toTaxCategory(tax)))
  return [...grouped.values()].flatMap((group): TaxGroup[] => {
    const [first] = group
    if (first === undefined) return []
    const category = toTaxCategory(first)
    const hasReason = category.code === 'E' || category.code === 'AE'
    const reasons = group.map(({ name, reason }) => (reason ?? name).trim()).filter((text) => text !== '')
    const reason = [...new Set(reasons)].join('; ') || 'No tax'
    return [
      { ...category, base: sumAmounts(group.map(({ base }) => base)), tax: sumAmounts(group.map(({ tax }) => tax)), reason: hasReason ? reason : undefined },
    ]
  })
}

/** Of a shop that charges no taxes. */
const toUntaxed = (lines: readonly InvoiceLine[]): InvoiceTax => ({
  name: 'No tax',
  percent: 0,
  category: 'none',
  base: sumAmounts(lines.map(({ net }) => net)),
  tax: 0,
})
