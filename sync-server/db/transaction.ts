import type { CompiledQuery, DatabaseConnection, TransactionBuilder } from 'kysely'
import type { Database, Db, Tx } from './database.ts'
import { openApart } from './engines/engine.ts'
import { toErrorKind } from './engines/error-kind.ts'
import { setStatementGuard, type StatementGuard } from './engines/statement-guard.ts'

const connectionByTransaction = new WeakMap<Db, DatabaseConnection>()

/**
 * Runs a transaction whose compiled statements bypass Kysely, whose overhead exceeds SQLite's time for a small
 * statement. Inside, use only `trx`, one statement after the other.
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

/** A read-only transaction can be retried, for example after a newer program's migration. */
export async function inReadTransaction<Result>(reader: Db, run: (trx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await inTransaction(reader, run)
  } catch (error) {
    if (toErrorKind(error) !== 'again') throw error
    return inTransaction(reader, run)
  }
}

/**
 * All reads of `run` see the snapshot of its first statement and block nobody. The database keeps overwritten versions
 * meanwhile, so `run` must not wait for users or networks.
 */
export async function inSnapshot<Result>(reader: Db, run: (trx: Tx) => Promise<Result>): Promise<Result> {
  const { db, close } = openApart(reader)
  try {
    return await execute(db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only'), run)
  } finally {
    await close()
  }
}

/** Runs the guard before each statement of the transaction, until it ends. */
export function guardStatements(trx: Tx, guard: StatementGuard | undefined): void {
  const connection = connectionByTransaction.get(trx)
  if (connection !== undefined) setStatementGuard(connection, guard)
}

/** Sends a statement ahead of the later ones, without waiting if the connection pipelines. Its result is ignored. */
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
