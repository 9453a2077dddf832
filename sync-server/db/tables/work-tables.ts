import { phoneColumns, syncedColumns, toDeletedIndex, toEndIndex, toFeedParts, toListIndex, toTimeIndex } from './synced-columns.ts'

/** `merged_from`: the row's customer before two customers were merged. */
const mergedFrom = 'merged_from text references customers (id)'

const customersAndStaff = [
  `create table customers (${syncedColumns},
      name text not null,${phoneColumns},
      email text,
      company text,
      street text,
      postal_code text,
      city text,
      region text,
      country text,
      tax_id text,
      language text,
      customer_notes text,
      has_access_code integer not null default 0 check (has_access_code in (0, 1)),
      access_code_hash text,
      phone_unconfirmed integer not null default 0 check (phone_unconfirmed in (0, 1)),
      alternate_phone_unconfirmed integer not null default 0 check (alternate_phone_unconfirmed in (0, 1)),
      email_unconfirmed integer not null default 0 check (email_unconfirmed in (0, 1)),
      erased_at text,
      merged_into text references customers (id),
      strangers text,
      no_phone integer not null default 0 check (no_phone in (0, 1)),
      no_messages integer not null default 0 check (no_messages in (0, 1)),
      tax_exempt integer not null default 0 check (tax_exempt in (0, 1)),
      tax_exempt_reason text,
      sort_key text
    ) strict`,
  ...toFeedParts('customers'),
  toDeletedIndex('customers'),
  'create index customers_phone on customers (shop_id, phone, seq) where phone is not null',
  'create index customers_alternate_phone on customers (shop_id, alternate_phone, seq) where alternate_phone is not null',
  toEndIndex('customers'),
  toListIndex('customers'),
  'create index customers_merged on customers (merged_into) where merged_into is not null',

  `create table assets (${syncedColumns},
      customer_id text not null references customers (id),
      kind text not null,
      brand text,
      model text,
      serial text,
      imei text,
      color text,
      notes text,
      ${mergedFrom}
    ) strict`,
  ...toFeedParts('assets'),
  toEndIndex('assets'),
  'create index assets_customer on assets (customer_id)',
  toDeletedIndex('assets'),
  'create index assets_merged on assets (merged_from) where merged_from is not null',

  `create table employees (${syncedColumns},
      entity_id text not null references entities (id),
      name text not null,
      email text,${phoneColumns},
      user_id text
    ) strict`,
  'create unique index employees_name on employees (entity_id, name) where deleted = 0',
  ...toFeedParts('employees'),
  // Moves of employees keep their id. A former shop's feed keeps a departure, which devices read as a tombstone.
  `create table employee_departures (
      employee_id text not null references employees (id) on delete cascade,
      shop_id text not null references shops (id) on delete cascade,
      seq integer not null,
      primary key (employee_id, shop_id)
    ) strict, without rowid`,
  'create unique index employee_departures_feed on employee_departures (shop_id, seq)',
]

const orders = [
  'create table order_statuses (id text primary key, status_name text not null unique, position integer not null) strict',

  // `fixed_at`: when the order last became Fixed.
  `create table orders (${syncedColumns},
      number integer,
      former_numbers text not null default '[]',
      customer_id text not null references customers (id),
      asset_id text references assets (id),
      order_status_id text not null /* SQLite: */ references order_statuses (id),
      assigned_employee_id text references employees (id),
      item_details text not null,
      issue_description text not null,
      quoted_cost text,
      quote_from_lines integer not null default 0 check (quote_from_lines in (0, 1)),
      due_timestamp text,
      priority integer not null default 0 check (priority in (0, 1)),
      repeat integer not null default 0 check (repeat in (0, 1)),
      additional_requests text,
      order_notes text,
      passcode text,
      status_changed_at text not null,
      fixed_at text,
      ${mergedFrom},
      sort_key text
    ) strict`,
  'create index orders_customer on orders (customer_id)',
  'create index orders_employee on orders (assigned_employee_id) where assigned_employee_id is not null',
  ...toFeedParts('orders'),
  toDeletedIndex('orders'),
  toEndIndex('orders'),
  toListIndex('orders'),
  'create unique index orders_number on orders (shop_id, number)',
  'create index orders_asset on orders (asset_id) where asset_id is not null',
  'create index orders_merged on orders (merged_from) where merged_from is not null',

  // `seq`: the order of an order's statuses, since ids of several processes do not sort by time. `silent`: no message
  // to the customer.
  `create table order_status_history (
      id text primary key,
      shop_id text not null /* SQLite: */ references shops (id) on delete cascade,
      order_id text not null references orders (id) on delete cascade,
      order_status_id text not null /* SQLite: */ references order_statuses (id),
      created_at text not null,
      deleted integer not null default 0 check (deleted in (0, 1)),
      deleted_with text,
      seq integer not null default 0,
      silent integer not null default 0
    ) strict`,
  'create index order_status_history_order on order_status_history (order_id, created_at)',

  // Former numbers of orders are not assigned again.
  `create table former_ticket_numbers (
      shop_id text not null references shops (id) on delete cascade,
      number integer not null,
      order_id text not null,
      primary key (shop_id, number, order_id)
    ) strict`,
  `create table number_leases (
      shop_id text not null references shops (id) on delete cascade,
      first_number integer not null,
      last_number integer not null,
      user_id text not null,
      device_id text not null,
      leased_at text not null,
      primary key (shop_id, first_number)
    ) strict`,
  'create index number_leases_device on number_leases (shop_id, user_id, device_id, first_number)',
]

const partsOfOrders = [
  `create table tasks (${syncedColumns},
      order_id text references orders (id),
      assigned_employee_id text references employees (id),
      description text not null,
      due_timestamp text,
      completed integer not null default 0 check (completed in (0, 1)),
      sort_key text
    ) strict`,
  'create index tasks_order on tasks (order_id) where order_id is not null',
  'create index tasks_employee on tasks (assigned_employee_id) where assigned_employee_id is not null',
  ...toFeedParts('tasks'),
  toDeletedIndex('tasks'),
  toEndIndex('tasks'),
  toListIndex('tasks'),

  `create table payments (${syncedColumns},
      order_id text not null references orders (id),
      payment_text text,
      payment_amount_cents integer not null,
      after_tax integer not null default 0 check (after_tax in (0, 1)),
      method text,
      kind text,
      refund_of text references payments (id)
    ) strict`,
  'create index payments_order on payments (order_id)',
  'create index payments_refund on payments (refund_of) where refund_of is not null',
  ...toFeedParts('payments'),
  toDeletedIndex('payments'),
  toTimeIndex('payments'),
  toEndIndex('payments'),

  `create table costs (${syncedColumns},
      order_id text not null references orders (id),
      cost_text text,
      cost_amount_cents integer not null,
      after_tax integer not null default 0 check (after_tax in (0, 1))
    ) strict`,
  'create index costs_order on costs (order_id)',
  ...toFeedParts('costs'),
  toDeletedIndex('costs'),
  toTimeIndex('costs'),
  toEndIndex('costs'),

  `create table order_lines (${syncedColumns},
      order_id text not null references orders (id),
      kind text not null,
      product_id text references products (id),
      description text not null,
      quantity_thousandths integer not null,
      unit_price_cents integer not null,
      unit_cost_cents integer,
      from_stock integer not null check (from_stock in (0, 1)),
      included integer not null default 0 check (included in (0, 1)),
      percent_ppm integer,
      tax_rate_id text references tax_rates (id),
      supply text not null default 'none',
      supplier_id text references suppliers (id),
      expected_at text,
      reference text
    ) strict`,
  ...toFeedParts('order_lines'),
  toTimeIndex('order_lines'),
  toEndIndex('order_lines'),
  'create index order_lines_order on order_lines (order_id)',
  'create index order_lines_product on order_lines (product_id)',
  'create index order_lines_tax_rate on order_lines (tax_rate_id) where tax_rate_id is not null',
  'create index order_lines_supplier on order_lines (supplier_id) where supplier_id is not null',

  `create table purchase_lines (${syncedColumns},
      purchase_id text not null references purchases (id),
      product_id text references products (id),
      description text,
      quantity integer not null,
      received integer not null default 0,
      unit_cost_cents integer,
      order_line_id text references order_lines (id)
    ) strict`,
  ...toFeedParts('purchase_lines'),
  toEndIndex('purchase_lines'),
  'create index purchase_lines_purchase on purchase_lines (purchase_id)',
  'create index purchase_lines_product on purchase_lines (product_id) where product_id is not null',
  'create index purchase_lines_order_line on purchase_lines (order_line_id) where order_line_id is not null',

  `create table order_notes (${syncedColumns},
      order_id text not null references orders (id),
      "text" text not null,
      user_id text references users (id)
    ) strict`,
  ...toFeedParts('order_notes'),
  toDeletedIndex('order_notes'),
  toEndIndex('order_notes'),
  'create index order_notes_order on order_notes (order_id)',
  'create index order_notes_user on order_notes (user_id) where user_id is not null',

  `create table estimates (${syncedColumns},
      order_id text not null references orders (id),
      version integer not null,
      lines text not null,
      total_cents integer not null,
      net_cents integer not null default 0,
      tax_cents integer not null default 0,
      note text,
      state text not null,
      valid_until text,
      decided_at text,
      decided_name text,
      decided_by text,
      consent_note text
    ) strict`,
  ...toFeedParts('estimates'),
  toEndIndex('estimates'),
  'create index estimates_order on estimates (order_id)',

  `create table invoices (${syncedColumns},
      kind text not null,
      number text,
      order_id text not null references orders (id),
      customer_id text references customers (id),
      corrects_id text references invoices (id),
      issued_at text,
      supplied_at text,
      due_at text,
      seller text,
      buyer text,
      lines text not null default '[]',
      taxes text not null default '[]',
      net_cents integer not null default 0,
      tax_cents integer not null default 0,
      total_cents integer not null default 0,
      note text,
      state text not null
    ) strict`,
  ...toFeedParts('invoices'),
  toEndIndex('invoices'),
  'create index invoices_order on invoices (order_id)',
  'create index invoices_customer on invoices (customer_id) where customer_id is not null',
  'create index invoices_corrected on invoices (corrects_id) where corrects_id is not null',
  'create unique index invoices_number on invoices (shop_id, number) where number is not null',
  'create index invoices_issued on invoices (shop_id, issued_at) where issued_at is not null',
  // `series`: a format with its year, such as `2026-{0}`.
  `create table invoice_numbers (
      shop_id text not null references shops (id) on delete cascade,
      series text not null,
      next_number integer not null,
      primary key (shop_id, series)
    ) strict, without rowid`,
  // Numbers given after a backup that was restored. `told`: whether the activities say so.
  `create table invoice_gaps (
      shop_id text not null references shops (id) on delete cascade,
      series text not null,
      first_number integer not null,
      last_number integer not null,
      told integer not null check (told in (0, 1)),
      primary key (shop_id, series, first_number)
    ) strict, without rowid`,

  `create table checklist_items (${syncedColumns},
      name text not null
    ) strict`,
  ...toFeedParts('checklist_items'),
  toEndIndex('checklist_items'),
  `create table checklist_selections (${syncedColumns},
      order_id text not null references orders (id),
      dropoff_checklist_id text not null references checklist_items (id)
    ) strict`,
  'create index checklist_selections_order on checklist_selections (order_id)',
  'create index checklist_selections_item on checklist_selections (dropoff_checklist_id)',
  ...toFeedParts('checklist_selections'),
  toEndIndex('checklist_selections'),

  `create table passcode_views (${syncedColumns},
      order_id text not null references orders (id)
    ) strict`,
  ...toFeedParts('passcode_views'),
  toEndIndex('passcode_views'),
  'create index passcode_views_order on passcode_views (order_id)',
]

const log = [
  // `arrived_at`: when the change reached the server, if later than it was made.
  `create table activities (${syncedColumns},
      user_id text /* SQLite: */ references users (id) on delete set null,
      audit_text text not null,
      arrived_at text,
      order_id text,
      customer_id text
    ) strict`,
  ...toFeedParts('activities'),
  toTimeIndex('activities'),
  'create index activities_arrival on activities (shop_id, arrived_at) where arrived_at is not null',
]

export const workTables: readonly string[] = [...customersAndStaff, ...orders, ...partsOfOrders, ...log]
