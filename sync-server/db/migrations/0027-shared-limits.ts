import type { Migration } from '../schema-migration.ts'

/**
 * What processes of one database must agree on: how often something was asked, how often somebody failed, and whose rights, shops or
 * names changed. Keys of limits are hashes. And in which order an order had its statuses: ids of several processes do not sort.
 */
export const sharedLimits: Migration = {
  name: '0027-shared-limits',
  statements: [
    `create table limit_counts (
      key text primary key,
      count integer not null,
      starts_at text not null,
      ends_at text not null,
      kept_from integer not null
    ) strict, without rowid`,
    'create index limit_counts_end on limit_counts (ends_at)',
    `create table limit_tries (
      key text primary key,
      count integer not null,
      blocked_until text not null,
      last_try_at text not null,
      ends_at text not null,
      kept_from integer not null
    ) strict, without rowid`,
    'create index limit_tries_end on limit_tries (ends_at)',
    'create table access_changes (seq integer primary key, user_id text not null, origin text not null) strict',
    'alter table order_status_history add column seq integer not null default 0',
  ],
}
