import { toCountTriggers } from '../row-counts.ts'

/**
 * Columns of every collection's table. `seq`: the row's position in its shop's feed. Deleted rows stay as tombstones
 * for a time; `deleted_with`: the mutation that deleted the row.
 */
export const syncedColumns = `
      id text primary key,
      shop_id text not null /* SQLite: */ references shops (id),
      created_at text not null,
      updated_at text not null,
      seq integer not null,
      deleted integer not null default 0 check (deleted in (0, 1)),
      deleted_with text`

export const phoneColumns = `
      country_code text,
      phone text,
      alternate_country_code text,
      alternate_phone text`

/** The feed index of a collection, and the triggers that count its rows. */
export const toFeedParts = (table: string): string[] => [`create unique index ${table}_feed on ${table} (shop_id, seq)`, ...toCountTriggers(table)]

/** Index for purging expired tombstones. */
export const toEndIndex = (table: string): string => `create index ${table}_to_end on ${table} (updated_at) where deleted = 1 and deleted_with is not 'ended'`

/** Index of a shop's deleted rows, which users can restore. */
export const toDeletedIndex = (table: string): string => `create index ${table}_deleted on ${table} (shop_id, seq) where deleted = 1`

/** Index by which reports and the activity log read a range of days. */
export const toTimeIndex = (table: string): string => `create index ${table}_time on ${table} (shop_id, created_at, id)`

/** Index in list order (../list-keys.ts). */
export const toListIndex = (table: string): string => `create index ${table}_list on ${table} (shop_id, sort_key) where deleted = 0`
