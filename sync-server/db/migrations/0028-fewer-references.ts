import { onlyPostgres, type Migration } from '../schema-migration.ts'

/** Written with most mutations. */
const written = [
  'customers',
  'orders',
  'tasks',
  'payments',
  'costs',
  'checklist_items',
  'checklist_selections',
  'activities',
  'categories',
  'suppliers',
  'products',
  'employees',
  'assets',
  'passcode_views',
  'attachments',
  'order_status_history',
  'feed_marks',
]

/**
 * PostgreSQL looks up and locks the row that a new row refers to, each time. Of shops, users and statuses, which this program never
 * deletes and the write path has checked, that is an eighth of the work of a push, and many devices of one person lock one row.
 */
export const fewerReferences: Migration = {
  name: '0028-fewer-references',
  oldestProgram: '0027-shared-limits',
  statements: [
    ...written.map((table) => onlyPostgres(`alter table ${table} drop constraint ${table}_shop_id_fkey`)),
    onlyPostgres('alter table activities drop constraint activities_user_id_fkey'),
    onlyPostgres('alter table orders drop constraint orders_order_status_id_fkey'),
    onlyPostgres('alter table order_status_history drop constraint order_status_history_order_status_id_fkey'),
  ],
}
