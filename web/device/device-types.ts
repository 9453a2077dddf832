import type { DeviceDrafts } from './drafts/device-drafts.ts'
import type { DeviceFiles } from './files/device-files.ts'
import type { DeviceLeaving } from './leaving/leave.ts'
import type { DeviceLists, DeviceRows } from './lists/device-reads.ts'
import type { DeviceLogos } from './logos/keep-logos.ts'
import type { DeviceNumbers } from './numbers/device-numbers.ts'
import type { DeviceOutbox } from './outbox/device-outbox.ts'
import type { DeviceRefused } from './outbox/device-refused.ts'
import type { FormRef } from './outbox/form-mutations.ts'
import type { Act, ActOutcome, StoreActs } from './outbox/together/write-together.ts'
import type { WriteReceipt } from './outbox/write-receipt.ts'
import type { Readable } from './platform/observable.ts'
import type { DeviceRecovery } from './recovery/device-recovery.ts'
import type { OpInput } from './rows/op-input.ts'
import type { DeviceNotices } from './sync/device-notices.ts'
import type { DeviceSync } from './sync/device-sync.ts'

/** One person's part of this device: what screens read, write and are told. */
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
  /**
   * The same write path for many acts on rows that are here. Each is a mutation of its own, which merges and is refused by itself; all are
   * stored in one step, so whoever has thousands gives some dozen at a time. Answers in order what came of each: what this device knows
   * to be refused is said there, and nothing of it is written. `store`: the code of that step, which comes with who needs it.
   * @throws AppError UNAVAILABLE when this device cannot store them; then none of these is written
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
  readonly files: DeviceFiles
  readonly recovery: DeviceRecovery
  readonly leaving: DeviceLeaving
  /** Stops sync and closes the databases; everything stays on the disk. */
  close: () => Promise<void>
}
