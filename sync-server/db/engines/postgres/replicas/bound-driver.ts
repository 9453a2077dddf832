import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { settleEach } from '../../../settle-all.ts'
import { ReadElsewhereError, toErrorKind } from '../../error-kind.ts'
import type { PostgresConnection, PostgresDriver } from '../postgres-driver.ts'
import { isOfFeeds } from './feed-tables.ts'
import type { NeededPlaces, ReplicaRow } from './places.ts'
import type { Replica } from './replica.ts'

/** What the reads of one request need to find their way. */
export type Ways = {
  own: PostgresDriver
  /** A replica that is ready; undefined for none. */
  pick: () => Replica | undefined
  /** Where the feeds of the request's shops are now, in the database. */
  readPlaces: () => Promise<NeededPlaces>
  /** The database itself has answered. */
  countOwn: () => void
}

/**
 * Where the reads of one request go. A replica answers what is of the feeds, and only from a snapshot in which the feeds of all shops of the
 * request are at least where they were in the database when the request first asked: nobody finds less than they wrote or were told of,
 * whichever node wrote or told it. After one read that the replica could not answer, all go to the database: none goes back in time.
 */
export class BoundDriver implements Driver {
  readonly #route: Route

  constructor(ways: Ways) {
    this.#route = new Route(ways)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<BoundConnection> {
    return new BoundConnection(this.#route)
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: BoundConnection): Promise<void> {
    connection.begin()
  }

  async commitTransaction(connection: BoundConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: BoundConnection): Promise<void> {
    await connection.rollback()
  }

  async destroy(): Promise<void> {}
}

type ToReplica = { replica: Replica; connection: PostgresConnection; places: NeededPlaces }

class Route {
  readonly ways: Ways
  #isOwn = false
  #replica: Replica | undefined
  #places: Promise<NeededPlaces> | undefined

  constructor(ways: Ways) {
    this.ways = ways
  }

  /** The way of this read to the replica; undefined: it goes to the database. */
  async find(query: CompiledQuery): Promise<ToReplica | undefined> {
    if (this.#isOwn || !isOfFeeds(query)) return undefined
    const replica = (this.#replica ??= this.ways.pick())
    if (replica === undefined) {
      this.#isOwn = true
      return undefined
    }
    const places = await (this.#places ??= this.ways.readPlaces())
    try {
      return { replica, places, connection: await replica.acquire() }
    } catch (error) {
      // Whatever keeps it from being asked.
      this.#isOwn = true
      replica.tell('away', error instanceof Error ? error.message : String(error))
      return undefined
    }
  }

  /**
   * The replica did not answer: from here on the database does.
   * @returns the error by which a transaction is read once more
   * @throws what is not the database's, but a mistake of the program
   */
  leave(replica: Replica, error: unknown): ReadElsewhereError {
    this.#isOwn = true
    const kind = toErrorKind(error)
    if (kind === undefined) throw error
    if (kind === 'away') replica.tell('away', error instanceof Error ? error.message : String(error))
    return error instanceof ReadElsewhereError ? error : new ReadElsewhereError('The replica did not answer', { cause: error })
  }
}

class BoundConnection implements DatabaseConnection {
  readonly #route: Route
  #isInTransaction = false
  /** Where the transaction runs: its first statement decides. */
  #target: Promise<Target> | undefined

  constructor(route: Route) {
    this.#route = route
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#isInTransaction) return this.#readAlone(query)
    const target = await (this.#target ??= this.#open(query))
    return target.read(query)
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Results are read whole: pages are small, and a stream would hold the connection')
  }

  begin(): void {
    this.#isInTransaction = true
  }

  async commit(): Promise<void> {
    await (await this.#end())?.commit()
  }

  async rollback(): Promise<void> {
    // Where there is no target, what kept it from being there is told already.
    const target = await this.#end().catch(() => undefined)
    await target?.rollback()
  }

  #end(): Promise<Target | undefined> {
    const target = this.#target
    this.#target = undefined
    this.#isInTransaction = false
    return target ?? Promise.resolve(undefined)
  }

  async #open(query: CompiledQuery): Promise<Target> {
    const way = await this.#route.find(query)
    if (way !== undefined) return new OnReplica(this.#route, way)
    const { own } = this.#route.ways
    const connection = await own.acquireConnection()
    await own.beginTransaction(connection)
    return new OnOwn(this.#route.ways, connection)
  }

  async #readAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const way = await this.#route.find(query)
    const rows = way && (await readOnReplica<Row>(this.#route, way, query))
    if (rows !== undefined) return { rows }
    const { own, countOwn } = this.#route.ways
    const connection = await own.acquireConnection()
    try {
      const result = await connection.executeQuery<Row>(query)
      countOwn()
      return result
    } finally {
      await own.releaseConnection(connection)
    }
  }
}

/** One statement, in one round trip with the look at where the replica is; undefined where the database has to answer. */
async function readOnReplica<Row>(route: Route, { replica, connection, places }: ToReplica, query: CompiledQuery): Promise<Row[] | undefined> {
  try {
    const [reached, rows] = await connection.readTogether<ReplicaRow, Row>(places.query, query)
    places.assertReached(reached)
    replica.reads += 1
    return rows
  } catch (error) {
    route.leave(replica, error)
    return undefined
  } finally {
    await replica.release(connection)
  }
}

/** Where a transaction runs. */
type Target = {
  read: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>
  commit: () => Promise<void>
  rollback: () => Promise<void>
}

class OnOwn implements Target {
  readonly #ways: Ways
  readonly #connection: PostgresConnection

  constructor(ways: Ways, connection: PostgresConnection) {
    this.#ways = ways
    this.#connection = connection
  }

  read<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#connection.executeQuery<Row>(query)
  }

  async commit(): Promise<void> {
    try {
      await this.#connection.commit()
      this.#ways.countOwn()
    } finally {
      await this.#ways.own.releaseConnection(this.#connection)
    }
  }

  async rollback(): Promise<void> {
    await this.#connection.rollback()
    await this.#ways.own.releaseConnection(this.#connection)
  }
}

class OnReplica implements Target {
  readonly #route: Route
  readonly #replica: Replica
  readonly #connection: PostgresConnection
  /** Rejects where the replica is not far enough. */
  readonly #isReached: Promise<void>

  constructor(route: Route, { replica, connection, places }: ToReplica) {
    this.#route = route
    this.#replica = replica
    this.#connection = connection
    connection.beginSnapshot()
    // The statements leave behind it without waiting, and count for nothing where it fails.
    this.#isReached = connection.executeQuery<ReplicaRow>(places.query).then(({ rows }) => places.assertReached(rows))
    this.#isReached.catch(() => undefined)
  }

  async read<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      if (!isOfFeeds(query)) throw new ReadElsewhereError('A replica is not asked for what no feed tells')
      const [, result] = await settleEach([this.#isReached, this.#connection.executeQuery<Row>(query)])
      return result
    } catch (error) {
      throw this.#route.leave(this.#replica, error)
    }
  }

  /** All was read: how the transaction ends changes nothing. */
  async commit(): Promise<void> {
    this.#replica.reads += 1
    await this.rollback()
  }

  async rollback(): Promise<void> {
    await this.#connection.rollback()
    await this.#replica.release(this.#connection)
  }
}
