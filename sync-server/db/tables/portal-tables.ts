export const portalTables: readonly string[] = [
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

  // Country code and phone: the number that the customer verified.
  `create table portal_sessions (
      id text primary key,
      sid_hash text not null unique,
      shop_id text not null references shops (id) on delete cascade,
      customer_id text not null references customers (id) on delete cascade,
      created_at text not null,
      expires_at text not null,
      country_code text not null default '',
      phone text not null default '',
      choices text
    ) strict`,
  'create index portal_sessions_customer on portal_sessions (customer_id)',
  'create index portal_sessions_expiry on portal_sessions (expires_at)',

  `create table portal_message_days (
      id text primary key,
      shop_id text not null references shops (id) on delete cascade,
      day text not null,
      sent integer not null default 0,
      texts integer not null default 0,
      unique (shop_id, day)
    ) strict`,

  // Only hashes and ids, so that the server finds a link without knowing the shop. `invoice_id`: it opens this document alone.
  `create table order_links (
      token_hash text primary key,
      shop_id text not null,
      order_id text not null,
      invoice_id text,
      created_at text not null
    ) strict`,
  'create index order_links_order on order_links (order_id)',
  // `order_link`: the customer made it by that link, and it ends with it.
  `create table estimate_links (
      token_hash text primary key,
      shop_id text not null,
      estimate_id text not null,
      created_at text not null,
      ends_at text not null,
      press text,
      pressed_at text,
      order_link text references order_links (token_hash) on delete cascade
    ) strict`,
  'create index estimate_links_estimate on estimate_links (estimate_id)',
  'create index estimate_links_end on estimate_links (ends_at)',
  'create index estimate_links_order_link on estimate_links (order_link) where order_link is not null',
]
