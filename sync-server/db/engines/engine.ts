import type { DialectAdapter, Kysely, RawBuilder } from 'kysely'
import type { Db, SqlValue, Tx } from '../database.ts'
import type { ChangeSource } from './change-source.ts'

export type EngineName = 'sqlite' | 'postgres'

/** What one process at a time does in the background. */
export type Work = 'retention'

/** What the server asks of an engine beyond the statements that both run. */
export type Engine = {
  readonly name: EngineName
  /**
   * Lets no other transaction write into the feeds of these shops until this one ends, and waits for those that do. Locks are taken in one
   * order everywhere: administration, shops in the order of their ids, device, ledger and rows.
   */
  lockShops: (trx: Tx, shopIds: Iterable<string>) => Promise<void>
  /** Lets nobody change the person's row, their password or being disabled, until the transaction ends; waits for who does. */
  lockUser: (trx: Tx, userId: string) => Promise<void>
  /** Administration is one after the other, so that what it checks is still so when it writes. */
  lockAdministration: (trx: Tx) => Promise<void>
  lockMigrations: (trx: Tx) => Promise<void>
  /** Whether no other process of this database is at this work, which is ours then until the transaction ends; never waits. */
  takeTurn: (trx: Tx, work: Work) => Promise<boolean>
  /** The time of the database in milliseconds, which all of its processes share. */
  nowMs: RawBuilder<number>
  /** Whether the column holds one of the values; any number of them is one parameter. */
  isAmong: (column: string, values: readonly string[]) => RawBuilder<boolean>
  /** How any number of rows, or of ids, is one parameter; undefined where a parameter for each value is as quick. */
  wholeRows: WholeRows | undefined
  /** What gives rows of one parent an order for as long as they are read, without leaving the index of the parent. */
  rowPlace: 'rowid' | 'seq'
  /** The JSON object of a text column with the fields of another over it. */
  mergeJson: (base: RawBuilder<string>, over: RawBuilder<string>) => RawBuilder<string>
  /** Moves all that was written out of the journal, in which deleted content would stay; nothing where the database itself cares for that. */
  emptyJournal: (db: Db) => Promise<void>
  /** Runs with the triggers of a table out of the way, for rows that come with what their triggers once wrote. */
  withoutTriggers: (trx: Tx, table: string, run: () => Promise<void>) => Promise<void>
  /** Rows that come get numbers behind the greatest that is there. */
  countOnFrom: (trx: Tx, table: string, column: string) => Promise<void>
  /**
   * Of a file the lock of the data folder cares for that.
   * @throws DatabaseInUseError when another program of ours works on the database
   */
  refuseOthers: (executor: Executor) => Promise<void>
  /** What the tables need before there are any. */
  firstStatements: readonly string[]
  /** A statement of a migration in the engine's words. */
  toDdl: (statement: string) => string[]
}

export type WholeRows = {
  /** What stands for the rows of a table behind `from`. */
  from: (table: string, json: SqlValue) => RawBuilder<unknown>
  toJson: (rows: readonly Readonly<Record<string, SqlValue>>[]) => string
}

/** A reader beside those that requests share, for a read that takes long. */
export type ReaderApart = { db: Db; close: () => Promise<void> }

/** What carries the engine through Kysely, so that every executor knows its own. */
export type EngineAdapter = DialectAdapter & {
  readonly engine: Engine
  readonly changes: ChangeSource
  openApart: () => ReaderApart
}

/** @throws TypeError for executors that no engine has opened */
export const engineOf = (executor: Executor): Engine => adapterOf(executor).engine

/** What other processes do to the database of the writer `db`. */
export const changesOf = (db: Db): ChangeSource => adapterOf(db).changes

/** To be closed by whoever opened it. */
export const openApart = (reader: Db): ReaderApart => adapterOf(reader).openApart()

export type Executor = Db | Tx | Kysely<Record<string, Record<string, SqlValue>>>

function adapterOf(executor: Executor): EngineAdapter {
  const { adapter } = executor.getExecutor()
  if (!('engine' in adapter)) throw new TypeError('This database was not opened by an engine')
  return adapter as EngineAdapter
}
