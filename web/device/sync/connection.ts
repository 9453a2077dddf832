import { AppError } from '#schema/errors.ts'
import type { SyncState, SyncStatus } from './status.ts'
import { isQuotaError, storageFullMessage, storageTroubleMessage } from '../platform/storage-errors.ts'
import { createStore, type Store } from '../platform/observable.ts'
import { OfflineError, readPauseMs, SignedOutError, UpgradeRequiredError } from '../platform/server-port.ts'

/** How the leading tab stands with the server; the other tabs hear it from there. */
export type Connection = {
  phase: 'starting' | 'online' | 'offline' | 'signed-out' | 'outdated'
  /** Instants. */
  lastContact: string | null
  offlineSince: string | null
  isSending: boolean
  /** Another Mainspring server answers at the address of this device's own. */
  isForeignServer: boolean
  /** The live stream does not prove itself: changes of others are asked for again and again. */
  isPolling: boolean
  /** The server answers, but has no room left on its disk. */
  isServerFull: boolean
  firstSync: SyncStatus['firstSync']
  /** Trouble with storing, until storing works again. */
  problem: string | null
  /** What happened to this device before it was opened. */
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

export type ConnectionKeeper = {
  readonly store: Store<Connection>
  patch: (change: Partial<Connection>) => void
  succeed: () => void
  lose: () => void
  /** Notes a failure; answers for how many milliseconds the server wants to be left alone, and whether somebody must act first. */
  fail: (error: unknown) => { atLeastMs: number; isOver: boolean }
}

export function createConnectionKeeper(clock: () => Date, first: Partial<Connection> = {}): ConnectionKeeper {
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
      // A server in trouble may say what it is, and for how long: its word is the cause of what counts as offline.
      const word = error instanceof OfflineError ? error.cause : error
      patch({ isServerFull: word instanceof AppError && word.code === 'STORAGE_FULL' })
      if (isQuotaError(error)) patch({ problem: storageFullMessage })
      else if (error instanceof OfflineError || error instanceof AppError) {
        // "Too many requests" is an answer; anything else that is not one counts as offline.
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
