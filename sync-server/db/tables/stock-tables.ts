import { syncedColumns, toEndIndex, toFeedParts } from './synced-columns.ts'

export const stockTables: readonly string[] = [
  'create table product_conditions (id text primary key, condition_name text not null unique, position integer not null) strict',
  'create table product_types (id text primary key, type_name text not null unique, position integer not null) strict',
  'create table product_colors (id text primary key, color_name text not null unique, position integer not null) strict',

  `create table categories (${syncedColumns},
      name text not null,
      parent_id text references categories (id)
    ) strict`,
  'create index categories_parent on categories (parent_id) where parent_id is not null',
  ...toFeedParts('categories'),
  toEndIndex('categories'),

  `create table suppliers (${syncedColumns},
      supplier_name text not null,
      contact_name text,
      email text,
      country_code text,
      phone text,
      address text,
      notes text
    ) strict`,
  ...toFeedParts('suppliers'),
  toEndIndex('suppliers'),

  `create table tax_rates (${syncedColumns},
      name text not null,
      percent_ppm integer not null check (percent_ppm between 0 and 1000000),
      category text not null,
      is_default integer not null default 0 check (is_default in (0, 1)),
      is_default_for_labour integer not null default 0 check (is_default_for_labour in (0, 1)),
      archived integer not null default 0 check (archived in (0, 1)),
      parts text not null default '[]'
    ) strict`,
  ...toFeedParts('tax_rates'),
  toEndIndex('tax_rates'),

  `create table products (${syncedColumns},
      name text not null,
      category_hierarchy_id text not null references categories (id),
      supplier_id text references suppliers (id),
      condition_id text references product_conditions (id),
      type_id text references product_types (id),
      color_id text references product_colors (id),
      sku text,
      barcode text,
      supplier_sku text,
      location text,
      inventory_count integer not null default 0,
      reorder_point integer not null default 0,
      cost_price_cents integer,
      sale_price_cents integer,
      description text,
      tax_rate_id text references tax_rates (id),
      archived integer not null default 0 check (archived in (0, 1))
    ) strict`,
  'create index products_category on products (category_hierarchy_id)',
  'create index products_tax_rate on products (tax_rate_id) where tax_rate_id is not null',
  'create index products_supplier on products (supplier_id) where supplier_id is not null',
  ...toFeedParts('products'),
  toEndIndex('products'),

  `create table purchases (${syncedColumns},
      supplier_id text references suppliers (id),
      state text not null,
      reference text,
      note text
    ) strict`,
  ...toFeedParts('purchases'),
  toEndIndex('purchases'),
  'create index purchases_supplier on purchases (supplier_id) where supplier_id is not null',

  `create table stock_counts (${syncedColumns},
      take_id text not null,
      area text,
      product_id text not null references products (id),
      counted integer not null,
      counted_at text not null,
      applied_at text
    ) strict`,
  ...toFeedParts('stock_counts'),
  toEndIndex('stock_counts'),
  'create index stock_counts_take on stock_counts (take_id)',
  'create index stock_counts_product on stock_counts (product_id)',
  'create index stock_counts_applied on stock_counts (product_id, counted_at) where applied_at is not null',

  // Each change of a product's count. `seq`: of the product's row after the change, so movements sort in write order.
  // `created_at`: when it was done; of a stock take, when the product was counted.
  `create table stock_movements (
      id text primary key,
      shop_id text not null,
      product_id text not null references products (id),
      seq integer not null,
      delta integer not null,
      count_after integer not null,
      reason text not null check (reason in ('line', 'purchase', 'count', 'import')),
      order_id text,
      take_id text,
      user_id text,
      created_at text not null
    ) strict`,
  'create unique index stock_movements_product on stock_movements (product_id, seq)',
  'create index stock_movements_take on stock_movements (take_id) where take_id is not null',
]
