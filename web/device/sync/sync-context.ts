import type { WithLock } from '../outbox/local-parts.ts'
import type { LocalState } from '../outbox/local-state.ts'
import type { Ports } from '../platform/ports.ts'
import type { SyncApi } from '../platform/server-port.ts'
import type { DeviceSizes } from '../platform/sizes.ts'
import type { DeviceStore } from '../storage/unsent-store.ts'

/** Shared by all parts of sync, for one term of leadership. */
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

/** The part of the connection that sync modules use. */
export type ConnectionPort = {
  /** False while the last call had no response. */
  isUp: () => boolean
  succeed: () => void
  /** Classifies a failure; returns for how many milliseconds the server asks not to be called. */
  fail: (error: unknown) => number
}
