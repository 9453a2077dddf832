import type { Migration } from '../../schema-migration.ts'

/** People with view_activity read what was refused of their shop, newest first. */
export const refusedChangesByShop: Migration = {
  name: '0003-refused-changes-by-shop',
  statements: ["create index mutations_rejected_of_shop on mutations (shop_id, received_at, id) where outcome = 'rejected'"],
}
