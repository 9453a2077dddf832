import type { EstimateDecision, PublicEstimate } from '#schema/api/links/estimates.ts'
import { AppError } from '#schema/errors.ts'
import { estimateLinkTexts } from '#schema/rules/estimates/estimate-link.ts'
import { isDecided, isOpenEstimate } from '#schema/rules/estimates/estimate-states.ts'
import { findRow } from '../../queries/rows/read-rows.ts'
import type { Services } from '../../services.ts'
import { applyTogether } from '../../store/write.ts'
import type { EstimateLink } from './estimate-links.ts'
import { describeEstimate } from './public-estimate.ts'

const stateByDecision = { approve: 'approved', decline: 'declined' } as const

/**
 * Stores the customer's decision once: concurrent requests wait for the shop's lock and find it decided. Repeating the
 * same `press` id returns the same answer.
 * @returns undefined when the link is no longer open
 * @throws AppError CONFLICT when the estimate was decided before
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
      if (estimate !== undefined && isDecided(estimate.state)) throw new AppError('CONFLICT', estimateLinkTexts.decided)
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
