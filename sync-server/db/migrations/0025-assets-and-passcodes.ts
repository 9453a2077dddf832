import type { Migration } from '../schema-migration.ts'
import { toCountTriggers } from '../row-counts.ts'

const synced = `
      id text primary key,
      shop_id text not null references shops (id),
      created_at text not null,
      updated_at text not null,
      seq integer not null,
      deleted integer not null default 0 check (deleted in (0, 1)),
      deleted_with text`

const toIndexes = (table: string): string[] => [
  `create unique index ${table}_feed on ${table} (shop_id, seq)`,
  `create index ${table}_to_end on ${table} (updated_at) where deleted = 1 and deleted_with is not 'ended'`,
  ...toCountTriggers(table),
]

/** Devices of customers, which orders name, and the passcodes that orders hold while a device is in the shop. */
export const assetsAndPasscodes: Migration = {
  name: '0025-assets-and-passcodes',
  statements: [
    `create table assets (${synced},
      customer_id text not null references customers (id),
      kind text not null,
      brand text,
      model text,
      serial text,
      imei text,
      color text,
      notes text
    ) strict`,
    ...toIndexes('assets'),
    `create index assets_customer on assets (customer_id)`,
    `create index assets_deleted on assets (shop_id, seq) where deleted = 1`,
    `create table passcode_views (${synced},
      order_id text not null references orders (id)
    ) strict`,
    ...toIndexes('passcode_views'),
    `create index passcode_views_order on passcode_views (order_id)`,
    `alter table orders add column asset_id text references assets (id)`,
    `create index orders_asset on orders (asset_id) where asset_id is not null`,
    `alter table orders add column passcode text`,
  ],
}
