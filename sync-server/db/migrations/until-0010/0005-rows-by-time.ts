import type { Migration } from '../../schema-migration.ts'

/** A report reads the money of some days, and the log goes back page by page: neither may read all that a shop ever had. */
export const rowsByTime: Migration = {
  name: '0005-rows-by-time',
  statements: ['activities', 'costs', 'payments'].map((table) => `create index ${table}_time on ${table} (shop_id, created_at, id)`),
}
