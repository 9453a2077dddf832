import { onlySqlite, type Migration } from '../schema-migration.ts'

/**
 * Who worked on a row with which device: the place in the feed of their last write, and of the last of each field. And deletions
 * of rows that somebody had deleted already, which an undo of the first must not pass over.
 */
export const workOnRows: Migration = {
  name: '0018-work-on-rows',
  statements: [
    `create table row_work (
      row_id text not null,
      user_id text not null,
      device_id text not null,
      seq integer not null,
      at text not null,
      fields text not null,
      primary key (row_id, user_id, device_id)
    ) strict, without rowid`,
    // What the ledger knows of before: who, not at which place.
    onlySqlite(`insert or ignore into row_work (row_id, user_id, device_id, seq, at, fields)
      select json_extract(e.value, '$[1]'), m.user_id, coalesce(m.device_id, ''), 0, max(m.received_at), '{}'
      from mutations m, json_each(m.rows) e
      where m.outcome = 'applied' and m.user_id is not null
        and json_extract(e.value, '$[0]') in ('orders', 'customers', 'tasks', 'payments', 'costs')
      group by 1, 2, 3`),
    `create table also_deleted (
      row_id text not null,
      mutation_id text not null,
      place integer not null,
      primary key (row_id, mutation_id)
    ) strict, without rowid`,
  ],
}
