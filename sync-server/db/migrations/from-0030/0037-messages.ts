import { toCountTriggers } from '../../row-counts.ts'
import { onlyPostgres, type Migration } from '../../schema-migration.ts'

/**
 * Messages to customers. `message_rules.seq`: up to there the worker has looked at the shop's orders. `message_jobs`: of messages that were
 * tried or wait for the morning; `claimed_until` of one that a server hands over right now. `silent`: a status that is told to nobody.
 */
export const messages: Migration = {
  name: '0037-messages',
  oldestProgram: '0029-ledger-retention',
  statements: [
    `create table messages (
      id text primary key,
      shop_id text not null references shops (id),
      created_at text not null,
      updated_at text not null,
      seq integer not null,
      deleted integer not null default 0 check (deleted in (0, 1)),
      deleted_with text,
      order_id text not null references orders (id),
      customer_id text references customers (id),
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
    'create unique index messages_feed on messages (shop_id, seq)',
    "create index messages_to_end on messages (updated_at) where deleted = 1 and deleted_with is not 'ended'",
    'create index messages_order on messages (order_id)',
    'create index messages_customer on messages (customer_id)',
    'create index messages_merged on messages (merged_from) where merged_from is not null',
    "create index messages_waiting on messages (created_at) where state = 'waiting' and deleted = 0",
    ...toCountTriggers('messages'),
    // As of all tables that are written with most mutations: see 0028.
    onlyPostgres('alter table messages drop constraint messages_shop_id_fkey'),
    `create table message_rules (
      shop_id text primary key,
      rules text not null,
      seq integer not null
    ) strict`,
    `create table message_jobs (
      message_id text primary key,
      shop_id text not null,
      due_at text not null,
      tries integer not null default 0,
      first_try_at text,
      claim text,
      claimed_until text
    ) strict`,
    'alter table order_status_history add column silent integer not null default 0',
    'alter table customers add column no_messages integer not null default 0 check (no_messages in (0, 1))',
  ],
}
