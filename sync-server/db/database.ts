import type { Generated, Kysely, Transaction } from 'kysely'
import type { Collection, ServerTable, ValueOf } from '#schema/collection.ts'
import type { Fields } from '#schema/field.ts'
import type { StockReason } from '#schema/rules/inventory/stock-moves.ts'
import type { CollectionName, collectionByName } from '#schema/collections/index.ts'
import type { serverTableByName } from '#schema/collections/server-tables.ts'

/** SQL tables as Kysely types, derived from the schema declarations; `schema.test.ts` compares them with the real tables. */

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : Name

/** Money is stored in cents, quantities in thousandths, percentages in millionths; the column name has a suffix. */
type ColumnOf<Name extends string, F> = F extends { kind: 'money' }
  ? `${SnakeCase<Name>}_cents`
  : F extends { kind: 'quantity' }
    ? `${SnakeCase<Name>}_thousandths`
    : F extends { kind: 'percent' }
      ? `${SnakeCase<Name>}_ppm`
      : SnakeCase<Name>

type StoredOf<Value> = Value extends boolean ? number : Value

type OwnColumns<F extends Fields> = { [K in keyof F & string as ColumnOf<K, F[K]>]: StoredOf<ValueOf<F[K]>> }

type SyncedColumns = {
  id: string
  shop_id: string
  created_at: string
  updated_at: string
  seq: number
  deleted: number
  /** Id of the mutation that deleted the row, so that a restore brings back all rows deleted together. */
  deleted_with: string | null
}

type TableOf<C extends Collection | ServerTable> = (C['scope'] extends 'synced' ? SyncedColumns : { id: string }) & OwnColumns<C['fields']>

/** One row per decided mutation, kept for a limited time (store/retention); only refused ones keep their body. */
type LedgerTable = {
  id: string
  shop_id: string | null
  user_id: string | null
  device_id: string | null
  act_at: string
  received_at: string
  outcome: 'applied' | 'rejected'
  error: string | null
  rows: string
  body: string | null
  /** Size of a refused mutation's kept body, in characters or bytes; null when none is kept. */
  kept_bytes: number | null
}

/** See store/retention/past-mutations.ts. */
type PastMutationTable = { id: string; sender: number; error: string | null; seqs: string; received_at: string | null; device_id: string | null }

/** `next_number`: the next ticket number, above all assigned and leased ones. */
type ShopFeedTable = { shop_id: string; epoch: string; seq: number; next_number: Generated<number>; told_events: Generated<string> } & LogFacts
/** `log_begins_at`: earlier activities are removed, save those of unfinished orders. `log_removed_seq`: see feed/pull.ts. */
type LogFacts = { log_begins_at: Generated<string | null>; log_removed_seq: Generated<number> }
type FormerTicketNumberTable = { shop_id: string; number: number; order_id: string }
type FormerTicketPrefixTable = { shop_id: string; prefix: string }
/** Both ends are inclusive. */
/** Without user and device (`''`): numbers that were given back, for the next leases. */
export type NumberLeaseTable = { shop_id: string; first_number: number; last_number: number; user_id: string; device_id: string; leased_at: string }
/** One random `mark` per transaction, stored at its greatest `seq`. */
type FeedMarkTable = { shop_id: string; seq: number; mark: string; made_at: string }
type DeviceTable = { user_id: string; device_id: string; last_act_at: string }
/** Filled by a trigger on shop_users. */
type FormerMemberTable = { user_id: string; shop_id: string }
/** Maintained by triggers on the collections' tables, see row-counts.ts. */
type RowCountTable = { shop_id: string; collection: CollectionName; kind: string; rows: number }
/** Shops that an employee left. `seq`: of the departure in that shop's feed. */
type EmployeeDepartureTable = { employee_id: string; shop_id: string; seq: number }
/** `params`: JSON, see schema/rules/merge/notices.ts. */
type NoticeTable = { id: string; user_id: string; shop_id: string; kind: string; collection: string; row_id: string; params: string; created_at: string }
/** The mutation that last set a field; an empty field name means the one that created the row. */
type FieldChangeTable = { row_id: string; collection: string; field: string; at: string; user_id: string | null; mutation_id: string }
/** Authors of a row by user and device ('' for none). `fields`: seq of their last write of each field. */
type RowWorkTable = { row_id: string; user_id: string; device_id: string; seq: number; at: string; fields: string }
/** Deletions of already deleted rows, in order of arrival (`place`). */
type AlsoDeletedTable = { row_id: string; mutation_id: string; place: number }
type ServerKeyTable = { name: string; value: string }
/** `key`: a hash. Times are in ms since 1970: `blocked_until_ms` refuses requests until then; at `ends_ms` the count expires. */
type LimitTable = { key: string; count: number; blocked_until_ms: number; ends_ms: number }
/** Users whose rights, shops or names changed, in commit order. `origin`: id of the committing process. */
type AccessChangeTable = { seq: number; user_id: string; origin: string }
/** A single row, for `/readyz`. */
type ReadinessTable = { id: number; written_at: string }
type ServerIdentityTable = { only_row: number; server_id: string }
/** `private_key`: of P-256, as base64url. */
type DeviceKeyTable = { id: string; user_id: string; device_id: string; private_key: string; created_at: string }
/** `seq`: of the product's row after the change. `order_id`: of the order line that changed the count. `take_id`: of the stock take. */
type StockMovementTable = {
  id: string
  shop_id: string
  product_id: string
  seq: number
  delta: number
  count_after: number
  reason: StockReason
  order_id: string | null
  take_id: string | null
  user_id: string | null
  created_at: string
}
/** `fields`: JSON of the values that the shop has set, see schema/rules/shop/profile.ts. */
type ShopProfileTable = { shop_id: string; fields: string }
type ShopLogoTable = { shop_id: string; sha256: string; mime_type: string; content: Uint8Array<ArrayBuffer> }
/** File contents are in their own table so that lists and feeds do not read them. */
type FileContentTable = { attachment_id: string; sha256: string; mime_type: string; content: Uint8Array<ArrayBuffer> }
/** `next_number`: of the next invoice or credit note of the series; see store/invoices. */
type InvoiceNumberTable = { shop_id: string; series: string; next_number: number }

type InvoiceGapTable = { shop_id: string; series: string; first_number: number; last_number: number; told: number }

type EstimateLinkTable = {
  token_hash: string
  shop_id: string
  estimate_id: string
  created_at: string
  ends_at: string
  /** Id of the customer's answer, generated by the page. */
  press: string | null
  pressed_at: string | null
  /** Hash of the order's link by which the customer made it, and with which it ends; null for one that staff sent. */
  order_link: string | null
}

type OrderLinkTable = { token_hash: string; shop_id: string; order_id: string; invoice_id: string | null; created_at: string }
/** `rules`: JSON, see schema/rules/messages/. `seq`: the worker has read the shop's orders up to here. */
type MessageRuleTable = { shop_id: string; rules: string; seq: number }
/** Messages that were tried or are delayed until morning. `claim`: id of the current try; only its holder writes the outcome. */
type MessageJobTable = {
  message_id: string
  shop_id: string
  due_at: string
  tries: Generated<number>
  first_try_at: string | null
  claim: string | null
  claimed_until: string | null
}
/** See store/told/note-event.ts. `events`: comma-separated names; `secret`: encrypted; `told_seq`: events up to this seq are delivered. */
type WebhookTable = {
  id: string
  shop_id: string
  url: string
  events: string
  secret: string
  created_at: string
  told_seq: number
  /** Failed tries of the next event, and the last response to it. */
  tries: Generated<number>
  next_try_at: string | null
  failing_since: string | null
  answer: string | null
  last_sent_at: string | null
  paused_at: string | null
}
/** `detail`: JSON. `at`: when the change was made; `stored_at`: when it arrived. */
type WebhookEventTable = {
  shop_id: string
  seq: number
  id: string
  event: string
  collection: CollectionName
  row_id: string
  detail: string | null
  at: string
  stored_at: string
}
type WebhookDeliveryTable = {
  webhook_id: string
  seq: number
  shop_id: string
  state: 'delivered' | 'failed'
  tries: number
  answer: string
  ended_at: string
}
/** `fence`: increases with each holder. */
type WorkerLeaseTable = { name: string; holder: string; fence: number; until_ms: number }

type MigrationTable = { name: string; applied_at: string }

export type Database = { [N in CollectionName]: TableOf<(typeof collectionByName)[N]> } & {
  [N in keyof typeof serverTableByName]: TableOf<(typeof serverTableByName)[N]>
} & {
  shop_feed: ShopFeedTable
  feed_marks: FeedMarkTable
  former_ticket_numbers: FormerTicketNumberTable
  former_ticket_prefixes: FormerTicketPrefixTable
  number_leases: NumberLeaseTable
  mutations: LedgerTable
  past_mutations: PastMutationTable
  devices: DeviceTable
  former_members: FormerMemberTable
  row_counts: RowCountTable
  employee_departures: EmployeeDepartureTable
  notices: NoticeTable
  field_changes: FieldChangeTable
  row_work: RowWorkTable
  also_deleted: AlsoDeletedTable
  server_keys: ServerKeyTable
  limits: LimitTable
  access_changes: AccessChangeTable
  server_identity: ServerIdentityTable
  readiness: ReadinessTable
  device_keys: DeviceKeyTable
  shop_profiles: ShopProfileTable
  stock_movements: StockMovementTable
  shop_logos: ShopLogoTable
  attachment_contents: FileContentTable
  attachment_thumbnails: FileContentTable
  invoice_numbers: InvoiceNumberTable
  invoice_gaps: InvoiceGapTable
  estimate_links: EstimateLinkTable
  order_links: OrderLinkTable
  message_rules: MessageRuleTable
  message_jobs: MessageJobTable
  webhooks: WebhookTable
  webhook_events: WebhookEventTable
  webhook_deliveries: WebhookDeliveryTable
  worker_leases: WorkerLeaseTable
  schema_migrations: MigrationTable
}

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

export type SqlValue = string | number | null

/** The same tables for code that gets table names from declarations at run time. */
export type DynamicDatabase = Record<string, Record<string, SqlValue>>

/** Safe because all table and column names come from declarations that `schema.test.ts` compares with SQL. */
export const toDynamicDb = (db: Db): Kysely<DynamicDatabase> => db as unknown as Kysely<DynamicDatabase>
