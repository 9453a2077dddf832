import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import { common } from '#web/language/common-texts.ts'
import { kindToText } from './line-kinds.ts'

/** The lines of an order; a quantity has up to three decimals. An included one has no total. */
export const linesToTable = (lines: readonly { line: OrderLine; amount: number | null }[]): CsvTable => ({
  header: ['Kind', 'Description', 'Quantity', 'Unit price', 'Total', 'From stock'],
  rows: lines.map(({ line, amount }) => [
    kindToText(line.kind),
    line.description,
    String(line.quantity),
    line.unitPrice,
    amount,
    line.fromStock ? common.yes() : '',
  ]),
})
