import type { Bootstrap } from '#schema/api/sync.ts'
import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Json } from '#schema/rules/merge/merge.ts'
import type { Notice } from '#schema/rules/merge/notices.ts'
import type { DraftClaim } from './drafts/draft-claim.ts'
import type { FormRef } from './outbox/form-mutations.ts'
import type { LeaveChoice, LeaveOutcome, Leaving } from './leaving/leaving.ts'
import type { CustomerListRow, CustomersQuery, OrderListRow, OrdersQuery, TaskListRow, TasksQuery } from './lists/list-queries.ts'
import type { LiveList } from './lists/live-list.ts'
import type { ShopCounts } from './lists/shop-counts.ts'
import type { RefusedChange } from './outbox/refused.ts'
import type { SetBackNote } from './outbox/sent.ts'
import type { UnsentDeletes } from './outbox/unsent-deletes.ts'
import type { ImportPreview, ImportReceipt, UnsentExport } from './outbox/unsent-transfer.ts'
import type { WaitingChange } from './outbox/waiting-changes.ts'
import type { WriteReceipt } from './outbox/write-receipt.ts'
import type { Readable } from './platform/observable.ts'
import type { CheckProgress, CheckResult } from './recovery/device-check.ts'
import type { NewerItem } from './recovery/newer-book.ts'
import type { DayRange } from './rows/day-range.ts'
import type { OpInput } from './rows/op-input.ts'
import type { Draft } from './storage/stored-draft.ts'
import type { NewerRow } from './storage/unsent-store.ts'
import type { SyncStatus } from './sync/status.ts'

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
