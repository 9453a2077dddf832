import type { Migration } from '../migrate.ts'

/**
 * The places of rows in their lists, so that the first page of a list comes from an index. The keys are made in the program
 * (../list-keys.ts), which the `unlisted` indexes tell what still lacks one. The last index counts orders by status.
 */
export const listKeys: Migration = {
  name: '0022-list-keys',
  statements: [
    ...['orders', 'customers', 'tasks'].flatMap((table) => [
      `alter table ${table} add column sort_key text`,
      `create index ${table}_list on ${table} (shop_id, sort_key) where deleted = 0`,
      `create index ${table}_unlisted on ${table} (id) where sort_key is null`,
    ]),
    `create index orders_status on orders (shop_id, order_status_id) where deleted = 0`,
  ],
}
