import type { CsvTable } from '#web/list-kit/csv-button.tsx'

/** A row of the CSV; `typed` holds all values, one per line. */
export type RefusedLine = { typedAt: string | null; refusedAt: string; author: string; heading: string; reason: string; typed: string }

export const refusedToTable = (lines: readonly RefusedLine[]): CsvTable => ({
  header: ['Typed', 'Refused', 'By', 'Change', 'Reason', 'What was typed'],
  rows: lines.map(({ typedAt, refusedAt, author, heading, reason, typed }) => [typedAt ?? '', refusedAt, author, heading, reason, typed]),
})
