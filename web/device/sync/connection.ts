import { AppError } from '#schema/errors.ts'
import type { SyncState, SyncStatus } from './status.ts'
import { isQuotaError, storageFullMessage, storageTroubleMessage } from '../platform/storage-errors.ts'
import { createStore, type Store } from '../platform/observable.ts'
import { OfflineError, readPauseMs, SignedOutError, UpgradeRequiredError } from '../platform/server-port.ts'

/** The leading tab's connection to the server; the other tabs receive it. */
export type Connection = {
  phase: 'starting' | 'online' | 'offline' | 'signed-out' | 'outdated'
  /** Instants. */
  lastContact: string | null
  offlineSince: string | null
  isSending: boolean
  /** Another Mainspring server answers at this server's address. */
  isForeignServer: boolean
  /** The live stream delivers nothing, so changes are polled. */
  isPolling: boolean
  isServerFull: boolean
  firstSync: SyncStatus['firstSync']
  /** A storage problem, until storing works again. */
  problem: string | null
  /** What happened to this device before it opened. */
  notice: string | null
}

const initialConnection: Connection = {
  phase: 'starting',
  lastContact: null,
  offlineSince: null,
  isSending: false,
  isForeignServer: false,
  isPolling: false,
  isServerFull: false,
  firstSync: null,
  problem: null,
  notice: null,
}

export type ConnectionTracker = {
  readonly store: Store<Connection>
  patch: (change: Partial<Connection>) => void
  succeed: () => void
  lose: () => void
  /** Records a failure. Returns for how many milliseconds the server asks not to be called, and whether the user must act first. */
  fail: (error: unknown) => { atLeastMs: number; isOver: boolean }
}

export function createConnectionTracker(clock: () => Date, first: Partial<Connection> = {}): ConnectionTracker {
  const store = createStore<Connection>({ ...initialConnection, ...first })
  const patch = (change: Partial<Connection>): void => {
    const before = store.get()
    const isSame = (Object.keys(change) as (keyof Connection)[]).every((key) => before[key] === change[key])
    if (!isSame) store.set({ ...before, ...change })
  }
  const lose = (): void => {
    const { offlineSince, phase } = store.get()
    if (phase !== 'signed-out' && phase !== 'outdated') patch({ phase: 'offline', offlineSince: offlineSince ?? clock().toISOString() })
  }
  return {
    store,
    patch,
    lose,
    succeed: () => patch({ phase: 'online', lastContact: clock().toISOString(), offlineSince: null, isForeignServer: false, isServerFull: false }),
    fail(error) {
      patch({ isForeignServer: error instanceof OfflineError && error.isForeignServer })
      if (error instanceof SignedOutError) {
        patch({ phase: 'signed-out', offlineSince: null })
        return { atLeastMs: 0, isOver: true }
      }
      if (error instanceof UpgradeRequiredError) {
        patch({ phase: 'outdated', offlineSince: null })
        return { atLeastMs: 0, isOver: true }
      }
      // An error response of the server is the `cause` of an OfflineError.
      const word = error instanceof OfflineError ? error.cause : error
      patch({ isServerFull: word instanceof AppError && word.code === 'STORAGE_FULL' })
      if (isQuotaError(error)) patch({ problem: storageFullMessage })
      else if (error instanceof OfflineError || error instanceof AppError) {
        // "Too many requests" counts as a connection; an error of 500 and above does not.
        if (!(error instanceof AppError) || error.status >= 500) lose()
      } else patch({ problem: storageTroubleMessage })
      return { atLeastMs: readPauseMs(error), isOver: false }
    },
  }
}

export function connectionToState(connection: Connection, waiting: number): SyncState {
  switch (connection.phase) {
    case 'starting':
    case 'offline':
    case 'signed-out':
    case 'outdated':
      return connection.phase
    case 'online':
      if (connection.firstSync !== null || (waiting > 0 && connection.isSending)) return 'syncing'
      return waiting > 0 ? 'waiting' : 'synced'
  }
}
