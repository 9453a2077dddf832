import type { Migration } from '../schema-migration.ts'

/** Products that are not dealt in any more. */
export const archivedProducts: Migration = {
  name: '0015-archived-products',
  statements: ['alter table products add column archived integer not null default 0 check (archived in (0, 1))'],
}
