import { onlySqlite, type Migration } from '../schema-migration.ts'

/**
 * What tells two lives of one feed apart: a random mark for each transaction, at the greatest number that it took. The first one of a
 * shop vouches for nothing, so each shop gets one where it stands.
 */
export const feedMarks: Migration = {
  name: '0020-feed-marks',
  statements: [
    `create table feed_marks (
      shop_id text not null references shops (id) on delete cascade,
      seq integer not null,
      mark text not null,
      made_at text not null,
      primary key (shop_id, seq)
    ) strict, without rowid`,
    `create index feed_marks_made_at on feed_marks (made_at)`,
    onlySqlite(`insert into feed_marks (shop_id, seq, mark, made_at)
      select shop_id, seq, lower(hex(randomblob(12))), strftime('%Y-%m-%dT%H:%M:%fZ', 'now') from shop_feed`),
  ],
}
