import type { Migration } from '../../schema-migration.ts'

/** Which customer took over the orders and devices of a deleted one, and from whom each of those came. */
export const mergedCustomers: Migration = {
  name: '0034-merged-customers',
  statements: [
    'alter table customers add column merged_into text references customers (id)',
    'create index customers_merged on customers (merged_into) where merged_into is not null',
    'alter table orders add column merged_from text references customers (id)',
    'create index orders_merged on orders (merged_from) where merged_from is not null',
    'alter table assets add column merged_from text references customers (id)',
    'create index assets_merged on assets (merged_from) where merged_from is not null',
  ],
}
