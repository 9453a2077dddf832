import type { Socket } from 'node:net'
import pg from 'pg'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import type { StatementMeter } from '../../../metrics/statement-meter.ts'
import { DatabaseAwayError, isAwayCode, isStalePlan, toErrorKind } from '../error-kind.ts'
import { findStatementGuard } from '../statement-guard.ts'
import { toStorable } from './to-storable.ts'

/** pg returns int8 and numeric as strings; all our integers are below 2^53. */
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

/** Statements of one connection are pipelined: those sent without awaiting share one round trip. */
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
    // Without a listener, an error of a checked-out connection ends the process.
    client.on('error', () => undefined)
    client.query(planSettings).catch(() => undefined)
  })
  pool.on('error', (error) => onIdleError?.(error))
  return pool
}

/** Plans cached while tables are empty would keep scanning sequentially. Only a hint: a pooler may drop these settings. */
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

  /** Sent together with the first statement. */
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

  /** Safe to call repeatedly. */
  async destroy(): Promise<void> {
    await (this.#ended ??= this.#pool.end())
  }
}

const transactionFailed = '25P02'

/** Later SQL texts are sent unnamed, because the database keeps a plan per name and connection. */
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

/** New names make every connection prepare its statements again. */
function forgetPlans(): void {
  nameBySql.clear()
}

class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #meter: StatementMeter
  readonly #onCommit: () => void
  #inFlight = 0
  #isGathering = false
  #isInTransaction = false
  #hasWritten = false
  /** The first failed statement that was sent ahead; the transaction must not commit. */
  #failure: { error: unknown } | undefined
  /** The transaction's last error other than "transaction is aborted". */
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

  /** Begins a read-only transaction whose snapshot is that of its first statement. */
  beginSnapshot(): void {
    this.#begin('begin isolation level repeatable read read only')
  }

  #begin(text: string): void {
    this.#isInTransaction = true
    this.#cause = undefined
    this.sendAhead(text)
  }

  /** Sends a statement without awaiting it; its failure makes the end of the transaction fail. */
  sendAhead(sql: string, parameters: readonly unknown[] = []): void {
    this.#send(sql, parameters, { isAhead: true }).catch(() => undefined)
  }

  async commit(): Promise<void> {
    this.#isInTransaction = false
    const { command } = await this.#send('commit', [])
    // PostgreSQL answers COMMIT with ROLLBACK when an unnoticed statement failed.
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
    // If the rollback fails, the connection is discarded, which also rolls back.
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

  /** Returns the original error also for pipelined statements behind it, which only report an aborted transaction. */
  #noteError(sent: unknown, isAhead: boolean): unknown {
    const error = toDatabaseError(sent)
    const isFollowing = error instanceof Error && 'code' in error && error.code === transactionFailed
    if (!isFollowing) this.#cause = error
    const known = this.#cause ?? error
    if (isAhead) this.#failure ??= { error: known }
    if (toErrorKind(known) === 'away') this.#isBroken = true
    return known
  }

  /** Corks the socket until the current tasks have run, so that their statements leave in one packet. */
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

  /** `isKept`: use a named statement, whose plan the database keeps. */
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

/** pg reports a broken connection only in the message. */
function toDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || toErrorKind(error) !== undefined) return error
  const code = 'code' in error ? error.code : undefined
  return (code === undefined && /connection|closed|terminated|timeout/i.test(error.message)) || isAwayCode(code)
    ? new DatabaseAwayError(`The database cannot be reached: ${error.message}`, { cause: error })
    : error
}
