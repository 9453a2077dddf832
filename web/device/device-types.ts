import type { Bootstrap, Mutation, MutationError, Op } from '#schema/api/sync.ts'
import type { BaseDocument } from '#schema/collection.ts'
import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Task } from '#schema/collections/work/tasks.ts'
import type { Json } from '#schema/rules/merge/merge.ts'
import type { Notice } from '#schema/rules/merge/notices.ts'
import type { StatusFilter } from '#schema/rules/orders/status-filter.ts'
import type { DueDirection } from '#schema/rules/orders/task-sort.ts'
import type { DayRange } from './rows/day-range.ts'
import type { OpInput } from './rows/op-input.ts'
import type { RowRef } from './rows/rows.ts'
import type { NewerRow } from './storage/unsent-store.ts'
import type { Readable } from './platform/observable.ts'
import type { WorkCounts } from './storage/stored-work.ts'

/** `ids`: one per op given, in order. `mutationId` is null when nothing differed, so nothing was written, or when the mutation took back one that was never sent. */
export type WriteReceipt = { mutationId: string | null; ids: string[] }

export type SyncState = 'starting' | 'syncing' | 'synced' | 'waiting' | 'offline' | 'signed-out' | 'outdated'

export type SyncStatus = {
  state: SyncState
  /** Changes of this device that the server has not confirmed. */
  waiting: number
  /** Instant since which no contact succeeds; null while contact is good. */
  offlineSince: string | null
  /** Refused changes under "Needs attention". */
  attention: number
  /** Rows that the server no longer has as they were here; left out where there are none. */
  newer?: number | undefined
  /** Instant of the last successful contact. */
  lastContact: string | null
  /** Another Mainspring server answers at the address of this device's own: nothing is sent to it, or taken from it. */
  isForeignServer?: boolean
  /** Set while changes are being sent; counted since they began to wait. */
  sending: { done: number; total: number } | null
  /** Set while a first sync runs; `done` counts rows stored. */
  firstSync: { done: number; total: number | null } | null
  /** The live stream does not prove itself: changes of others are asked for every 15 seconds. */
  isPolling: boolean
  /** The server answers, but cannot store: its disk is full. */
  isServerFull: boolean
  /** A trouble of this device that the person must know: storage full, local data removed. */
  problem: string | null
}

export type WaitingChange = { mutationId: string; shopId: string; at: string; ops: Op[]; summary: string }

export type RefusedChange = {
  id: string
  shopId: string
  /** Time of the mutation, and of the refusal. */
  at: string
  refusedAt: string
  /** As the person typed it. */
  ops: Op[]
  error: MutationError
  summary: string
  /** What its rows and those that they belong to were called when it was typed, by row (`orders/<id>`). */
  titleByRow: Record<string, string>
  /** The shop was lost meanwhile: `from` says nothing. */
  isStripped?: true | undefined
}

/** A row as this device held it: the server has none, an older state of it, or deleted it. Instants: of the row's last change, and when that was found. */
export type NewerItem = {
  key: string
  collection: CollectionName
  id: string
  shopId: string
  title: string | undefined
  kind: 'missing' | 'older' | 'deleted'
  changedAt: string
  foundAt: string
}

/** The server's database went back by itself: so many changes of this device that it had taken are sent again. */
export type SetBackNote = { at: string; count: number }

/** Of comparing this device with the server: parts that are done, and all. */
export type CheckProgress = { done: number; total: number }

/** How the last comparison ended: rows that are the same, rows that differed and were mended, parts that never stood still. */
export type CheckResult = { at: string; rows: number; differed: number; unsure: number }

/** `row` as it was; undefined when this device no longer holds it. `at`: instant of the mutation; `deletion`: its mutation. */
export type UnsentDelete = RowRef & {
  at: string
  deletion: string
  row: (BaseDocument & Record<string, unknown>) | undefined
  wentWith: { collection: CollectionName; count: number }[]
}

export type UnsentDeletes = { deletes: UnsentDelete[]; restoring: RowRef[] }

export type AssigneeFilter = 'all' | 'unassigned' | (string & {})

/** Days are `YYYY-MM-DD` of the device's calendar, both inclusive, on the row's creation. `page` starts at 1. */
export type OrdersQuery = {
  shopId: string
  customerId?: string | undefined
  search: string
  from: string | null
  to: string | null
  status: StatusFilter
  assignee: AssigneeFilter
  page: number
  pageSize: number
}

/** Days are those on which a task is due. */
export type TasksQuery = {
  shopId: string
  search: string
  from: string | null
  to: string | null
  assignee: AssigneeFilter
  direction: DueDirection
  page: number
  pageSize: number
}

export type CustomersQuery = { shopId: string; search: string; from: string | null; to: string | null; page: number; pageSize: number }

export type OrderListRow = {
  order: Order
  customer: Customer | undefined
  /** Sums of the order's payments and costs in whole units of money; null when there are none. */
  paymentsTotal: number | null
  costsTotal: number | null
  isUnsent: boolean
  /** Milliseconds of the last change while somebody looks at the row; for a tint. */
  changedAt: number | null
}

/** `order` is undefined for a task of the shop, and while it has not arrived. */
export type TaskListRow = { task: Task; order: Order | undefined; customer: Customer | undefined; isUnsent: boolean; changedAt: number | null }

export type CustomerListRow = { customer: Customer; isUnsent: boolean; changedAt: number | null }

export type ListPage<Row> = {
  /** 'failed': this device's storage did not give the rows; settling tries again. */
  state: 'loading' | 'ready' | 'failed'
  /** Rows that match the query, and rows of the shop. */
  total: number
  shopTotal: number
  rows: Row[]
  /** The order on the screen is held while somebody looks; rows may have moved. */
  isStale: boolean
}

/** A list on the screen. `hold(true)` while the pointer is over it; `settle()` sorts anew. */
export type LiveList<Query, Row> = Readable<ListPage<Row>> & {
  setQuery: (query: Query) => void
  hold: (isHeld: boolean) => void
  settle: () => void
  close: () => void
}

export type ShopCounts = { ordersOpen: number | null; tasksDue: number | null }

/** `text`: JSON of the format that unsent-file.ts describes. */
export type UnsentExport = { fileName: string; text: string; changes: number; refused: number }

/** What importing a file would do: `changes` and `refused` are new here, `alreadyHere` counts those that are not. */
export type ImportPreview = { exportedAt: string; deviceId: string; changes: Mutation[]; refused: number; alreadyHere: number }

export type ImportReceipt = { changes: number; refused: number; alreadyHere: number }

/** `actId`: the mutation that the form becomes when it is saved; none in drafts of earlier versions. */
export type Draft = { key: string; value: Json; savedAt: string; actId?: string | undefined }

/**
 * The form that a mutation comes from: its draft goes with the storing of the mutation, and saved again it is the same mutation.
 * `isStaying`: it stays open for the next one.
 */
export type FormRef = { draftKey: string; isStaying?: boolean | undefined }
/** What goes or stays when the person signs out; `drafts` counts forms that are open in any tab too. */
export type Leaving = WorkCounts & {
  /** What stays can be encrypted, for this person's next sign-in alone. */
  isSealable: boolean
}

export type LeaveChoice = 'keep' | 'discard'

/** Not over: by now there is more than the person decided upon, or it cannot be sealed; nothing happened. */
export type LeaveOutcome = { isOver: true } | { isOver: false; leaving: Leaving }

/** One form's hold on its draft, for as long as it is open. `draft`: what a form of this kind left behind. */
export type DraftClaim = { key: string; draft: Draft | undefined; release: () => void }

/** Why a device is not open yet: an older version in another tab still holds the data, or rows are brought into this version's shape. */
export type OpeningStep = { step: 'blocked' } | { step: 'updating'; done: number; total: number }

export type Device = {
  readonly userId: string
  /** True once a newer version of the app, in another tab, has asked for the data: this device is closed then, or about to be. */
  readonly outdated: Readable<boolean>
  /**
   * THE write path of every local change: one outbox row, then the documents; resolves when both are stored.
   * @throws AppError VALIDATION (with issues), FORBIDDEN, NOT_FOUND, DELETED, CONFLICT, FOREIGN_KEY_VIOLATION, PAYLOAD_TOO_LARGE;
   * UNAVAILABLE when this device cannot store it. Nothing is written then. CONFLICT also when `form` was saved with other content.
   */
  write: (shopId: string, ops: readonly OpInput[], form?: FormRef) => Promise<WriteReceipt>
  /** Waits, seconds at most, until what this tab began to write of the row is stored or failed. */
  whenWritten: (id: string) => Promise<void>
  readRow: <N extends CollectionName>(collection: N, id: string) => Promise<DocumentByCollection[N] | undefined>
  readRows: <N extends CollectionName>(collection: N, ids: readonly string[]) => Promise<DocumentByCollection[N][]>
  /** All living rows of a shop; for small collections only. */
  listRows: <N extends CollectionName>(collection: N, shopId: string) => Promise<DocumentByCollection[N][]>
  /** Living rows whose field holds the id of another row: what belongs to an order. */
  listRowsOf: <N extends CollectionName>(collection: N, field: string, id: string) => Promise<DocumentByCollection[N][]>
  /**
   * Calls back with the shop's living rows with `fromInstant <= createdAt < toInstantExclusive` (null is an open end), oldest
   * first, when they are read and after each burst of changes among them.
   */
  watchRowsInRange: <N extends CollectionName>(
    collection: N,
    shopId: string,
    range: DayRange,
    listener: (rows: DocumentByCollection[N][]) => void,
  ) => () => void
  /** Calls back with all living rows of a shop, in no order, when they are read and after changes among them; for small collections only. */
  watchShopRows: <N extends CollectionName>(collection: N, shopId: string, listener: (rows: DocumentByCollection[N][]) => void) => () => void
  /** Calls back with the row now and after each change of it; undefined when there is none. `onUnreadable`: the device cannot read it now. */
  watchRow: <N extends CollectionName>(
    collection: N,
    id: string,
    listener: (row: DocumentByCollection[N] | undefined) => void,
    onUnreadable?: () => void,
  ) => () => void
  /** Tells that something in the collection changed. */
  watchCollection: (collection: CollectionName, listener: () => void) => () => void
  isUnsent: (collection: CollectionName, id: string) => boolean
  /** Living rows of the shop in this device's database; for collections with a list of their own, where counting is cheap. */
  countRows: (collection: 'orders' | 'customers', shopId: string) => Promise<number>

  readonly status: Readable<SyncStatus>
  readonly bootstrap: Readable<Bootstrap | null>
  /** Milliseconds by which the server's clock was ahead of this device's at the last connection; null before the first. */
  readonly clockOffset: Readable<number | null>
  readonly waitingChanges: Readable<WaitingChange[]>
  readonly refusedChanges: Readable<RefusedChange[]>
  /** Discarded in the last day, newest first. */
  readonly discardedChanges: Readable<RefusedChange[]>
  listRefused: () => Promise<RefusedChange[]>
  /**
   * Sends the change again as a new one; `ops` when the person corrected it. It leaves the list when the new one is stored.
   * @throws as `write`; NOT_FOUND when it is no longer on the list
   */
  retryRefused: (id: string, ops?: readonly OpInput[], form?: FormRef) => Promise<WriteReceipt>
  /** Takes it from the list; `putBackRefused` undoes that for a day. */
  discardRefused: (id: string) => Promise<void>
  putBackRefused: (id: string) => Promise<void>
  onRefused: (listener: (refused: RefusedChange) => void) => () => void
  /** What others did to this person's work, newest first. */
  readonly notices: Readable<Notice[]>
  /** They have been read, on all devices of the person. @throws AppError UNAVAILABLE when this device cannot store it */
  dismissNotices: (ids: readonly string[]) => Promise<void>
  /** Tells of those that have just come. */
  onNotices: (listener: (notices: Notice[]) => void) => () => void
  /** Rows that the server no longer had as this device held them; they leave by themselves when they come back. */
  readonly newerRows: Readable<NewerItem[]>
  listNewer: () => Promise<NewerItem[]>
  /** Sends all of them again, or those named by key. Answers how many could not be written and stay. @throws AppError UNAVAILABLE */
  sendNewer: (keys?: readonly string[]) => Promise<number>
  /** Takes them from the list. Answers what `putBackNewer` takes to undo that. */
  letNewerGo: (keys: readonly string[]) => Promise<NewerRow[]>
  putBackNewer: (rows: readonly NewerRow[]) => Promise<void>
  /** Compares all rows with the server and mends what differs; resolves when that is done or cannot be. */
  checkDevice: () => Promise<void>
  /** Null while nothing is compared. */
  readonly checking: Readable<CheckProgress | null>
  readonly checkResult: Readable<CheckResult | null>
  readonly setBack: Readable<SetBackNote | null>
  dismissSetBack: () => Promise<void>

  /** Unsent changes of this user on this device. */
  countUnsent: () => Promise<number>

  /** Everything of this user that the server has not taken, waiting and refused, as a file for another device. */
  exportUnsent: () => Promise<UnsentExport>
  /** @throws AppError VALIDATION saying what is wrong with the file, FORBIDDEN for the file of another user */
  previewImport: (text: string) => Promise<ImportPreview>
  /** Takes the file's changes in, all of them or none. @throws as previewImport; UNAVAILABLE when this device cannot store them */
  importUnsent: (text: string) => Promise<ImportReceipt>

  /** Pushes and pulls now; resolves when that is done or has failed (status tells). */
  syncNow: () => Promise<void>
  /** The same user has signed in again. */
  resume: () => void

  openOrdersList: (query: OrdersQuery) => LiveList<OrdersQuery, OrderListRow>
  openCustomersList: (query: CustomersQuery) => LiveList<CustomersQuery, CustomerListRow>
  openTasksList: (query: TasksQuery) => LiveList<TasksQuery, TaskListRow>
  searchCustomers: (shopId: string, query: string, limit: number) => Promise<Customer[]>
  findMatchingCustomers: (shopId: string, typedPhone: string, limit?: number) => Promise<Customer[]>
  watchShopCounts: (shopId: string) => Readable<ShopCounts>

  /** What this device deleted or asked to bring back in the shop, not confirmed yet. */
  listUnsentDeletes: (shopId: string) => Promise<UnsentDeletes>

  /** Called by a form that opens: takes what a form of this kind left behind, newest first, or a key of its own. */
  claimDraft: (formKey: string) => Promise<DraftClaim>
  /** `key`: a claimed one; or a form's kind, whose next opening offers the draft. */
  saveDraft: (key: string, value: Json) => Promise<void>
  removeDraft: (key: string) => Promise<void>
  /** Drafts of forms that are not open in any tab, newest first. */
  listLeftDrafts: () => Promise<Draft[]>
  /** The next form of the draft's kind that opens gets this one. */
  preferDraft: (key: string) => void
  /** Tells when drafts of this tab come, go, or are taken up and left. */
  watchDrafts: (listener: () => void) => () => void
  /** A form stores at once what is typed in it when it is called: somebody signs out, maybe in another tab. */
  onKeepNow: (listener: () => void) => () => void

  /** What of this person is on this device alone, in all tabs. @throws AppError UNAVAILABLE when the storage does not answer */
  countLeaving: () => Promise<Leaving>
  /**
   * Ends this person's work on this device: the shop's rows go, and what only this device has goes with them or stays for the same
   * person's next sign-in, sealed where that can be. `told`: what the person decided upon.
   * @throws AppError UNAVAILABLE when the storage fails or does not answer; the work goes on then
   */
  leave: (choice: LeaveChoice, told: Leaving) => Promise<LeaveOutcome>

  /** Stops sync and closes the databases; everything stays on the disk. */
  close: () => Promise<void>
  /** Closes and deletes this user's databases, whatever they hold. */
  wipe: () => Promise<void>
}
