import { collectionNames } from '#schema/collections/index.ts'
import type { Effect, Finding } from './judge-statement.ts'

/**
 * What a database that spreads rows by `shop_id` would ask of every part, or refuse. `by`: the column by which rows are found instead; null:
 * any. A finding belongs to the first that fits. Each is met by a statement of the server: one that is mended leaves this list.
 */
export type Exception = { effect: Effect; tables: readonly string[]; by: string | null; why: string }

const purged = collectionNames.filter((name) => name !== 'employees' && name !== 'activities')

export const exceptions: readonly Exception[] = [
  {
    effect: 'asks every part',
    tables: [...collectionNames, 'mutations', 'notices', 'stock_movements'],
    by: 'id',
    why: 'ids are unique over all shops, so pushes, calls and notices name them alone',
  },
  {
    effect: 'asks every part',
    tables: ['attachments', 'checklist_selections', 'costs', 'estimates', 'messages', 'order_lines', 'order_status_history', 'payments', 'tasks'],
    by: 'order_id',
    why: 'what hangs on an order',
  },
  { effect: 'asks every part', tables: ['assets', 'messages', 'orders', 'portal_sessions'], by: 'customer_id', why: 'what hangs on a customer' },
  { effect: 'asks every part', tables: ['customers'], by: 'merged_into', why: 'who was merged into a customer who goes' },
  { effect: 'asks every part', tables: ['orders', 'tasks'], by: 'assigned_employee_id', why: 'what names an employee who is to go' },
  { effect: 'asks every part', tables: ['products'], by: 'category_hierarchy_id', why: 'what lies in a category' },
  { effect: 'asks every part', tables: ['categories'], by: 'parent_id', why: 'what lies in a category' },
  { effect: 'asks every part', tables: ['products'], by: 'supplier_id', why: 'what comes from a supplier' },
  { effect: 'asks every part', tables: ['checklist_selections'], by: 'dropoff_checklist_id', why: 'orders that name a point of the checklist' },
  { effect: 'asks every part', tables: ['employee_departures'], by: 'employee_id', why: 'the shops that an employee left, who comes back or changes there' },
  { effect: 'asks every part', tables: ['employees'], by: 'entity_id', why: 'an employer may have people in several shops' },
  {
    effect: 'asks every part',
    tables: ['also_deleted', 'field_changes', 'notices', 'row_work'],
    by: 'row_id',
    why: 'the history of a row, found by its id',
  },
  { effect: 'asks every part', tables: ['attachment_contents', 'attachment_thumbnails'], by: 'attachment_id', why: 'the bytes of a file' },
  {
    effect: 'asks every part',
    tables: ['feed_marks', 'mutations', 'notices', 'otps', 'portal_sessions'],
    by: null,
    why: 'what is old enough goes, of whichever shop: some rows at a time, in the background',
  },
  { effect: 'asks every part', tables: ['message_jobs'], by: 'message_id', why: 'the tries of a message, found by its id' },
  {
    effect: 'asks every part',
    tables: ['message_rules'],
    by: null,
    why: 'the worker of messages looks for what waits in all shops',
  },
  {
    effect: 'asks every part',
    tables: ['webhook_deliveries', 'webhook_events', 'webhooks'],
    by: null,
    why: 'what is due and what is old enough, of whichever shop: the worker looks',
  },
  { effect: 'asks every part', tables: ['shop_feed'], by: null, why: 'the metrics tell how far each feed is' },
  {
    effect: 'is refused',
    tables: ['also_deleted', 'attachment_contents', 'attachment_thumbnails', 'field_changes', 'past_mutations', 'row_work'],
    by: null,
    why: 'written, or read together with their rows, without a column for the shop',
  },
  {
    effect: 'is refused',
    tables: [...purged, 'message_jobs', 'mutations'],
    by: null,
    why: 'joined with other rows by ids alone: deleted rows with the mutation that took them, rows with what they hang on',
  },
  {
    effect: 'is refused',
    tables: ['employees'],
    by: 'id',
    why: 'who moves takes their row to another shop; who left is joined with the shops that they left by their id alone',
  },
]

/** The exception that a finding belongs to. */
export const findException = ({ effect, table, by }: Finding): Exception | undefined =>
  exceptions.find((one) => one.effect === effect && one.tables.includes(table) && (one.by === null || by.includes(one.by)))
