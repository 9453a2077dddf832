import type { Generated, Kysely, Transaction } from 'kysely'
import type { Collection, ServerTable, ValueOf } from '#schema/collection.ts'
import type { Fields } from '#schema/field.ts'
import type { StockReason } from '#schema/rules/inventory/stock-moves.ts'
import type { CollectionName, collectionByName, serverTableByName } from '#schema/collections/index.ts'

/** SQL tables as Kysely sees them, derived from the declarations; `schema.test.ts` holds the real tables to the same names. */

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : Name

/** Money is stored in cents, and a quantity in thousandths, under a name that says so. */
type ColumnOf<Name extends string, F> = F extends { kind: 'money' }
  ? `${SnakeCase<Name>}_cents`
  : F extends { kind: 'quantity' }
    ? `${SnakeCase<Name>}_thousandths`
    : SnakeCase<Name>

/** Booleans are 0 and 1 in SQL. */
type StoredOf<Value> = Value extends boolean ? number : Value

type OwnColumns<F extends Fields> = { [K in keyof F & string as ColumnOf<K, F[K]>]: StoredOf<ValueOf<F[K]>> }

type SyncedColumns = {
  id: string
  shop_id: string
  created_at: string
  updated_at: string
  seq: number
  deleted: number
  /** Id of the mutation that deleted the row, so that a restore brings back what went together. */
  deleted_with: string | null
}

type TableOf<C extends Collection | ServerTable> = (C['scope'] extends 'synced' ? SyncedColumns : { id: string }) & OwnColumns<C['fields']>

/** One row per mutation that was decided, for a time (store/retention); the body is kept of refused ones only. */
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
  /** Size of what is kept of a refused one, in characters or bytes; null where nothing is kept. */
  kept_bytes: number | null
}

/** See store/retention/past-mutations.ts. */
type PastMutationTable = { id: string; sender: number; error: string | null; seqs: string; received_at: string | null; device_id: string | null }

/** `next_number`: the next ticket number, above all that were given or leased. */
type ShopFeedTable = { shop_id: string; epoch: string; seq: number; next_number: Generated<number>; told_events: Generated<string> } & LogFacts
/** Entries done before `log_begins_at` have ended, but those of unfinished orders; the feed tells no more of which up to `log_removed_seq`. */
type LogFacts = { log_begins_at: Generated<string | null>; log_removed_seq: Generated<number> }
/** Numbers that an order had. */
type FormerTicketNumberTable = { shop_id: string; number: number; order_id: string }
type FormerTicketPrefixTable = { shop_id: string; prefix: string }
/** Both ends belong to the range. */
export type NumberLeaseTable = { shop_id: string; first_number: number; last_number: number; user_id: string; device_id: string; leased_at: string }
/** One random mark per transaction, for the sequence numbers up to `seq` that it took. */
type FeedMarkTable = { shop_id: string; seq: number; mark: string; made_at: string }
type DeviceTable = { user_id: string; device_id: string; last_act_at: string }
/** Kept by a trigger on shop_users. */
type FormerMemberTable = { user_id: string; shop_id: string }
/** Kept by triggers of the collections' tables: see row-counts.ts. */
type RowCountTable = { shop_id: string; collection: CollectionName; kind: string; rows: number }
/** Shops that an employee left, with the departure's sequence number in the feed of that shop. */
type EmployeeDepartureTable = { employee_id: string; shop_id: string; seq: number }
/** `params`: JSON, see schema/rules/merge/notices.ts. */
type NoticeTable = { id: string; user_id: string; shop_id: string; kind: string; collection: string; row_id: string; params: string; created_at: string }
/** The mutation that last set a field; under the empty name the mutation that created the row. */
type FieldChangeTable = { row_id: string; collection: string; field: string; at: string; user_id: string | null; mutation_id: string }
/** Authors of a row by user and device ('' for none): `fields` holds the sequence number of their last write of each field. */
type RowWorkTable = { row_id: string; user_id: string; device_id: string; seq: number; at: string; fields: string }
/** Deletions of rows that were deleted already, in order of arrival (`place`). */
type AlsoDeletedTable = { row_id: string; mutation_id: string; place: number }
/** Random keys that the server made for itself. */
type ServerKeyTable = { name: string; value: string }
/** `key`: a hash. Times are milliseconds since 1970: until when nothing more is let through, and when the count is forgotten. */
type LimitTable = { key: string; count: number; blocked_until_ms: number; ends_ms: number }
/** Users whose rights, shops or names changed, in the order of the commits. `origin`: of the process that committed. */
type AccessChangeTable = { seq: number; user_id: string; origin: string }
/** Only ever one row, for `/readyz`. */
type ReadinessTable = { id: number; written_at: string }
/** Only ever one row. */
type ServerIdentityTable = { only_row: number; server_id: string }
/** `private_key`: of P-256, as base64url. */
type DeviceKeyTable = { id: string; user_id: string; device_id: string; private_key: string; created_at: string }
/** `seq`: of the product's row as the change left it. `order_id`: of the line that moved the count. */
type StockMovementTable = {
  id: string
  shop_id: string
  product_id: string
  seq: number
  delta: number
  count_after: number
  reason: StockReason
  order_id: string | null
  user_id: string | null
  created_at: string
}
/** `fields`: JSON of what the shop has set, see schema/rules/shop/profile.ts. */
type ShopProfileTable = { shop_id: string; fields: string }
type ShopLogoTable = { shop_id: string; sha256: string; mime_type: string; content: Uint8Array<ArrayBuffer> }
/** Contents of files lie apart from their rows: no list and no feed reads them. */
type FileContentTable = { attachment_id: string; sha256: string; mime_type: string; content: Uint8Array<ArrayBuffer> }
type EstimateLinkTable = {
  token_hash: string
  shop_id: string
  estimate_id: string
  created_at: string
  ends_at: string
  /** The answer that was given through it, by the id that the page made for it. */
  press: string | null
  pressed_at: string | null
}

type OrderLinkTable = { token_hash: string; shop_id: string; order_id: string; created_at: string }
/** `rules`: JSON, see schema/rules/messages/. `seq`: the worker has looked at the shop's orders up to there. */
type MessageRuleTable = { shop_id: string; rules: string; seq: number }
/** Of messages that were tried or wait for the morning. `claim`: names the try, so that only its own end is written. */
type MessageJobTable = {
  message_id: string
  shop_id: string
  due_at: string
  tries: Generated<number>
  first_try_at: string | null
  claim: string | null
  claimed_until: string | null
}
/** See store/told/note-event.ts. `events`: names, joined by commas; `secret`: sealed; `told_seq`: up to which place of the feed all is told. */
type WebhookTable = {
  id: string
  shop_id: string
  url: string
  events: string
  secret: string
  created_at: string
  told_seq: number
  /** Of the event that follows: how often it was sent in vain, and what was answered last. */
  tries: Generated<number>
  next_try_at: string | null
  failing_since: string | null
  answer: string | null
  last_sent_at: string | null
  paused_at: string | null
}
/** `detail`: JSON. `at`: of the act, `stored_at`: of its arrival. */
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
/** `fence`: grows with each holder. */
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

/** The same tables for code that learns the table's name from a declaration at run time. */
export type DynamicDatabase = Record<string, Record<string, SqlValue>>

/** Safe because every table and column name that reaches it comes from a declaration that `schema.test.ts` compares with SQL. */
export const toDynamicDb = (db: Db): Kysely<DynamicDatabase> => db as unknown as Kysely<DynamicDatabase>
