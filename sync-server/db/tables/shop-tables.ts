import { phoneColumns } from './synced-columns.ts'

export const shopTables: readonly string[] = [
  `create table shops (
      id text primary key,
      name text not null,
      code text not null collate nocase unique,
      color text,
      description text,
      alias text collate nocase unique,
      created_at text not null,
      ticket_prefix text
    ) strict`,
  `create table former_ticket_prefixes (
      shop_id text not null references shops (id) on delete cascade,
      prefix text not null,
      primary key (shop_id, prefix)
    ) strict`,
  `create trigger shops_ticket_prefix after update of ticket_prefix on shops
      when old.ticket_prefix is not null and old.ticket_prefix is not new.ticket_prefix
      begin
        insert or ignore into former_ticket_prefixes (shop_id, prefix) values (old.id, old.ticket_prefix);
      end`,

  `create table shop_configs (
      id text primary key,
      shop_id text not null unique references shops (id) on delete cascade,
      order_config text not null,
      customer_portal integer not null default 0 check (customer_portal in (0, 1)),
      portal_config text,
      offline_entry text
    ) strict`,

  // `fields`: JSON of the values that the shop has set; defaults are not stored, so they may change.
  `create table shop_profiles (
      shop_id text primary key references shops (id) on delete cascade,
      fields text not null
    ) strict`,
  `create table shop_logos (
      shop_id text primary key references shops (id) on delete cascade,
      sha256 text not null,
      mime_type text not null,
      content blob not null
    ) strict`,

  `create table shop_users (
      id text primary key,
      shop_id text not null references shops (id) on delete cascade,
      user_id text not null references users (id) on delete cascade,
      created_at text not null,
      unique (shop_id, user_id)
    ) strict`,
  'create index shop_users_user on shop_users (user_id, shop_id)',
  // Members see refused mutations of their shop's former members, but not those of strangers.
  `create table former_members (
      user_id text not null,
      shop_id text not null,
      primary key (user_id, shop_id)
    ) strict, without rowid`,
  `create trigger shop_users_left after delete on shop_users begin
      insert or ignore into former_members (user_id, shop_id) values (old.user_id, old.shop_id);
    end`,

  `create table entities (
      id text primary key,
      entity_name text not null,
      contact_name text not null,${phoneColumns},
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
  'create index entity_shops_entity on entity_shops (entity_id)',
]
