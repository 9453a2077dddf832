import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import type { StatusHop } from './unsent-hops.ts'

/** Status changes with times in their stored form. */
export const hopsToTable = (hops: readonly StatusHop[], statusName: (id: string) => string): CsvTable => ({
  header: ['Time', 'Status', 'Sent'],
  rows: hops.map(({ at, statusId, isUnsent }) => [at, statusName(statusId), isUnsent ? 'No' : 'Yes']),
})
