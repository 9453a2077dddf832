import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import type { StatusHop } from './unsent-hops.ts'

/** The statuses that an order had, with their times as they are stored. */
export const hopsToTable = (hops: readonly StatusHop[], statusName: (id: string) => string): CsvTable => ({
  header: ['Time', 'Status', 'Sent'],
  rows: hops.map(({ at, statusId, isUnsent }) => [at, statusName(statusId), isUnsent ? 'No' : 'Yes']),
})
