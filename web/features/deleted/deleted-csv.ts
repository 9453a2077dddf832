import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import type { DeletedEntry } from './deleted-entries.ts'
import { kindLabels, wentWithToText } from './deleted-words.ts'

export const toDeletedTable = (entries: readonly DeletedEntry[]): CsvTable => ({
  header: ['Kind', 'What', 'Details', 'With it', 'Deleted', 'By'],
  rows: entries.map(({ collection, title, details, wentWith, deletedAt, deletedBy }) => [
    kindLabels[collection],
    title,
    details.join(' · '),
    wentWithToText(wentWith),
    deletedAt,
    deletedBy,
  ]),
})
