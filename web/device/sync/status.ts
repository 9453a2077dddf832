import { createStore, type Readable, watchLastWord } from '../platform/observable.ts'
import type { WaitingChanges } from '../outbox/unsent/waiting-changes.ts'
import { type Connection, connectionToState } from './connection.ts'

export type SyncState = 'starting' | 'syncing' | 'synced' | 'waiting' | 'offline' | 'signed-out' | 'outdated'

export type SyncStatus = {
  state: SyncState
  /** Changes of this device that the server has not confirmed. */
  waiting: number
  /** Instant since which the server is not reached; null while it is. */
  offlineSince: string | null
  /** Refused changes under "Needs attention". */
  attention: number
  /** Rows that the server no longer has as they were here; left out where there are none. */
  newer?: number | undefined
  /** Instant at which the server was reached last. */
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

type Sources = {
  connection: Readable<Connection>
  waiting: Pick<WaitingChanges, 'count' | 'progress'>
  /** What stands under "Needs attention", and the rows that are newer than the server's. */
  refused: Readable<readonly unknown[]>
  newer: Readable<readonly unknown[]>
}

/** How this device stands, in one value; it changes only when something in it does. */
export function watchStatus(sources: Sources): Readable<SyncStatus> {
  const { connection, waiting, refused, newer } = sources
  const status = createStore(toStatus(sources))
  const update = (): void => {
    const next = toStatus(sources)
    if (JSON.stringify(next) !== JSON.stringify(status.get())) status.set(next)
  }
  for (const source of [waiting.count, refused, newer]) source.subscribe(update)
  watchLastWord(connection, update)
  return status
}

function toStatus(sources: Sources): SyncStatus {
  const [connection, waiting, newer, progress] = [sources.connection.get(), sources.waiting.count.get(), sources.newer.get().length, sources.waiting.progress()]
  return {
    state: connectionToState(connection, waiting),
    waiting,
    attention: sources.refused.get().length,
    offlineSince: connection.offlineSince,
    lastContact: connection.lastContact,
    ...(connection.isForeignServer && { isForeignServer: true }),
    // Right after the connection came back nobody says that sending goes on, but it does.
    sending: connection.phase === 'online' && progress !== null && (connection.isSending || progress.done > 0) ? progress : null,
    firstSync: connection.firstSync,
    isServerFull: connection.phase === 'offline' && connection.isServerFull,
    isPolling: connection.phase === 'online' && connection.isPolling,
    problem: connection.problem ?? connection.notice,
    ...(newer > 0 && { newer }),
  }
}
