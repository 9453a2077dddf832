import { syncedColumns, toEndIndex, toFeedParts } from './synced-columns.ts'

const messages = [
  `create table messages (${syncedColumns},
      order_id text not null references orders (id),
      customer_id text references customers (id),
      estimate_id text references estimates (id),
      invoice_id text references invoices (id),
      channel text not null,
      "to" text,
      subject text,
      "text" text not null,
      state text not null,
      error text,
      sent_at text,
      cause text not null,
      order_status_id text references order_statuses (id),
      any_hour integer not null default 0 check (any_hour in (0, 1)),
      merged_from text references customers (id)
    ) strict`,
  ...toFeedParts('messages'),
  toEndIndex('messages'),
  'create index messages_order on messages (order_id)',
  'create index messages_customer on messages (customer_id)',
  'create index messages_estimate on messages (estimate_id) where estimate_id is not null',
  'create index messages_invoice on messages (invoice_id) where invoice_id is not null',
  'create index messages_merged on messages (merged_from) where merged_from is not null',
  `create index messages_sent on messages ("to", sent_at) where state = 'sent'`,
  "create index messages_waiting on messages (created_at) where state = 'waiting' and deleted = 0",

  // `rules`: JSON. `seq`: the worker has read the shop's orders up to here.
  `create table message_rules (
      shop_id text primary key,
      rules text not null,
      seq integer not null
    ) strict`,
  // Messages that were tried or are delayed until morning. `claim` and `claimed_until` belong to the server that sends
  // it now.
  `create table message_jobs (
      message_id text primary key,
      shop_id text not null,
      due_at text not null,
      tries integer not null default 0,
      first_try_at text,
      claim text,
      claimed_until text
    ) strict`,
]

const webhooks = [
  // `told_seq`: events up to this seq are delivered. `paused_at`: when a user paused it.
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
      last_sent_at text,
      paused_at text
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
]

export const outgoingTables: readonly string[] = [...messages, ...webhooks]
