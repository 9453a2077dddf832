export type SyncState = 'starting' | 'syncing' | 'synced' | 'waiting' | 'offline' | 'signed-out' | 'outdated'

export type SyncStatus = {
  state: SyncState
  /** Changes of this device that the server has not confirmed. */
  waiting: number
  /** Instant since which no contact succeeds; null while contact is good. */
  offlineSince: string | null
  /** Refused changes under "Needs attention". */
  attention: number
  /** Rows that the server no longer has as they were here; left out where there are none. */
  newer?: number | undefined
  /** Instant of the last successful contact. */
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
