import type { Ports } from '../platform/ports.ts'
import type { DeviceStore } from '../storage/unsent-store.ts'
import type { LocalState } from './local-state.ts'

/** Runs while no other tab of the user writes. @throws as `WriteLock.hold`; AbortError when the device is closed */
export type WithLock = <T>(run: () => Promise<T>) => Promise<T>

/** The shared parts of one user's device. `closing` is aborted when the device closes. */
export type LocalParts = { userId: string; deviceId: string; store: DeviceStore; localState: LocalState; ports: Ports; closing: AbortSignal }
