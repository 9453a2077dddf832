import { CompiledQuery } from 'kysely'
import type { Tx } from '../db/database.ts'
import { runCompiled } from '../db/transaction.ts'

const set = CompiledQuery.raw('savepoint mutation')
const release = CompiledQuery.raw('release savepoint mutation')
const rollback = CompiledQuery.raw('rollback to savepoint mutation')

export async function setSavepoint(trx: Tx): Promise<void> {
  await runCompiled(trx, set)
}

export async function releaseSavepoint(trx: Tx): Promise<void> {
  await runCompiled(trx, release)
}

/** Undoes the writes since the savepoint. Throws when the transaction itself is gone (full disk); then nothing may continue. */
export async function rollbackToSavepoint(trx: Tx): Promise<void> {
  await runCompiled(trx, rollback)
  await runCompiled(trx, release)
}
