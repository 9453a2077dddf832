import type { Db, Tx } from './database.ts'
import { toErrorKind } from './engines/error-kind.ts'
import { inTransaction } from './transaction.ts'

const triesMost = 5

/** Retries after a deadlock, of which the database ended one transaction. */
export async function runAgain<Result>(
  run: () => Promise<Result>,
  isAgain: (error: unknown) => boolean = (error) => toErrorKind(error) === 'again',
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (tries === triesMost || !isAgain(error)) throw error
    }
  }
}

/** For a transaction whose effects are all in the database, so that it may be retried. */
export const inTransactionAgain = <Result>(db: Db, run: (trx: Tx) => Promise<Result>): Promise<Result> => runAgain(() => inTransaction(db, run))
