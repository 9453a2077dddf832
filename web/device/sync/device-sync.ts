import type { Bootstrap } from '#schema/api/sync.ts'
import type { Readable } from '../platform/observable.ts'
import type { SyncStatus } from './status.ts'
import type { SyncLog } from './sync-log.ts'

export type DeviceSync = {
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
