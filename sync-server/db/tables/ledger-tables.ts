/** Shop feeds, the mutation ledger, and metadata of written rows. */
export const ledgerTables: readonly string[] = [
  // `told_events`: the union of the shop's webhook events, so that a write in a shop without webhooks reads only this
  // row.
  `create table shop_feed (
      shop_id text primary key references shops (id) on delete cascade,
      epoch text not null,
      seq integer not null default 0,
      next_number integer not null default 1,
      log_begins_at text,
      log_removed_seq integer not null default 0,
      told_events text not null default ''
    ) strict`,

  // A random `mark` per transaction, stored at its greatest seq. It distinguishes a feed from the same feed after a
  // restore.
  `create table feed_marks (
      shop_id text not null /* SQLite: */ references shops (id) on delete cascade,
      seq integer not null,
      mark text not null,
      made_at text not null,
      primary key (shop_id, seq)
    ) strict, without rowid`,
  'create index feed_marks_made_at on feed_marks (made_at)',

  // No foreign keys: a refused mutation is kept whatever shop or user it names.
  `create table mutations (
      id text primary key,
      shop_id text,
      user_id text,
      device_id text,
      act_at text not null,
      received_at text not null,
      outcome text not null check (outcome in ('applied', 'rejected')),
      error text,
      rows text not null,
      body text,
      kept_bytes integer
    ) strict`,
  "create index mutations_rejected on mutations (user_id, received_at) where outcome = 'rejected'",
  "create index mutations_rejected_of_shop on mutations (shop_id, received_at, id) where outcome = 'rejected'",
  'create index mutations_kept_of_user on mutations (user_id, shop_id, kept_bytes) where kept_bytes is not null',
  'create index mutations_kept_of_shop on mutations (shop_id, kept_bytes) where kept_bytes is not null',
  'create index mutations_kept_by_time on mutations (received_at) where kept_bytes is not null',
  'create index mutations_by_arrival on mutations (received_at)',
  // Ids of mutations whose ledger rows expired, so that a repeat after months has no effect.
  `create table past_mutations (
      id text primary key,
      sender integer not null,
      error text,
      seqs text not null,
      received_at text,
      device_id text
    ) strict, without rowid`,
  `create table devices (
      user_id text not null,
      device_id text not null,
      last_act_at text not null,
      primary key (user_id, device_id)
    ) strict`,

  // Maintained by triggers (../row-counts.ts), because counting by index is too slow.
  `create table row_counts (
      shop_id text not null references shops (id) on delete cascade,
      collection text not null,
      kind text not null,
      rows integer not null,
      primary key (shop_id, collection, kind)
    ) strict, without rowid`,

  // When and by whom each field was last set, for last-writer-wins.
  `create table field_changes (
      row_id text not null,
      collection text not null,
      field text not null,
      at text not null,
      user_id text,
      mutation_id text not null,
      primary key (row_id, collection, field)
    ) strict, without rowid`,
  // Users and devices that wrote a row; `fields`: JSON, feed seq of their last write of each field.
  `create table row_work (
      row_id text not null,
      user_id text not null,
      device_id text not null,
      seq integer not null,
      at text not null,
      fields text not null,
      primary key (row_id, user_id, device_id)
    ) strict, without rowid`,
  // Deletions of already deleted rows: undoing the first deletion does not restore these rows.
  `create table also_deleted (
      row_id text not null,
      mutation_id text not null,
      place integer not null,
      primary key (row_id, mutation_id)
    ) strict, without rowid`,

  // Notices to users about others' changes to their work.
  `create table notices (
      id text primary key not null,
      user_id text not null references users (id) on delete cascade,
      shop_id text not null references shops (id) on delete cascade,
      kind text not null,
      collection text not null,
      row_id text not null,
      params text not null,
      created_at text not null
    ) strict`,
  'create index notices_of_user on notices (user_id, shop_id, id)',
  'create index notices_age on notices (created_at)',
  'create index notices_of_row on notices (row_id)',
  `create trigger notices_left after delete on shop_users begin
      delete from notices where user_id = old.user_id and shop_id = old.shop_id;
    end`,
]
