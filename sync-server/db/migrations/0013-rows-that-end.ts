import { onlySqlite, type Migration } from '../schema-migration.ts'

/** Ids of version 7 begin with the milliseconds of their making, 12 hexadecimal digits with one hyphen among them. */
const madeMs = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12]
  .map((at, index) => `(instr('0123456789abcdef', substr(id, ${at + 1}, 1)) - 1) * ${16 ** (11 - index)}`)
  .join(' + ')
const madeAt = `strftime('%Y-%m-%dT%H:%M:%fZ', (${madeMs}) / 1000.0, 'unixepoch')`

/**
 * Entries of the log tell when they arrived and what they are about; customers can be erased; and of the deleted rows those
 * whose 30 days are over are found without a walk through all others.
 */
export const rowsThatEnd: Migration = {
  name: '0013-rows-that-end',
  statements: [
    'alter table activities add column arrived_at text',
    'alter table activities add column order_id text',
    'alter table activities add column customer_id text',
    onlySqlite(`update activities set arrived_at = ${madeAt} where substr(id, 15, 1) = '7' and julianday(${madeAt}) - julianday(created_at) > 1.0 / 1440`),
    'create index activities_arrival on activities (shop_id, arrived_at) where arrived_at is not null',
    'alter table customers add column erased_at text',
    ...['customers', 'orders', 'tasks', 'payments', 'costs', 'products', 'categories', 'suppliers', 'checklist_items', 'checklist_selections'].map(
      (table) => `create index ${table}_to_end on ${table} (updated_at) where deleted = 1 and deleted_with is not 'ended'`,
    ),
  ],
}
