import type { Migration } from '../../schema-migration.ts'

/** Sessions of customers, apart from those of staff; and a customer is found by phone without walking the whole shop. */
export const customerPortal: Migration = {
  name: '0006-customer-portal',
  statements: [
    `create table portal_sessions (
      id text primary key,
      sid_hash text not null unique,
      shop_id text not null references shops (id) on delete cascade,
      customer_id text not null references customers (id) on delete cascade,
      created_at text not null,
      expires_at text not null
    ) strict`,
    `create index portal_sessions_customer on portal_sessions (customer_id)`,
    `create index portal_sessions_expiry on portal_sessions (expires_at)`,
    `create index customers_phone on customers (shop_id, phone) where phone is not null`,
    `create index customers_alternate_phone on customers (shop_id, alternate_phone) where alternate_phone is not null`,
  ],
}
