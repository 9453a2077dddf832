import { onlySqlite, type Migration } from '../schema-migration.ts'

/**
 * Ticket numbers. Orders that exist get theirs by the time of their creation, deleted ones too, and enter the feed anew with them, so
 * that devices hear. `next_number`: above all that were given or leased. Numbers that an order had stand in `former_ticket_numbers` and
 * are not given again.
 */
export const ticketNumbers: Migration = {
  name: '0023-ticket-numbers',
  statements: [
    'alter table shops add column ticket_prefix text',
    onlySqlite("update shops set ticket_prefix = coalesce(nullif(upper(substr(ltrim(code, '0123456789-'), 1, 1)), ''), 'S') || '-'"),
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
    'alter table orders add column number integer',
    "alter table orders add column former_numbers text not null default '[]'",
    'alter table shop_feed add column next_number integer not null default 1',
    onlySqlite(`update orders set number = placed.place, seq = placed.seq + placed.place
      from (
        select orders.id, shop_feed.seq, row_number() over (partition by orders.shop_id order by orders.created_at, orders.id) as place
        from orders join shop_feed on shop_feed.shop_id = orders.shop_id
      ) as placed
      where orders.id = placed.id`),
    onlySqlite(`update shop_feed set seq = seq + counted.orders, next_number = counted.orders + 1
      from (select shop_id, count(*) as orders from orders group by shop_id) as counted
      where counted.shop_id = shop_feed.shop_id`),
    onlySqlite(`insert into feed_marks (shop_id, seq, mark, made_at)
      select shop_id, seq, lower(hex(randomblob(12))), strftime('%Y-%m-%dT%H:%M:%fZ', 'now') from shop_feed where next_number > 1`),
    'create unique index orders_number on orders (shop_id, number)',
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
  ],
}
