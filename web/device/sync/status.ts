import { createStore, type Readable, watchLastWord } from '../platform/observable.ts'
import type { WaitingChanges } from '../outbox/unsent/waiting-changes.ts'
import { type Connection, connectionToState } from './connection.ts'

export type SyncState = 'starting' | 'syncing' | 'synced' | 'waiting' | 'offline' | 'signed-out' | 'outdated'

export type SyncStatus = {
  state: SyncState
  /** Changes of this device that the server has not confirmed. */
  waiting: number
  /** Instant since which the server is unreachable; null while it is reachable. */
  offlineSince: string | null
  /** Refused changes under "Needs attention". */
  attention: number
  /** Rows that are newer here than on the server; undefined if none. */
  newer?: number | undefined
  /** Instant of the last contact with the server. */
  lastContact: string | null
  /** Another Mainspring server answers at this server's address: nothing is sent to it or taken from it. */
  isForeignServer?: boolean
  /** Set while changes are being sent; counted since the queue was empty. */
  sending: { done: number; total: number } | null
  /** Set during a first sync; `done` counts stored rows. */
  firstSync: { done: number; total: number | null } | null
  /** The live stream delivers nothing: changes are polled every 15 seconds. */
  isPolling: boolean
  /** The server cannot store, as its disk is full. */
  isServerFull: boolean
  /** A problem of this device that the user must know: storage full, local data removed. */
  problem: string | null
}

type Sources = {
  connection: Readable<Connection>
  waiting: Pick<WaitingChanges, 'count' | 'progress'>
  /** Entries of "Needs attention", and rows newer than the server's. */
  refused: Readable<readonly unknown[]>
  newer: Readable<readonly unknown[]>
}

/** Combines the sources into one status; it changes only when a part does. */
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
    // Right after reconnecting, `isSending` is still false although sending goes on.
    sending: connection.phase === 'online' && progress !== null && (connection.isSending || progress.done > 0) ? progress : null,
    firstSync: connection.firstSync,
    isServerFull: connection.phase === 'offline' && connection.isServerFull,
    isPolling: connection.phase === 'online' && connection.isPolling,
    problem: connection.problem ?? connection.notice,
    ...(newer > 0 && { newer }),
  }
}
