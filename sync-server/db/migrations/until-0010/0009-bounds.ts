import { onlySqlite, type Migration } from '../../schema-migration.ts'

/** How much is kept of refused changes is counted by index, per person and per shop, and ends; and the server has keys that outlive a restart. */
export const bounds: Migration = {
  name: '0009-bounds',
  statements: [
    `alter table mutations add column kept_bytes integer`,
    onlySqlite(`update mutations set kept_bytes = coalesce(length(body), 0) + coalesce(length(error), 0) + length(rows) where outcome = 'rejected'`),
    `create index mutations_kept_of_user on mutations (user_id, shop_id, kept_bytes) where kept_bytes is not null`,
    `create index mutations_kept_of_shop on mutations (shop_id, kept_bytes) where kept_bytes is not null`,
    `create index mutations_kept_by_time on mutations (received_at) where kept_bytes is not null`,
    `create table server_keys (name text primary key, value text not null) strict, without rowid`,
  ],
}
