import type { EstimateDecision, PublicEstimate } from '#schema/api/links/estimates.ts'
import { isOpenEstimate } from '#schema/rules/estimates/estimate-states.ts'
import { findRow } from '../../queries/rows/read-rows.ts'
import type { Services } from '../../services.ts'
import { applyTogether } from '../../store/write.ts'
import type { EstimateLink } from './estimate-links.ts'
import { describeEstimate } from './public-estimate.ts'

const stateByDecision = { approve: 'approved', decline: 'declined' } as const

/**
 * Takes the customer's answer, once: everybody else who presses at the same time, here or at another node, waits for the shop's lock and then finds
 * it answered. The same press again gets the same answer.
 * @returns undefined where the link is not open any more
 */
export async function decideEstimate(
  services: Services,
  { tokenHash, shopId, estimateId }: EstimateLink,
  { decision, name, press = services.newId() }: EstimateDecision,
): Promise<PublicEstimate | undefined> {
  const isTaken = await applyTogether(
    services,
    null,
    async ({ trx, at, apply }) => {
      const link = await trx.selectFrom('estimate_links').select('press').where('token_hash', '=', tokenHash).executeTakeFirst()
      if (link?.press === press) return true
      const estimate = await findRow(trx, 'estimates', shopId, estimateId)
      if (link === undefined || estimate === undefined || !isOpenEstimate(estimate, at)) return false
      const serverValues = { state: stateByDecision[decision], decidedName: name, decidedBy: 'customer' }
      await apply(shopId, [{ action: 'set', collection: 'estimates', id: estimateId, values: {}, serverValues }])
      await trx.updateTable('estimate_links').set({ press, pressed_at: at }).where('token_hash', '=', tokenHash).execute()
      return true
    },
    { origin: 'portal', shopIds: [shopId] },
  )
  return isTaken ? describeEstimate(services.reader, { shopId, estimateId }) : undefined
}
