import type { CompiledQuery, DatabaseConnection } from 'kysely'

/** Runs before a statement of a transaction: whoever holds writes back sends them first, so that every statement finds them. */
export type StatementGuard = (query: CompiledQuery) => Promise<void>

const guardByConnection = new WeakMap<DatabaseConnection, StatementGuard>()

/** Until it is set anew; a connection has one transaction at a time. */
export function setStatementGuard(connection: DatabaseConnection, guard: StatementGuard | undefined): void {
  if (guard === undefined) guardByConnection.delete(connection)
  else guardByConnection.set(connection, guard)
}

/** For drivers: what is to run before this statement, if anything. */
export const findStatementGuard = (connection: DatabaseConnection): StatementGuard | undefined => guardByConnection.get(connection)
