import { onlySqlite, type Migration } from '../schema-migration.ts'
import { rowCountsTable, toCountTriggers, toFirstCount } from '../row-counts.ts'

const synced = [
  'customers',
  'orders',
  'tasks',
  'payments',
  'costs',
  'products',
  'categories',
  'suppliers',
  'employees',
  'checklist_items',
  'checklist_selections',
  'activities',
]

/**
 * The places of rows in their lists, so that the first page of a list comes from an index; the keys are made in the program
 * (../list-keys.ts), which the `unlisted` indexes tell what still lacks one. And how many rows there are, which no index tells in
 * a moment.
 */
export const listKeys: Migration = {
  name: '0022-list-keys',
  statements: [
    ...['orders', 'customers', 'tasks'].flatMap((table) => [
      `alter table ${table} add column sort_key text`,
      `create index ${table}_list on ${table} (shop_id, sort_key) where deleted = 0`,
      `create index ${table}_unlisted on ${table} (id) where sort_key is null`,
    ]),
    rowCountsTable,
    ...synced.flatMap((table) => [onlySqlite(toFirstCount(table)), ...toCountTriggers(table)]),
  ],
}
