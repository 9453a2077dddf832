import type { EngineName } from './engines/engine.ts'

/**
 * Each runs once, in order, in a transaction of its own. Never edit one that has been released: add another. Tables, indexes and
 * triggers are written once, in SQLite's words, and translated; what changes rows says itself what it is elsewhere.
 */
export type Migration = {
  name: string
  statements: readonly MigrationStatement[]
  /**
   * The last migration of the oldest programs that may go on when this one was run. Without it all may: it only adds tables, and columns
   * that are null or have a default. What takes away or tightens comes one release after the programs that no longer need it.
   */
  oldestProgram?: string
}

/** `null`: there is nothing to do. */
export type MigrationStatement = string | { sqlite: string | null; postgres: string | null }

/** Marks a database into which all is being moved. It sorts behind all migrations, so that every version of the program keeps away. */
export const movingName = '9999-being-moved'

/** Marks restored tables that devices could still take for those they knew. */
export const restoringName = '9999-being-restored'

/** For rows of before: a database of PostgreSQL began empty, with all migrations up to the one that came with it. */
export const onlySqlite = (sqlite: string): MigrationStatement => ({ sqlite, postgres: null })

/** What costs nothing on SQLite. */
export const onlyPostgres = (postgres: string): MigrationStatement => ({ sqlite: null, postgres })

export function statementsOf({ statements }: Migration, engine: EngineName, toDdl: (statement: string) => string[]): string[] {
  return statements.flatMap((statement) => (typeof statement === 'string' ? toDdl(statement) : (statement[engine] ?? [])))
}

/** As the file database runs them. */
export const sqliteStatementsOf = (migration: Migration): string[] => statementsOf(migration, 'sqlite', (statement) => [statement])
