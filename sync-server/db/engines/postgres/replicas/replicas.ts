import { CompiledQuery, Kysely, type Dialect, type Driver } from 'kysely'
import type { Database, Db } from '../../../database.ts'
import { lookAgain } from '../../change-source.ts'
import { ForeignReplicaError } from '../../error-kind.ts'
import type { ReadTargets, ReplicaFacts } from '../../read-targets.ts'
import type { PoolOptions, PostgresConnection, PostgresDriver } from '../postgres-driver.ts'
import { BoundDriver } from './bound-driver.ts'
import { NeededPlaces, PlaceReader, placesQuery, type PlaceRow } from './places.ts'
import { identityColumns, Replica, type DatabaseLook, type ReplicaChange } from './replica.ts'

/** Between two looks at all replicas, and while one of them is not ready. */
const lookMs = 5_000
const lookSoonMs = 1_000

export type ReplicaOptions = Omit<PoolOptions, 'url' | 'onIdleError'> & { urls: readonly string[]; onChange?: ((change: ReplicaChange) => void) | undefined }

const journalQuery = CompiledQuery.raw(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as written, ${identityColumns} from server_identity`)

/** The replicas of a database: whether each may be read, and whose turn it is. */
export class Replicas implements ReadTargets {
  ownReads = 0
  readonly #own: PostgresDriver
  readonly #createDialect: (driver: Driver) => Dialect
  readonly #replicas: readonly Replica[]
  readonly #places: PlaceReader
  #turn = 0
  #looks: { stop: () => void; lookNow: () => void } | undefined

  /** `own`: the database itself, which they follow. */
  constructor(own: PostgresDriver, { urls, onChange, ...options }: ReplicaOptions, createDialect: (driver: Driver) => Dialect) {
    this.#own = own
    this.#createDialect = createDialect
    const tell = (change: ReplicaChange): void => {
      // One that is away is asked again before long, and not by requests.
      if (change.state === 'away') this.#looks?.lookNow()
      onChange?.(change)
    }
    this.#replicas = urls.map((url) => new Replica({ ...options, url }, tell))
    this.#places = new PlaceReader((shopIds) => this.#askOwn<PlaceRow>(placesQuery(shopIds)))
  }

  readerOf(shopIds: Iterable<string>): Db {
    const ids = [...new Set(shopIds)]
    const driver = new BoundDriver({
      own: this.#own,
      pick: () => this.#pick(),
      readPlaces: async () => new NeededPlaces(ids, await this.#places.read(ids)),
      countOwn: () => void (this.ownReads += 1),
    })
    return new Kysely<Database>({ dialect: this.#createDialect(driver) })
  }

  facts(): readonly ReplicaFacts[] {
    return this.#replicas.map(({ facts }) => facts)
  }

  /**
   * Looks at all replicas, and from then on again and again.
   * @throws ForeignReplicaError where one can be asked and is of another database
   */
  async start(): Promise<void> {
    await this.look()
    const foreign = this.#replicas.find(({ state }) => state === 'other')
    if (foreign !== undefined) throw new ForeignReplicaError(`DATABASE_READ_URL names ${foreign.name}, which cannot be read: ${foreign.facts.reason}`)
    this.#looks = lookAgain(
      () => this.look(),
      // Where the database cannot be asked, there is nothing to compare with; requests meet that by themselves.
      () => undefined,
      () => (this.#replicas.every(({ isReady }) => isReady) ? lookMs : lookSoonMs),
    )
  }

  async close(): Promise<void> {
    this.#looks?.stop()
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }

  async look(): Promise<void> {
    const place = await this.#readJournal()
    await Promise.all(this.#replicas.map((replica) => replica.look(place, () => this.#readJournal())))
  }

  async #readJournal(): Promise<DatabaseLook> {
    const atMs = performance.now()
    const [row] = await this.#askOwn<Omit<DatabaseLook, 'atMs'>>(journalQuery)
    if (row === undefined) throw new Error('The database has no name')
    return { ...row, atMs }
  }

  #pick(): Replica | undefined {
    const ready = this.#replicas.filter(({ isReady }) => isReady)
    this.#turn += 1
    return ready[this.#turn % ready.length]
  }

  async #askOwn<Row>(query: CompiledQuery): Promise<Row[]> {
    const connection: PostgresConnection = await this.#own.acquireConnection()
    try {
      return (await connection.executeQuery<Row>(query)).rows
    } finally {
      await this.#own.releaseConnection(connection)
    }
  }
}
