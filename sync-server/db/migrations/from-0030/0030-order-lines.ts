import { toCountTriggers } from '../../row-counts.ts'
import { onlyPostgres, type Migration } from '../../schema-migration.ts'

/**
 * Parts and labour of orders, and each change of a product's count (LINE-03). `seq` of a movement: of the product's row as that change
 * left it, so that movements have the order in which the counts were written.
 */
export const orderLines: Migration = {
  name: '0030-order-lines',
  oldestProgram: '0029-ledger-retention',
  statements: [
    `create table order_lines (
      id text primary key,
      shop_id text not null references shops (id),
      created_at text not null,
      updated_at text not null,
      seq integer not null,
      deleted integer not null default 0 check (deleted in (0, 1)),
      deleted_with text,
      order_id text not null references orders (id),
      kind text not null,
      product_id text references products (id),
      description text not null,
      quantity_thousandths integer not null,
      unit_price_cents integer not null,
      unit_cost_cents integer,
      from_stock integer not null check (from_stock in (0, 1))
    ) strict`,
    'create unique index order_lines_feed on order_lines (shop_id, seq)',
    "create index order_lines_to_end on order_lines (updated_at) where deleted = 1 and deleted_with is not 'ended'",
    'create index order_lines_order on order_lines (order_id)',
    'create index order_lines_product on order_lines (product_id)',
    ...toCountTriggers('order_lines'),
    // As of all tables that are written with most mutations: see 0028.
    onlyPostgres('alter table order_lines drop constraint order_lines_shop_id_fkey'),
    `create table stock_movements (
      id text primary key,
      shop_id text not null,
      product_id text not null references products (id),
      seq integer not null,
      delta integer not null,
      count_after integer not null,
      reason text not null check (reason in ('line', 'count', 'import')),
      order_id text,
      user_id text,
      created_at text not null
    ) strict`,
    'create unique index stock_movements_product on stock_movements (product_id, seq)',
  ],
}
