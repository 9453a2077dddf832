import { setTimeout as delay } from 'node:timers/promises'
import type BetterSqlite3 from 'better-sqlite3'
import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import { countSteps } from '../../work-steps.ts'
import { StatementMeter } from '../../../metrics/statement-meter.ts'
import type { Database } from '../../database.ts'
import { type ChangeSource, lookAgain } from '../change-source.ts'
import type { EngineAdapter, ReaderApart } from '../engine.ts'
import { findStatementGuard } from '../statement-guard.ts'
import { connectReader } from './connect.ts'
import { sqliteEngine } from './sqlite-engine.ts'

const intervalMs = 300

/** A connection's `data_version` changes only when another connection writes. */
const watchFile = (sqlite: BetterSqlite3.Database): ChangeSource => ({
  watch(onChange, onTrouble) {
    let version: unknown
    const look = async (): Promise<void> => {
      const now = sqlite.pragma('data_version', { simple: true })
      if (now !== version) await onChange()
      version = now
    }
    return lookAgain(look, onTrouble, () => intervalMs).stop
  },
})

const statementCacheSize = 1_000
const busyLimitMs = 10_000

/** Rows read and values written that count as a further step of work. */
const rowsPerStep = 100
const valuesPerStep = 400

/** Unlike Kysely's driver, caches prepared statements and uses BEGIN IMMEDIATE, so that no write fails half-way on a lock. */
export function createSqliteDialect(sqlite: BetterSqlite3.Database, begin: 'begin' | 'begin immediate', meter = new StatementMeter()): Dialect {
  return {
    createAdapter: () => new SqliteEngineAdapter(sqlite, meter),
    createDriver: () => new SqliteDriver(sqlite, begin, meter),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class SqliteEngineAdapter extends SqliteAdapter implements EngineAdapter {
  readonly engine = sqliteEngine
  readonly changes: ChangeSource
  readonly #file: string
  readonly #meter: StatementMeter

  constructor(sqlite: BetterSqlite3.Database, meter: StatementMeter) {
    super()
    this.changes = watchFile(sqlite)
    this.#file = sqlite.name
    this.#meter = meter
  }

  openApart(): ReaderApart {
    const sqlite = connectReader(this.#file)
    const db = new Kysely<Database>({ dialect: createSqliteDialect(sqlite, 'begin', this.#meter) })
    const close = async (): Promise<void> => {
      await db.destroy()
      sqlite.close()
    }
    return { db, close }
  }
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection
  readonly #sqlite: BetterSqlite3.Database
  readonly #begin: string

  constructor(sqlite: BetterSqlite3.Database, begin: string, meter: StatementMeter) {
    this.#sqlite = sqlite
    this.#begin = begin
    this.#connection = new SqliteConnection(sqlite, meter)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    await retryWhileBusy(() => this.#connection.run(this.#begin, []))
  }

  async commitTransaction(): Promise<void> {
    this.#connection.run('commit', [])
  }

  async rollbackTransaction(): Promise<void> {
    // SQLite may have rolled back itself when the disk is full.
    if (this.#sqlite.inTransaction) this.#connection.run('rollback', [])
  }

  async destroy(): Promise<void> {
    this.#sqlite.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #sqlite: BetterSqlite3.Database
  readonly #meter: StatementMeter
  readonly #statementBySql = new Map<string, BetterSqlite3.Statement>()

  constructor(sqlite: BetterSqlite3.Database, meter: StatementMeter) {
    this.#sqlite = sqlite
    this.#meter = meter
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await findStatementGuard(this)?.(query)
    const { sql, parameters } = query
    const result = await this.#runWhenFree<Row>(sql, parameters)
    await countSteps(1 + Math.floor(result.rows.length / rowsPerStep + parameters.length / valuesPerStep))
    return result
  }

  async #runWhenFree<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    try {
      return this.run<Row>(sql, parameters)
    } catch (error) {
      if (!isBusy(error) || this.#sqlite.inTransaction) throw error
    }
    return retryWhileBusy(() => this.run<Row>(sql, parameters))
  }

  run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const statement = this.#prepare(sql)
    const startedAtMs = performance.now()
    try {
      if (statement.reader) return { rows: statement.all(...parameters) as Row[] }
      return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) }
    } finally {
      this.#meter.add(performance.now() - startedAtMs)
    }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Results are read whole: pages are small, and a stream would hold the connection')
  }

  #prepare(sql: string): BetterSqlite3.Statement {
    const known = this.#statementBySql.get(sql)
    if (known) return known
    const statement = this.#sqlite.prepare(sql)
    if (this.#statementBySql.size >= statementCacheSize) {
      const [oldest] = this.#statementBySql.keys()
      if (oldest !== undefined) this.#statementBySql.delete(oldest)
    }
    this.#statementBySql.set(sql, statement)
    return statement
  }
}

/** Waits without blocking the event loop while another process (import, backup) holds the write lock. */
export async function retryWhileBusy<Result>(run: () => Result): Promise<Result> {
  for (let waitedMs = 0; ;) {
    try {
      return run()
    } catch (error) {
      if (!isBusy(error) || waitedMs >= busyLimitMs) throw error
    }
    const pauseMs = Math.min(50, 2 + waitedMs / 10)
    await delay(pauseMs)
    waitedMs += pauseMs
  }
}

const isBusy = (error: unknown): boolean => error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_BUSY')
