import { collectionNames } from '#schema/collections/index.ts'
import { isOfShops } from './table-places.ts'

/** A unique key, as the database's catalogue has it. */
export type Key = { table: string; columns: readonly string[] }
/** Of rows to others, by one column. */
export type Reference = { table: string; column: string; to: string }

/** Keys that hold over all parts: no part can check them alone, and such a database refuses them. */
export type KeysWithoutShop = { tables: readonly string[]; columns: readonly string[]; why: string }

export const keysWithoutShop: readonly KeysWithoutShop[] = [
  {
    tables: [
      ...collectionNames,
      'mutations',
      'notices',
      'order_status_history',
      'otps',
      'past_mutations',
      'portal_message_days',
      'portal_sessions',
      'shop_configs',
      'stock_movements',
      'webhooks',
    ],
    columns: ['id'],
    why: 'nobody makes an id twice: with `shop_id` before it the key holds the same rows',
  },
  { tables: ['message_jobs'], columns: ['message_id'], why: 'as messages' },
  { tables: ['stock_movements'], columns: ['product_id', 'seq'], why: 'the numbers of a shop are given once' },
  { tables: ['portal_sessions'], columns: ['sid_hash'], why: 'a random text, and the address says the shop' },
  {
    tables: ['employees'],
    columns: ['entity_id', 'name'],
    why: 'an employer names nobody twice, in whichever shop: the lock of administration would have to do',
  },
  { tables: ['attachment_contents', 'attachment_thumbnails'], columns: ['attachment_id'], why: 'as their rows, once they say the shop' },
  { tables: ['also_deleted'], columns: ['row_id', 'mutation_id'], why: 'as their rows, once they say the shop' },
  { tables: ['field_changes'], columns: ['row_id', 'collection', 'field'], why: 'as their rows, once they say the shop' },
  { tables: ['row_work'], columns: ['row_id', 'user_id', 'device_id'], why: 'as their rows, once they say the shop' },
]

/** References between rows of shops by an id alone: they would have to name the shop as well. */
export const referencesWithoutShop: readonly string[] = [
  'assets.customer_id',
  'assets.merged_from',
  'attachment_contents.attachment_id',
  'attachment_thumbnails.attachment_id',
  'attachments.order_id',
  'categories.parent_id',
  'checklist_selections.dropoff_checklist_id',
  'checklist_selections.order_id',
  'costs.order_id',
  'customers.merged_into',
  'employee_departures.employee_id',
  'estimates.order_id',
  'messages.customer_id',
  'messages.merged_from',
  'messages.order_id',
  'order_status_history.order_id',
  'order_lines.order_id',
  'order_lines.product_id',
  'orders.asset_id',
  'orders.assigned_employee_id',
  'orders.customer_id',
  'orders.merged_from',
  'passcode_views.order_id',
  'payments.order_id',
  'portal_sessions.customer_id',
  'products.category_hierarchy_id',
  'products.supplier_id',
  'stock_movements.product_id',
  'tasks.assigned_employee_id',
  'tasks.order_id',
]

/** Triggers of rows of shops write within the shop, and those of tables that are everywhere write rows of shops: neither is a matter of course there. */
export const tablesWithTriggers: readonly string[] = [...collectionNames, 'shop_users', 'shops']

export const isKeyOverParts = ({ table, columns }: Key): boolean => isOfShops(table) && !columns.includes('shop_id')

export const isReferenceOverParts = ({ table, to }: Reference): boolean => isOfShops(table) && isOfShops(to)
