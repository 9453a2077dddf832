import type { Migration } from '../../schema-migration.ts'

/** Finds the few deleted rows of a shop among its many living ones: the list of what can be brought back. */
export const deletedRows: Migration = {
  name: '0002-deleted-rows',
  statements: ['orders', 'customers', 'tasks', 'payments', 'costs'].map(
    (table) => `create index ${table}_deleted on ${table} (shop_id, seq) where deleted = 1`,
  ),
}
