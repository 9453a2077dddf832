import type { SentEstimate } from '#schema/api/links/estimates.ts'
import type { Estimate } from '#schema/collections/work/estimates.ts'
import { AppError } from '#schema/errors.ts'
import { estimatePath } from '#schema/rules/estimates/estimate-link.ts'
import { estimateDays, estimateTexts, isOpenEstimate } from '#schema/rules/estimates/estimate-states.ts'
import { readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import { toErrorKind } from '../../db/engines/error-kind.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findRow, listRows } from '../../queries/rows/read-rows.ts'
import { findShop } from '../../queries/shops.ts'
import type { Services } from '../../services.ts'
import type { WriteOp } from '../../store/context.ts'
import { applyTogether } from '../../store/write.ts'
import type { OrderLink } from '../order-links/order-links.ts'
import { addEstimateLink, makeLinkToken } from './estimate-links.ts'

const dayMs = 86_400_000

type Sending = { userId: string | null; shopId: string; id: string; publicOrigin: string | null }

/**
 * Sends an estimate: it becomes immutable, an earlier open version is withdrawn, and the link's holder may decide.
 * Sending again creates another link, since only hashes of earlier ones are stored.
 * @throws AppError NOT_FOUND, VALIDATION, CONFLICT for a decided, withdrawn or ended one
 */
export async function sendEstimate(services: Services, { userId, shopId, id, publicOrigin }: Sending): Promise<SentEstimate> {
  const shop = await findShop(services.reader, shopId)
  if (shop === undefined) throw new AppError('NOT_FOUND')
  const token = makeLinkToken()
  await applyTogether(
    services,
    userId,
    async ({ trx, at, apply }) => {
      const estimate = await findRow(trx, 'estimates', shopId, id)
      if (estimate === undefined) throw new AppError('NOT_FOUND')
      const endsAt = toEnd(estimate, at)
      if (estimate.state === 'draft') {
        const others = await listRows(trx, 'estimates', shopId, { equals: { orderId: estimate.orderId } })
        const withdrawn = others.filter(({ state }) => state === 'sent').map((other) => toState(other.id, { state: 'withdrawn' }))
        await apply(shopId, [...withdrawn, toState(id, { state: 'sent', validUntil: endsAt })])
      }
      await addEstimateLink(trx, token, { shopId, estimateId: id, createdAt: at, endsAt })
    },
    { origin: 'rest', shopIds: [shopId] },
  )
  return { url: `${publicOrigin ?? ''}${estimatePath(shop.code, token)}` }
}

const toState = (id: string, serverValues: Record<string, string>): WriteOp => ({ action: 'set', collection: 'estimates', id, values: {}, serverValues })

function toEnd({ state, lines, validUntil }: Estimate, at: string): string {
  const endsAt = validUntil ?? new Date(Date.parse(at) + estimateDays * dayMs).toISOString()
  if (state === 'sent' && endsAt <= at) throw new AppError('CONFLICT', estimateTexts.hasEnded)
  if (state === 'approved' || state === 'declined') throw new AppError('CONFLICT', estimateTexts.decidedStays)
  if (state === 'withdrawn') throw new AppError('CONFLICT', estimateTexts.withdrawnStays)
  if (readEstimateLines(lines).length === 0) throw refuse('lines', estimateTexts.nothingOffered)
  if (endsAt <= at) throw refuse('validUntil', estimateTexts.endsTooEarly)
  return endsAt
}

const refuse = (path: string, message: string): AppError => new AppError('VALIDATION', message, { issues: [{ path, message }] })

/** A new link to the order's estimate that waits for the customer, made by a link to the order; undefined when none does. */
export async function openEstimateOfOrder(
  services: Services,
  { tokenHash: orderLink, shopId, orderId }: OrderLink,
  publicOrigin: string | null,
): Promise<string | undefined> {
  const now = services.clock().toISOString()
  const estimates = await listRows(services.reader, 'estimates', shopId, { equals: { orderId } })
  const open = estimates.find((estimate) => isOpenEstimate(estimate, now))
  const shop = await findShop(services.reader, shopId)
  if (open === undefined || open.validUntil === null || shop === undefined) return undefined
  const token = makeLinkToken()
  const link = { shopId, estimateId: open.id, createdAt: now, endsAt: open.validUntil, orderLink }
  try {
    await inTransaction(services.db, (trx) => addEstimateLink(trx, token, link))
  } catch (error) {
    // Staff withdrew the order's link at this moment.
    if (toErrorKind(error) === 'foreign key') return undefined
    throw error
  }
  return `${publicOrigin ?? ''}${estimatePath(shop.code, token)}`
}
