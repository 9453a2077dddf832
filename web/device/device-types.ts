import type { DeviceRuns } from './outbox/unfinished-runs.ts'
import type { DeviceDrafts } from './drafts/device-drafts.ts'
import type { DeviceFiles } from './files/device-files.ts'
import type { DeviceLeaving } from './leaving/leave.ts'
import type { DeviceLists, DeviceRows } from './lists/device-reads.ts'
import type { DeviceLogos } from './logos/keep-logos.ts'
import type { DeviceOutbox } from './outbox/device-outbox.ts'
import type { DeviceRefused } from './outbox/device-refused.ts'
import type { FormRef } from './outbox/form-mutations.ts'
import type { Act, ActOutcome, StoreActs } from './outbox/together/write-together.ts'
import type { WriteReceipt } from './outbox/write-receipt.ts'
import type { Readable } from './platform/observable.ts'
import type { DeviceRecovery } from './recovery/device-recovery.ts'
import type { OpInput } from './rows/op-input.ts'
import type { DeviceNotices } from './sync/device-notices.ts'
import type { RenumberedStore } from './numbers/renumbered.ts'
import type { Bootstrap } from '#schema/api/sync.ts'
import type { SyncStatus } from './sync/status.ts'
import type { SyncLog } from './sync/sync-log.ts'

/** One user's part of this device: what screens read, write and observe. */
export type Device = {
  readonly userId: string
  /** True once a newer app version in another tab has asked for the data; this device is closed or closing. */
  readonly outdated: Readable<boolean>
  /**
   * The only write path for local changes: one outbox row, then the documents. Resolves when both are stored; nothing
   * is written on error.
   * @throws AppError VALIDATION (with issues), FORBIDDEN, NOT_FOUND, DELETED, CONFLICT (also when `form` was saved with
   *   other content), FOREIGN_KEY_VIOLATION, PAYLOAD_TOO_LARGE; UNAVAILABLE when this device cannot store it
   */
  write: (shopId: string, ops: readonly OpInput[], form?: FormRef) => Promise<WriteReceipt>
  /**
   * Writes many acts on stored rows in one step, each as its own mutation; give some dozens at a time. Outcomes come in
   * order: an act that this device rejects is not written and does not affect the others. `store`: the lazily loaded
   * code of that step.
   * @throws AppError UNAVAILABLE when this device cannot store them; then none is written
   */
  writeTogether: (shopId: string, acts: readonly Act[], store: StoreActs) => Promise<ActOutcome[]>
  readonly rows: DeviceRows
  readonly lists: DeviceLists
  readonly outbox: DeviceOutbox
  readonly refused: DeviceRefused
  readonly drafts: DeviceDrafts
  readonly sync: DeviceSync
  readonly notices: DeviceNotices
  readonly logos: DeviceLogos
  readonly numbers: DeviceNumbers
  readonly runs: DeviceRuns
  readonly files: DeviceFiles
  readonly recovery: DeviceRecovery
  readonly leaving: DeviceLeaving
  /** Stops sync and closes the databases; no data is deleted. */
  close: () => Promise<void>
}

type DeviceNumbers = {
  /** Orders whose number differs from the printed one, until dismissed. */
  readonly renumbered: Pick<RenumberedStore, 'list' | 'dismiss'>
  /** A shop was opened: its numbers for offline orders are leased first. */
  visit: (shopId: string) => void
}

type DeviceSync = {
  readonly status: Readable<SyncStatus>
  /** Shops, privileges and lookups as of the last connection; null before the first. */
  readonly bootstrap: Readable<Bootstrap | null>
  /** Milliseconds by which the server's clock was ahead of this device's at the last connection; null before the first. */
  readonly clockOffset: Readable<number | null>
  /** Null unless the device was opened with a log. */
  readonly log: SyncLog | null
  /** Pushes and pulls now; resolves when that is done or has failed (see `status`). */
  run: () => Promise<void>
  /** The same user has signed in again. */
  resume: () => void
}
