import type { DialectAdapter, Kysely, RawBuilder } from 'kysely'
import type { Db, SqlValue, Tx } from '../database.ts'
import type { ChangeSource } from './change-source.ts'

export type EngineName = 'sqlite' | 'postgres'

/** Background work that only one process runs at a time. */
type Work = 'retention'

/** Engine-specific operations, beyond the SQL that both engines run. */
export type Engine = {
  readonly name: EngineName
  /**
   * Blocks writes to these shops' feeds until the transaction ends, and waits for running ones. Lock order everywhere:
   * administration, shops by id, device, ledger, rows.
   */
  lockShops: (trx: Tx, shopIds: Iterable<string>) => Promise<void>
  /** Locks the user's row, including password and disabled state, until the transaction ends. */
  lockUser: (trx: Tx, userId: string) => Promise<void>
  /** Serializes administration, so that its checks still hold when it writes. */
  lockAdministration: (trx: Tx) => Promise<void>
  lockMigrations: (trx: Tx) => Promise<void>
  /** Tries to take this work until the transaction ends, without waiting; false when another process has it. */
  takeTurn: (trx: Tx, work: Work) => Promise<boolean>
  /** Database time in ms, shared by all processes. */
  nowMs: RawBuilder<number>
  /** Whether the column holds one of the values, passed as one parameter. */
  isAmong: (column: string, values: readonly string[]) => RawBuilder<boolean>
  /** Passes any number of rows or ids as one parameter; undefined where one parameter per value is as fast. */
  wholeRows: WholeRows | undefined
  /** Column that orders the rows of one parent during a read without leaving the parent's index. */
  rowPlace: 'rowid' | 'seq'
  /** Merges two JSON objects; fields of `over` win. */
  mergeJson: (base: RawBuilder<string>, over: RawBuilder<string>) => RawBuilder<string>
  /** Empties the journal (WAL), which would keep deleted content; does nothing where the database does so itself. */
  emptyJournal: (db: Db) => Promise<void>
  /** Runs with the table's triggers disabled, for copied rows whose trigger results are copied too. */
  withoutTriggers: (trx: Tx, table: string, run: () => Promise<void>) => Promise<void>
  /** Makes the column's sequence continue after its greatest value. */
  countOnFrom: (trx: Tx, table: string, column: string) => Promise<void>
  /**
   * Does nothing for a file, which the data folder's lock protects.
   * @throws DatabaseInUseError when another Mainspring program uses the database
   */
  refuseOthers: (executor: Executor) => Promise<void>
  /** Statements to run before the first table is created. */
  firstStatements: readonly string[]
  toDdl: (statement: string) => string[]
}

type WholeRows = {
  /** A FROM source that yields the rows of a JSON parameter, typed like the table. */
  from: (table: string, json: SqlValue) => RawBuilder<unknown>
  toJson: (rows: readonly Readonly<Record<string, SqlValue>>[]) => string
}

export type ReaderApart = { db: Db; close: () => Promise<void> }

/** Kysely's adapter carries the engine, so that every executor can find its engine. */
export type EngineAdapter = DialectAdapter & {
  readonly engine: Engine
  readonly changes: ChangeSource
  openApart: () => ReaderApart
}

/** @throws TypeError for an executor that no engine opened */
export const engineOf = (executor: Executor): Engine => adapterOf(executor).engine

/** Source of other processes' commits to the database of the writer `db`. */
export const changesOf = (db: Db): ChangeSource => adapterOf(db).changes

/** The caller closes it. */
export const openApart = (reader: Db): ReaderApart => adapterOf(reader).openApart()

export type Executor = Db | Tx | Kysely<Record<string, Record<string, SqlValue>>>

function adapterOf(executor: Executor): EngineAdapter {
  const { adapter } = executor.getExecutor()
  if (!('engine' in adapter)) throw new TypeError('This database was not opened by an engine')
  return adapter as EngineAdapter
}
