import type { TaxReport } from '#schema/rules/money/tax-report.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import { t } from '../reports-texts.ts'

export const taxParts = [
  { part: 'documents', title: t.invoicesByIssue() },
  { part: 'payments', title: t.paymentsByDate() },
] as const satisfies readonly { part: keyof TaxReport; title: string }[]

/** A row for each rate of what was issued, then of what was received. */
export const taxToTable = (report: TaxReport): CsvTable => ({
  header: ['Of', 'Tax', 'Percent', 'Net', 'Tax amount'],
  rows: taxParts.flatMap(({ part, title }) => report[part].sums.map(({ name, percent, base, tax }) => [title, name, String(percent), base, tax])),
})
