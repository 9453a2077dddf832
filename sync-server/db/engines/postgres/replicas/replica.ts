import { CompiledQuery } from 'kysely'
import type { ReplicaFacts, ReplicaState } from '../../read-targets.ts'
import { openPool, PostgresDriver, type PoolOptions, type PostgresConnection } from '../postgres-driver.ts'

/** A replica that does not answer costs a request this long, once: the database answers those that come after. */
const connectTimeoutMs = 2_000
const answerTimeoutMs = 5_000
/** Rows that end without a number of a feed, such as those of the bin, are read on a replica no longer than this. */
const behindMostMs = 30_000
/** Of the last looks, those that the replica has not reached. */
const unreachedMost = 100

/** How far the journal of the database was written, and when. */
export type JournalPlace = { written: number; serverId: string; atMs: number }

type Look = { isReplica: boolean; replayed: number | null; serverId: string }

const lookQuery = CompiledQuery.raw(
  `select pg_is_in_recovery() as "isReplica", pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as replayed, server_id as "serverId" from server_identity`,
)

export type ReplicaChange = { name: string; state: ReplicaState; reason: string | undefined }

/** Host and port: an address may hold a password. */
export function urlToName(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || '5432'}`
}

export class Replica {
  readonly name: string
  /** Reads that it answered. */
  reads = 0
  readonly #driver: PostgresDriver
  readonly #onChange: (change: ReplicaChange) => void
  #state: ReplicaState | undefined
  #reason: string | undefined
  #unreached: JournalPlace[] = []
  #reachedAtMs = performance.now()
  #lagBytes: number | undefined

  constructor(options: PoolOptions, onChange: (change: ReplicaChange) => void) {
    this.name = urlToName(options.url)
    this.#onChange = onChange
    const pool = openPool({ ...options, connectTimeoutMs, answerTimeoutMs, onIdleError: (error) => this.tell('away', error.message) })
    this.#driver = new PostgresDriver(pool, options.meter, () => undefined)
  }

  get isReady(): boolean {
    return this.#state === 'ready'
  }

  get state(): ReplicaState {
    return this.#state ?? 'away'
  }

  acquire(): Promise<PostgresConnection> {
    return this.#driver.acquireConnection()
  }

  release(connection: PostgresConnection): Promise<void> {
    return this.#driver.releaseConnection(connection)
  }

  close(): Promise<void> {
    return this.#driver.destroy()
  }

  /** How it stands is told when it changes. */
  tell(state: ReplicaState, reason?: string): void {
    const isNew = state !== this.#state
    this.#state = state
    this.#reason = reason
    if (state === 'away') this.#lagBytes = undefined
    if (isNew) this.#onChange({ name: this.name, state, reason })
  }

  get facts(): ReplicaFacts {
    const lagSeconds = this.#lagBytes === undefined ? undefined : this.#lagMs / 1_000
    return { name: this.name, state: this.state, reason: this.#reason, lagBytes: this.#lagBytes, lagSeconds, reads: this.reads }
  }

  /** Compares it with the database, whose journal was at `place` before. `readAgain`: where it is now. */
  async look(place: JournalPlace, readAgain: () => Promise<JournalPlace>): Promise<void> {
    let found: Look | undefined
    try {
      found = await this.#readLook()
    } catch (error) {
      return this.tell('away', error instanceof Error ? error.message : String(error))
    }
    if (found === undefined) return this.tell('away', 'it has no tables yet')
    const { isReplica, serverId } = found
    if (serverId !== place.serverId) return this.tell('other', 'it is another database')
    if (!isReplica || found.replayed === null) return this.tell('alone', 'it is no replica: it takes writes itself')
    const replayed = found.replayed
    if (replayed > place.written && replayed > (await readAgain()).written) return this.tell('other', 'it is ahead of the database, so it follows another one')
    this.#noteLag(place, replayed)
    if (this.#lagMs > behindMostMs) this.tell('behind', `it is ${Math.round(this.#lagMs / 1_000)} s behind`)
    else this.tell('ready')
  }

  get #lagMs(): number {
    return this.#unreached.length === 0 ? 0 : performance.now() - this.#reachedAtMs
  }

  #noteLag(place: JournalPlace, replayed: number): void {
    this.#lagBytes = Math.max(0, place.written - replayed)
    if (this.#unreached.length < unreachedMost) this.#unreached.push(place)
    const reached = this.#unreached.filter(({ written }) => written <= replayed)
    this.#reachedAtMs = reached.at(-1)?.atMs ?? this.#reachedAtMs
    this.#unreached = this.#unreached.slice(reached.length)
  }

  async #readLook(): Promise<Look | undefined> {
    const connection = await this.acquire()
    try {
      return (await connection.executeQuery<Look>(lookQuery)).rows[0]
    } finally {
      await this.release(connection)
    }
  }
}
