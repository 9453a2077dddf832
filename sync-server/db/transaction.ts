import type { CompiledQuery, DatabaseConnection, TransactionBuilder } from 'kysely'
import type { Database, Db, Tx } from './database.ts'
import { openApart } from './engines/engine.ts'
import { toErrorKind } from './engines/error-kind.ts'
import { setStatementGuard, type StatementGuard } from './engines/statement-guard.ts'

const connectionByTransaction = new WeakMap<Db, DatabaseConnection>()

/**
 * Runs a transaction whose compiled statements go straight to its connection: Kysely's own path costs more than SQLite's work on a
 * small statement. Inside, use `trx` only, one statement after the other.
 */
export const inTransaction = <Result>(db: Db, run: (trx: Tx) => Promise<Result>): Promise<Result> => execute(db.transaction(), run)

function execute<Result>(transaction: TransactionBuilder<Database>, run: (trx: Tx) => Promise<Result>): Promise<Result> {
  return transaction.execute(async (trx) => {
    await trx.getExecutor().provideConnection(async (connection) => {
      connectionByTransaction.set(trx, connection)
    })
    try {
      return await run(trx)
    } finally {
      guardStatements(trx, undefined)
    }
  })
}

/** What only reads can simply be read once more, as after a migration of a newer program beside this one. */
export async function inReadTransaction<Result>(reader: Db, run: (trx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await inTransaction(reader, run)
  } catch (error) {
    if (toErrorKind(error) !== 'again') throw error
    return inTransaction(reader, run)
  }
}

/**
 * All that `run` reads is of the moment of its first statement, however long it takes: neither writes nor other reads wait for it. Meanwhile the
 * database keeps what is written over, so that nothing in it may wait for a person or a network.
 */
export async function inSnapshot<Result>(reader: Db, run: (trx: Tx) => Promise<Result>): Promise<Result> {
  const { db, close } = openApart(reader)
  try {
    return await execute(db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only'), run)
  } finally {
    await close()
  }
}

/** Lets the guard run before each statement of the transaction, whoever sends it, until the transaction ends. */
export function guardStatements(trx: Tx, guard: StatementGuard | undefined): void {
  const connection = connectionByTransaction.get(trx)
  if (connection !== undefined) setStatementGuard(connection, guard)
}

/** Sends a statement of which nothing is wanted but that it comes before all others; without waiting, where the connection can. */
export async function sendAhead(trx: Tx, query: CompiledQuery): Promise<void> {
  const connection = connectionByTransaction.get(trx)
  if (connection !== undefined && canSendAhead(connection)) connection.sendAhead(query.sql, query.parameters)
  else await runCompiled(trx, query)
}

type Ahead = DatabaseConnection & { sendAhead: (sql: string, parameters: readonly unknown[]) => void }
const canSendAhead = (connection: DatabaseConnection): connection is Ahead => 'sendAhead' in connection

export async function runCompiled<Row>(executor: Db, query: CompiledQuery): Promise<Row[]> {
  const connection = connectionByTransaction.get(executor)
  const { rows } = connection ? await connection.executeQuery<Row>(query) : await executor.executeQuery<Row>(query)
  return rows
}
