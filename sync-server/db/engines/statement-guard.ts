import type { CompiledQuery, DatabaseConnection } from 'kysely'

/** Runs before each statement of a transaction: buffered writes are flushed first, so that the statement sees them. */
export type StatementGuard = (query: CompiledQuery) => Promise<void>

const guardByConnection = new WeakMap<DatabaseConnection, StatementGuard>()

/** The guard stays until it is set again; a connection has one transaction at a time. */
export function setStatementGuard(connection: DatabaseConnection, guard: StatementGuard | undefined): void {
  if (guard === undefined) guardByConnection.delete(connection)
  else guardByConnection.set(connection, guard)
}

export const findStatementGuard = (connection: DatabaseConnection): StatementGuard | undefined => guardByConnection.get(connection)
