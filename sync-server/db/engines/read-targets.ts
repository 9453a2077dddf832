import type { Db } from '../database.ts'

/**
 * `behind`: further than a replica may be; `away`: it cannot be asked; `other`: it is of another database, or of another past of this one;
 * `alone`: it follows nobody any more. Only a `ready` one is read.
 */
export type ReplicaState = 'ready' | 'behind' | 'away' | 'other' | 'alone'

export type ReplicaFacts = {
  /** Host and port, as its address has them. */
  name: string
  state: ReplicaState
  /** Why it is not ready. */
  reason: string | undefined
  /** Of the database's journal, by the last look; undefined while it is not known. */
  lagBytes: number | undefined
  /** Since the database was where the replica is now. */
  lagSeconds: number | undefined
  /** Reads that it answered. */
  reads: number
}

/** Where reads may go besides the database itself. */
export type ReadTargets = {
  /**
   * Reads of one request: what is told by the feeds of these shops may come from a replica that is where the database was when the first
   * of it was asked for, all else comes from the database.
   */
  readerOf: (shopIds: Iterable<string>) => Db
  /** Of all replicas, as last known. */
  facts: () => readonly ReplicaFacts[]
  /** Reads of such requests that the database answered itself. */
  readonly ownReads: number
}
