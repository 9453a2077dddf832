import type { Asset } from '#schema/collections/work/assets.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'

export const assetsToTable = (assets: readonly Asset[]): CsvTable => ({
  header: ['Kind', 'Brand', 'Model', 'Serial number', 'IMEI', 'Color', 'Notes'],
  rows: assets.map(({ kind, brand, model, serial, imei, color, notes }) => [kind, brand, model, serial, imei, color, notes]),
})
