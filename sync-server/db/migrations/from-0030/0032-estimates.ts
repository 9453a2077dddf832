import { toCountTriggers } from '../../row-counts.ts'
import { onlyPostgres, type Migration } from '../../schema-migration.ts'

/**
 * Estimates of orders, and the links to them. Of a link only the hash is stored; it names rows of a shop by their ids alone, so that
 * it can be looked up without knowing the shop, and it goes some time after its end.
 */
export const estimates: Migration = {
  name: '0032-estimates',
  oldestProgram: '0029-ledger-retention',
  statements: [
    `create table estimates (
      id text primary key,
      shop_id text not null references shops (id),
      created_at text not null,
      updated_at text not null,
      seq integer not null,
      deleted integer not null default 0 check (deleted in (0, 1)),
      deleted_with text,
      order_id text not null references orders (id),
      version integer not null,
      lines text not null,
      total_cents integer not null,
      note text,
      state text not null,
      valid_until text,
      decided_at text,
      decided_name text,
      decided_by text,
      consent_note text
    ) strict`,
    'create unique index estimates_feed on estimates (shop_id, seq)',
    "create index estimates_to_end on estimates (updated_at) where deleted = 1 and deleted_with is not 'ended'",
    'create index estimates_order on estimates (order_id)',
    ...toCountTriggers('estimates'),
    // As of all tables that are written with most mutations: see 0028.
    onlyPostgres('alter table estimates drop constraint estimates_shop_id_fkey'),
    `create table estimate_links (
      token_hash text primary key,
      shop_id text not null,
      estimate_id text not null,
      created_at text not null,
      ends_at text not null,
      press text,
      pressed_at text
    ) strict`,
    'create index estimate_links_estimate on estimate_links (estimate_id)',
    'create index estimate_links_end on estimate_links (ends_at)',
  ],
}
