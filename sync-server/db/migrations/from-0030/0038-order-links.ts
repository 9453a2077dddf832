import type { Migration } from '../../schema-migration.ts'

/** A customer's links to orders. Of a link only the hash is stored; it names rows of a shop by their ids alone, so that it can be looked up without knowing the shop. */
export const orderLinks: Migration = {
  name: '0038-order-links',
  statements: [
    `create table order_links (
      token_hash text primary key,
      shop_id text not null,
      order_id text not null,
      created_at text not null
    ) strict`,
    'create index order_links_order on order_links (order_id)',
  ],
}
