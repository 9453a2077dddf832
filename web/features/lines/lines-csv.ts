import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import { toLineTotal } from '#schema/rules/money/line-totals.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import { kindToText } from './form.ts'

/** The lines of an order; a quantity has up to three decimals. */
export const linesToTable = (lines: readonly OrderLine[]): CsvTable => ({
  header: ['Kind', 'Description', 'Quantity', 'Unit price', 'Total', 'From stock'],
  rows: lines.map((line) => [
    kindToText[line.kind] ?? line.kind,
    line.description,
    String(line.quantity),
    line.unitPrice,
    toLineTotal(line),
    line.fromStock ? 'Yes' : '',
  ]),
})
