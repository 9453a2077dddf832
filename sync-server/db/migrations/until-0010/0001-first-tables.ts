import type { Migration } from '../../schema-migration.ts'

/** What every synced table carries: `seq` is its place in the shop's feed, `deleted` rows travel as tombstones. */
const synced = `
  id text primary key,
  shop_id text not null references shops (id),
  created_at text not null,
  updated_at text not null,
  seq integer not null,
  deleted integer not null default 0 check (deleted in (0, 1)),
  deleted_with text`

const phones = `
  country_code text,
  phone text,
  alternate_country_code text,
  alternate_phone text`

const people = [
  `create table users (
    id text primary key,
    login_id text not null collate nocase unique,
    password_hash text not null,
    name text,
    email text,${phones},
    created_at text not null
  ) strict`,
  `create table privileges (id text primary key, privilege_name text not null unique) strict`,
  `create table users_privileges (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    privilege_id text not null references privileges (id) on delete cascade,
    unique (user_id, privilege_id)
  ) strict`,
  `create table sessions (
    id text primary key,
    sid_hash text not null unique,
    user_id text not null references users (id) on delete cascade,
    created_at text not null,
    last_seen_at text not null,
    expires_at text not null,
    absolute_expires_at text not null
  ) strict`,
  `create index sessions_user on sessions (user_id)`,
]

const shopTables = [
  `create table shops (
    id text primary key,
    name text not null,
    code text not null collate nocase unique,
    color text,
    description text,
    alias text collate nocase unique,
    created_at text not null
  ) strict`,
  `create table shop_configs (
    id text primary key,
    shop_id text not null unique references shops (id) on delete cascade,
    order_config text not null,
    customer_portal integer not null default 0 check (customer_portal in (0, 1))
  ) strict`,
  `create table shop_users (
    id text primary key,
    shop_id text not null references shops (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    created_at text not null,
    unique (shop_id, user_id)
  ) strict`,
  `create index shop_users_user on shop_users (user_id, shop_id)`,
  `create table entities (
    id text primary key,
    entity_name text not null,
    contact_name text not null,${phones},
    entity_address text,
    created_at text not null
  ) strict`,
  `create table entity_users (
    id text primary key,
    entity_id text not null references entities (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    created_at text not null,
    unique (entity_id, user_id)
  ) strict`,
  `create table entity_shops (
    id text primary key,
    entity_id text not null references entities (id) on delete cascade,
    shop_id text not null unique references shops (id) on delete cascade,
    created_at text not null
  ) strict`,
  `create index entity_shops_entity on entity_shops (entity_id)`,
  `create table otps (
    id text primary key,
    shop_id text not null references shops (id) on delete cascade,
    country_code text not null,
    phone text not null,
    otp_code text not null,
    expires_at text not null,
    created_at text not null,
    tries integer not null default 0,
    verified integer not null default 0 check (verified in (0, 1)),
    unique (shop_id, country_code, phone)
  ) strict`,
]

const lookUps = [
  `create table order_statuses (id text primary key, status_name text not null unique, position integer not null) strict`,
  `create table product_conditions (id text primary key, condition_name text not null unique, position integer not null) strict`,
  `create table product_types (id text primary key, type_name text not null unique, position integer not null) strict`,
  `create table product_colors (id text primary key, color_name text not null unique, position integer not null) strict`,
]

const orderTables = [
  `create table customers (${synced},
    name text not null,${phones},
    email text,
    customer_notes text,
    has_access_code integer not null default 0 check (has_access_code in (0, 1)),
    access_code_hash text
  ) strict`,
  `create table employees (${synced},
    entity_id text not null references entities (id),
    name text not null,
    email text,${phones}
  ) strict`,
  `create unique index employees_name on employees (entity_id, name) where deleted = 0`,
  `create table orders (${synced},
    customer_id text not null references customers (id),
    order_status_id text not null references order_statuses (id),
    assigned_employee_id text references employees (id),
    item_details text not null,
    issue_description text not null,
    quoted_cost text,
    due_timestamp text,
    priority integer not null default 0 check (priority in (0, 1)),
    repeat integer not null default 0 check (repeat in (0, 1)),
    additional_requests text,
    order_notes text,
    status_changed_at text not null
  ) strict`,
  `create index orders_customer on orders (customer_id)`,
  `create index orders_employee on orders (assigned_employee_id) where assigned_employee_id is not null`,
  `create table order_status_history (
    id text primary key,
    shop_id text not null references shops (id) on delete cascade,
    order_id text not null references orders (id) on delete cascade,
    order_status_id text not null references order_statuses (id),
    created_at text not null,
    deleted integer not null default 0 check (deleted in (0, 1)),
    deleted_with text
  ) strict`,
  `create index order_status_history_order on order_status_history (order_id, created_at)`,
  `create table tasks (${synced},
    order_id text references orders (id),
    assigned_employee_id text references employees (id),
    description text not null,
    due_timestamp text,
    completed integer not null default 0 check (completed in (0, 1))
  ) strict`,
  `create index tasks_order on tasks (order_id) where order_id is not null`,
  `create index tasks_employee on tasks (assigned_employee_id) where assigned_employee_id is not null`,
  `create table payments (${synced},
    order_id text not null references orders (id),
    payment_text text,
    payment_amount_cents integer not null,
    after_tax integer not null default 0 check (after_tax in (0, 1))
  ) strict`,
  `create index payments_order on payments (order_id)`,
  `create table costs (${synced},
    order_id text not null references orders (id),
    cost_text text,
    cost_amount_cents integer not null,
    after_tax integer not null default 0 check (after_tax in (0, 1))
  ) strict`,
  `create index costs_order on costs (order_id)`,
  `create table checklist_items (${synced},
    name text not null
  ) strict`,
  `create table checklist_selections (${synced},
    order_id text not null references orders (id),
    dropoff_checklist_id text not null references checklist_items (id)
  ) strict`,
  `create index checklist_selections_order on checklist_selections (order_id)`,
  `create index checklist_selections_item on checklist_selections (dropoff_checklist_id)`,
  `create table activities (${synced},
    user_id text references users (id) on delete set null,
    audit_text text not null
  ) strict`,
]

const inventoryTables = [
  `create table categories (${synced},
    name text not null,
    parent_id text references categories (id)
  ) strict`,
  `create index categories_parent on categories (parent_id) where parent_id is not null`,
  `create table suppliers (${synced},
    supplier_name text not null,
    contact_name text,
    email text,
    country_code text,
    phone text,
    address text,
    notes text
  ) strict`,
  `create table products (${synced},
    name text not null,
    category_hierarchy_id text not null references categories (id),
    supplier_id text references suppliers (id),
    condition_id text references product_conditions (id),
    type_id text references product_types (id),
    color_id text references product_colors (id),
    sku text,
    inventory_count integer not null default 0,
    reorder_point integer not null default 0,
    cost_price_cents integer,
    sale_price_cents integer,
    description text
  ) strict`,
  `create index products_category on products (category_hierarchy_id)`,
  `create index products_supplier on products (supplier_id) where supplier_id is not null`,
]

/**
 * The ledger and the device list have no foreign keys on purpose: a refused mutation is kept whatever shop or user it names.
 * A deleted row keeps its references, so those of the synced tables always hold.
 */
const feedTables = [
  `create table shop_feed (
    shop_id text primary key references shops (id) on delete cascade,
    epoch text not null,
    seq integer not null default 0
  ) strict`,
  `create table mutations (
    id text primary key,
    shop_id text,
    user_id text,
    device_id text,
    act_at text not null,
    received_at text not null,
    outcome text not null check (outcome in ('applied', 'rejected')),
    error text,
    rows text not null,
    body text
  ) strict`,
  `create index mutations_rejected on mutations (user_id, received_at) where outcome = 'rejected'`,
  `create table devices (
    user_id text not null,
    device_id text not null,
    last_act_at text not null,
    primary key (user_id, device_id)
  ) strict`,
]

const syncedTables = [
  'customers',
  'orders',
  'tasks',
  'payments',
  'costs',
  'products',
  'categories',
  'suppliers',
  'employees',
  'checklist_items',
  'checklist_selections',
  'activities',
]

export const firstTables: Migration = {
  name: '0001-first-tables',
  statements: [
    ...people,
    ...shopTables,
    ...lookUps,
    ...orderTables,
    ...inventoryTables,
    ...feedTables,
    ...syncedTables.map((table) => `create unique index ${table}_feed on ${table} (shop_id, seq)`),
  ],
}
