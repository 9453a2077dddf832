import { inTransaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'

/** Deletes the user's notices and tells the user's other devices; ignores ids of other users. */
export async function dismissNotices({ db, bus }: Services, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { numDeletedRows } = await inTransaction(db, (trx) =>
    trx.deleteFrom('notices').where('user_id', '=', userId).where('id', 'in', ids).executeTakeFirstOrThrow(),
  )
  if (numDeletedRows > 0n) bus.announceNotices(userId)
}
