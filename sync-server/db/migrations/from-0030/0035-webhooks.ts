import type { Migration } from '../../schema-migration.ts'

/**
 * Webhooks of shops, what happened that some of them want to be told, and what became of telling it; and the lease under which one
 * server at a time works in the background. `told_events`: of all webhooks of the shop, so that a write of a shop without any asks nothing.
 */
export const webhooks: Migration = {
  name: '0035-webhooks',
  statements: [
    `create table worker_leases (
      name text primary key,
      holder text not null,
      fence integer not null,
      until_ms integer not null
    ) strict`,
    "alter table shop_feed add column told_events text not null default ''",
    `create table webhooks (
      id text primary key,
      shop_id text not null,
      url text not null,
      events text not null,
      secret text not null,
      created_at text not null,
      told_seq integer not null,
      tries integer not null default 0,
      next_try_at text,
      failing_since text,
      answer text,
      last_sent_at text
    ) strict`,
    'create index webhooks_shop on webhooks (shop_id)',
    `create table webhook_events (
      shop_id text not null,
      seq integer not null,
      id text not null,
      event text not null,
      collection text not null,
      row_id text not null,
      detail text,
      at text not null,
      stored_at text not null,
      primary key (shop_id, seq)
    ) strict`,
    'create index webhook_events_id on webhook_events (shop_id, id)',
    'create index webhook_events_stored on webhook_events (stored_at)',
    `create table webhook_deliveries (
      webhook_id text not null,
      seq integer not null,
      shop_id text not null,
      state text not null,
      tries integer not null,
      answer text not null,
      ended_at text not null,
      primary key (shop_id, webhook_id, seq)
    ) strict`,
    'create index webhook_deliveries_ended on webhook_deliveries (ended_at)',
  ],
}
