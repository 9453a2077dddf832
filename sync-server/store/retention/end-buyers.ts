import type { Services } from '../../services.ts'
import { eraseEndedBuyers, readBuyersEnd } from '../invoices/erase-buyers.ts'
import { mergeHeads, toContext } from '../write-batch.ts'
import { inShop } from './end-activities.ts'
import type { Step } from './end-decisions.ts'

const endedAtOnce = 200

/** Takes customers who were erased out of invoices that have been kept for the shop's years since. */
export async function endBuyers(services: Services, shopId: string): Promise<Step> {
  return inShop(services, shopId, async (batch) => {
    const now = new Date(batch.receivedMs).toISOString()
    const context = toContext(batch, { id: services.newId(), shopId, at: now, ops: [] }, now)
    const ended = await eraseEndedBuyers(context, await readBuyersEnd(batch.trx, shopId, now), endedAtOnce)
    mergeHeads(batch, shopId, context.heads)
    return { ended, isOthers: false, isLast: ended < endedAtOnce }
  })
}
