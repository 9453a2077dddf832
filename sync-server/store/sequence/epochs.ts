import type { Db, Tx } from '../../db/database.ts'
import { writeMark } from './feed-marks.ts'

/** Creates the feed of a new shop: seq starts at 0, and the epoch distinguishes its checkpoints from those of other feeds. */
export async function startShopFeed(trx: Tx, shopId: string, newId: () => string): Promise<void> {
  await trx.insertInto('shop_feed').values({ shop_id: shopId, epoch: newId(), seq: 0 }).execute()
  await writeMark(trx, shopId, 0, new Date())
}

/** Gives every feed a new epoch after a restore from backup, so that devices drop their checkpoints and fetch their shops anew. */
export async function renewEpochs(db: Db, newId: () => string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const shops = await trx.selectFrom('shop_feed').select('shop_id').execute()
    for (const { shop_id } of shops) {
      await trx.updateTable('shop_feed').set({ epoch: newId() }).where('shop_id', '=', shop_id).execute()
    }
  })
}
