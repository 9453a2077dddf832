import type { WithLock } from '../outbox/local-parts.ts'
import type { LocalState } from '../outbox/local-state.ts'
import type { Ports } from '../platform/ports.ts'
import type { SyncApi } from '../platform/server-port.ts'
import type { DeviceSizes } from '../platform/sizes.ts'
import type { DeviceStore } from '../storage/unsent-store.ts'

/** What all parts of sync work with, for one term of leadership. */
export type SyncContext = {
  api: SyncApi
  localState: LocalState
  store: DeviceStore
  deviceId: string
  /** How far the server's clock is ahead of this device's; null before the first connection. */
  readClockOffsetMs: () => number | null
  ports: Pick<Ports, 'clock' | 'monotonic' | 'notes' | 'random' | 'wait'>
  sizes: DeviceSizes
  withLock: WithLock
}

/** What a part of sync asks and tells of the connection. */
export type ConnectionPort = {
  /** False while the last call had no answer. */
  isUp: () => boolean
  succeed: () => void
  /** Decides what a failed try means; answers for how many milliseconds the server wants to be left alone. */
  fail: (error: unknown) => number
}
