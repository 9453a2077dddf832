import { toCountTriggers } from '../row-counts.ts'

/**
 * The columns of every collection's table. `seq`: the row's place in the feed of its shop. Deleted rows stay as tombstones for a time;
 * `deleted_with`: the mutation that deleted the row.
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

/** The index by which the feed reads a collection, and the triggers that count its rows. */
export const toFeedParts = (table: string): string[] => [`create unique index ${table}_feed on ${table} (shop_id, seq)`, ...toCountTriggers(table)]

/** The index that finds the deleted rows whose time is over. */
export const toEndIndex = (table: string): string => `create index ${table}_to_end on ${table} (updated_at) where deleted = 1 and deleted_with is not 'ended'`

/** The index of a shop's deleted rows, which people can restore. */
export const toDeletedIndex = (table: string): string => `create index ${table}_deleted on ${table} (shop_id, seq) where deleted = 1`

/** The index by which reports and the log read the rows of some days. */
export const toTimeIndex = (table: string): string => `create index ${table}_time on ${table} (shop_id, created_at, id)`

/** The index that holds the rows in the order of their list (../list-keys.ts). */
export const toListIndex = (table: string): string => `create index ${table}_list on ${table} (shop_id, sort_key) where deleted = 0`
