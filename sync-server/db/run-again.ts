import type { Db, Tx } from './database.ts'
import { toErrorKind } from './engines/error-kind.ts'
import { inTransaction } from './transaction.ts'

const triesMost = 5

/** Two transactions that wait for each other: the database ends one of them, which then finds its way free. */
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

/** A transaction that may be run again as a whole: all that it changes is in the database. */
export const inTransactionAgain = <Result>(db: Db, run: (trx: Tx) => Promise<Result>): Promise<Result> => runAgain(() => inTransaction(db, run))
