import type { Estimate } from '#schema/collections/work/estimates.ts'
import { isDecided } from '#schema/rules/estimates/estimate-states.ts'
import { toOfferedItems } from '#schema/rules/estimates/offered-items.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import { answerToText, stateToWords } from './estimate-words.ts'

/** One row per line of each version; a version without lines has one row. */
export const estimatesToTable = (estimates: readonly Estimate[], format: ShopFormat, now: Date): CsvTable => ({
  header: ['Version', 'State', 'Description', 'Quantity', 'Unit price', 'Line total', 'Estimate total', 'Valid until', 'Answer', 'Note'],
  rows: estimates.flatMap((estimate) => {
    const { version, state, total, validUntil, note } = estimate
    const lines = toOfferedItems(estimate.lines, format).map(({ line, amount }) => [line.description, String(line.quantity), line.unitPrice, amount])
    return (lines.length === 0 ? [['', '', '', '']] : lines).map((line) => [
      version === 0 ? '' : String(version),
      stateToWords(estimate, now.toISOString()).name,
      ...line,
      total,
      validUntil ?? '',
      isDecided(state) ? answerToText(estimate, format, now) : '',
      note ?? '',
    ])
  }),
})
