import type { Migration } from '../schema-migration.ts'

/**
 * What stays of decisions that the ledger no longer holds: that a mutation was decided, how, and for whom, so that one which comes
 * again after months has no effect. And where the log of a shop begins after its older entries
 * have ended, and up to which place of the feed nothing is left of those.
 * Programs without it would decide again what has left the ledger: none has ever worked beside others.
 */
export const ledgerRetention: Migration = {
  name: '0029-ledger-retention',
  statements: [
    `create table past_mutations (
      id text primary key,
      sender integer not null,
      error text,
      seqs text not null,
      received_at text,
      device_id text
    ) strict, without rowid`,
    'create index mutations_by_arrival on mutations (received_at)',
    'alter table shop_feed add column log_begins_at text',
    'alter table shop_feed add column log_removed_seq integer not null default 0',
  ],
}
