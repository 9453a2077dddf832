import type { Db, Tx } from '../../db/database.ts'
import { writeMark } from './feed-marks.ts'

/** Gives a new shop its feed: seq starts at 0, and the epoch tells its checkpoints from those of any other feed. */
export async function startShopFeed(trx: Tx, shopId: string, newId: () => string): Promise<void> {
  await trx.insertInto('shop_feed').values({ shop_id: shopId, epoch: newId(), seq: 0 }).execute()
  await writeMark(trx, shopId, 0, new Date())
}

/** After a restore from a backup: every device finds its checkpoint foreign and fetches its shops anew. */
export async function renewEpochs(db: Db, newId: () => string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const shops = await trx.selectFrom('shop_feed').select('shop_id').execute()
    for (const { shop_id } of shops) {
      await trx.updateTable('shop_feed').set({ epoch: newId() }).where('shop_id', '=', shop_id).execute()
    }
  })
}
