import type { Socket } from 'node:net'
import pg from 'pg'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import type { StatementMeter } from '../../../metrics/statement-meter.ts'
import { DatabaseAwayError, isAwayCode, isStalePlan, toErrorKind } from '../error-kind.ts'
import { findStatementGuard } from '../statement-guard.ts'
import { toStorable } from './to-storable.ts'

/** Whole numbers of this program are within 2^53; PostgreSQL's driver gives them as texts because others' are not. */
const numberTypes: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    numberTypes.has(oid) ? Number : (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
}

export type PoolOptions = {
  url: string
  size: number
  meter: StatementMeter
  onIdleError?: ((error: Error) => void) | undefined
}

/** Statements of one connection go on their way at once, each behind the last: several that nobody waits for in between take one round trip. */
export function openPool({ url, size, onIdleError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    pipeline: true,
    types,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'mainspring',
  })
  pool.on('connect', (client) => {
    // A checked-out connection that breaks without a listener ends the process.
    client.on('error', () => undefined)
    client.query(planSettings).catch(() => undefined)
  })
  pool.on('error', (error) => onIdleError?.(error))
  return pool
}

/**
 * Plans are kept, and those of the first minute know only empty tables, which are quickest read whole: that they will be large, and that
 * every question has its index, is told here. No statement depends on it, so that a pool in between may lose it.
 */
const planSettings = 'set enable_seqscan = off; set jit = off'

const connectTimeoutMs = 10_000

export class PostgresDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #meter: StatementMeter
  readonly #onCommit: () => void
  #ended: Promise<void> | undefined
  readonly #connectionByClient = new WeakMap<pg.PoolClient, PostgresConnection>()

  constructor(pool: pg.Pool, meter: StatementMeter, onCommit: () => void) {
    this.#pool = pool
    this.#meter = meter
    this.#onCommit = onCommit
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw toDatabaseError(error)
    })
    const known = this.#connectionByClient.get(client)
    if (known !== undefined) return known
    const connection = new PostgresConnection(client, this.#meter, this.#onCommit)
    this.#connectionByClient.set(client, connection)
    return connection
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release()
  }

  /** Leaves together with the first statement. */
  async beginTransaction(connection: PostgresConnection, { isolationLevel }: TransactionSettings = {}): Promise<void> {
    if (isolationLevel === 'repeatable read') connection.beginSnapshot()
    else connection.begin()
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback()
  }

  /** More than once does nothing more. */
  async destroy(): Promise<void> {
    await (this.#ended ??= this.#pool.end())
  }
}

const transactionFailed = '25P02'

/** Texts beyond these are sent unnamed: the database keeps a plan for each name and connection. */
const namedMax = 1_000
const nameBySql = new Map<string, string>()
let namesGiven = 0

function nameOf(sql: string): string | undefined {
  const known = nameBySql.get(sql)
  if (known !== undefined || nameBySql.size >= namedMax) return known
  const name = `m${namesGiven++}`
  nameBySql.set(sql, name)
  return name
}

/** Under new names every connection prepares its statements anew. */
function forgetPlans(): void {
  nameBySql.clear()
}

export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #meter: StatementMeter
  readonly #onCommit: () => void
  #inFlight = 0
  #isGathering = false
  #isInTransaction = false
  #hasWritten = false
  /** What was sent ahead and failed: nothing that follows it counts. */
  #failure: { error: unknown } | undefined
  /** The last error of the transaction that was not about the transaction being over. */
  #cause: unknown
  #isBroken = false

  constructor(client: pg.PoolClient, meter: StatementMeter, onCommit: () => void) {
    this.#client = client
    this.#meter = meter
    this.#onCommit = onCommit
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await findStatementGuard(this)?.(query)
    const { rows, rowCount, command } = await this.#send(query.sql, query.parameters, {
      isKept: query.query.kind !== 'RawNode' || query.parameters.length > 0,
    })
    if (command === 'SELECT') return { rows: rows as Row[] }
    this.#hasWritten = true
    if (!this.#isInTransaction) this.#tell()
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Results are read whole: pages are small, and a stream would hold the connection')
  }

  begin(): void {
    this.#begin('begin')
  }

  /** A transaction that only reads, all of it as the first statement found it. */
  beginSnapshot(): void {
    this.#begin('begin isolation level repeatable read read only')
  }

  #begin(text: string): void {
    this.#isInTransaction = true
    this.#cause = undefined
    this.sendAhead(text)
  }

  /** Sends a statement whose answer nobody waits for; the end of the transaction fails when it does. */
  sendAhead(sql: string, parameters: readonly unknown[] = []): void {
    this.#send(sql, parameters, { isAhead: true }).catch(() => undefined)
  }

  async commit(): Promise<void> {
    this.#isInTransaction = false
    const { command } = await this.#send('commit', [])
    // Where a statement failed and nobody heard of it, PostgreSQL answers the commit with a rollback.
    const undone = command === 'ROLLBACK' ? { error: this.#cause ?? new Error('The transaction was rolled back by the database') } : undefined
    const failure = this.#failure ?? undone
    this.#failure = undefined
    if (failure !== undefined) throw failure.error
    if (this.#hasWritten) this.#tell()
  }

  async rollback(): Promise<void> {
    this.#failure = undefined
    this.#isInTransaction = false
    this.#hasWritten = false
    // What is rolled back is gone with its connection as well.
    await this.#send('rollback', []).catch(() => {
      this.#isBroken = true
    })
  }

  #tell(): void {
    this.#hasWritten = false
    this.#onCommit()
  }

  release(): void {
    this.#client.release(this.#isBroken)
  }

  /** What failed, also for those behind it: they can only say that the transaction is over, and arrive together with it. */
  #noteError(sent: unknown, isAhead: boolean): unknown {
    const error = toDatabaseError(sent)
    const isFollowing = error instanceof Error && 'code' in error && error.code === transactionFailed
    if (!isFollowing) this.#cause = error
    const known = this.#cause ?? error
    if (isAhead) this.#failure ??= { error: known }
    if (toErrorKind(known) === 'away') this.#isBroken = true
    return known
  }

  /** What is sent until everything that can run now has run leaves as one packet, not as one for each statement. */
  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const { stream } = (this.#client as unknown as { connection: { stream: Socket } }).connection
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  /** `isKept`: the database keeps its plan. */
  async #send(sql: string, parameters: readonly unknown[], { isKept = true, isAhead = false } = {}): Promise<pg.QueryResult> {
    const startedAtMs = performance.now()
    if (this.#inFlight === 0) this.#meter.addTrip()
    this.#gather()
    this.#inFlight += 1
    try {
      return await this.#client.query({ name: isKept ? nameOf(sql) : undefined, text: sql, values: parameters.map(toStorable) } as pg.QueryConfig)
    } catch (error) {
      if (isStalePlan(error)) {
        forgetPlans()
        if (!this.#isInTransaction) return await this.#send(sql, parameters, { isKept, isAhead })
      }
      throw this.#noteError(error, isAhead)
    } finally {
      this.#inFlight -= 1
      this.#meter.add(performance.now() - startedAtMs)
    }
  }
}

/** A connection that broke says so in words alone. */
function toDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || toErrorKind(error) !== undefined) return error
  const code = 'code' in error ? error.code : undefined
  return (code === undefined && /connection|closed|terminated|timeout/i.test(error.message)) || isAwayCode(code)
    ? new DatabaseAwayError(`The database cannot be reached: ${error.message}`, { cause: error })
    : error
}
