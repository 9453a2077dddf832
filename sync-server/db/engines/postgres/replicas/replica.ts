import { CompiledQuery } from 'kysely'
import type { ReplicaFacts, ReplicaState } from '../../read-targets.ts'
import { Lag, type JournalPlace } from './lag.ts'
import { openPool, PostgresDriver, type PoolOptions, type PostgresConnection } from '../postgres-driver.ts'

/** A replica that does not answer costs a request this long, once: the database answers those that come after. */
const connectTimeoutMs = 2_000
const answerTimeoutMs = 5_000
/** Rows that end without a number of a feed, such as those of the bin, are read on a replica no longer than this. */
const behindMostMs = 30_000
/** `systemId`: of the files that it and its replicas come from; `serverId`: of the database in them. */
type Identity = { systemId: string; serverId: string }

/** What a look at the database finds, to compare a replica with. */
export type DatabaseLook = JournalPlace & Identity

type Look = Identity & { isReplica: boolean; replayed: number | null }

export const identityColumns = `server_id as "serverId", (select system_identifier::text from pg_control_system()) as "systemId"`

const lookQuery = CompiledQuery.raw(
  `select pg_is_in_recovery() as "isReplica", pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as replayed, ${identityColumns} from server_identity`,
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
  readonly #lag = new Lag(performance.now())

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
    if (state === 'away') this.#lag.forget()
    if (isNew) this.#onChange({ name: this.name, state, reason })
  }

  get facts(): ReplicaFacts {
    const lagMs = this.#lag.msAt(performance.now())
    return {
      name: this.name,
      state: this.state,
      reason: this.#reason,
      lagBytes: this.#lag.bytes,
      lagSeconds: lagMs === undefined ? undefined : lagMs / 1_000,
      reads: this.reads,
    }
  }

  /** Compares it with the database, whose journal was at `place` before. `readAgain`: where it is now. */
  async look(place: DatabaseLook, readAgain: () => Promise<JournalPlace>): Promise<void> {
    let found: Look | undefined
    try {
      found = await this.#readLook()
    } catch (error) {
      return this.tell('away', error instanceof Error ? error.message : String(error))
    }
    if (found === undefined) return this.tell('away', 'it has no tables yet')
    const { isReplica, replayed } = found
    if (found.systemId !== place.systemId) return this.tell('other', 'it is another database')
    if (!isReplica || replayed === null) return this.tell('alone', 'it is no replica: it takes writes itself')
    if (found.serverId !== place.serverId) {
      // One that is behind may still have what the database was before it was restored.
      return replayed < place.written ? this.tell('behind', 'it is from before the database was restored') : this.tell('other', 'it is another database')
    }
    if (replayed > place.written && replayed > (await readAgain()).written) return this.tell('other', 'it is ahead of the database, so it follows another one')
    this.#lag.note(place, replayed)
    const behindMs = this.#lag.msAt(performance.now()) ?? 0
    if (behindMs > behindMostMs) this.tell('behind', `it is ${Math.round(behindMs / 1_000)} s behind`)
    else this.tell('ready')
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
