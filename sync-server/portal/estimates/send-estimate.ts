import type { SentEstimate } from '#schema/api/links/estimates.ts'
import type { Estimate } from '#schema/collections/work/estimates.ts'
import { AppError } from '#schema/errors.ts'
import { estimatePath } from '#schema/rules/estimates/estimate-link.ts'
import { estimateDays, estimateTexts, isOpenEstimate } from '#schema/rules/estimates/estimate-states.ts'
import { readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import type { Tx } from '../../db/database.ts'
import { toErrorKind } from '../../db/engines/error-kind.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findRow, listRows } from '../../queries/rows/read-rows.ts'
import { findShop } from '../../queries/shops.ts'
import type { Services } from '../../services.ts'
import type { WriteOp } from '../../store/context.ts'
import { applyTogether } from '../../store/write.ts'
import { makeOrderLink, type OrderLink } from '../order-links/order-links.ts'
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
      const issue = findSendingIssue(estimate, at)
      if (issue !== undefined) throw issue
      const ops = await toSentOps(trx, shopId, id, at)
      if (ops.length > 0) await apply(shopId, ops)
      await addEstimateLink(trx, token, { shopId, estimateId: id, createdAt: at, endsAt: toEnd(estimate, at) })
    },
    { origin: 'rest', shopIds: [shopId] },
  )
  return { url: `${publicOrigin ?? ''}${estimatePath(shop.code, token)}` }
}

const toState = (id: string, serverValues: Record<string, string>): WriteOp => ({ action: 'set', collection: 'estimates', id, values: {}, serverValues })

/** A draft becomes sent, and an earlier one that waits is withdrawn; nothing for one that was sent or is gone. */
export async function toSentOps(trx: Tx, shopId: string, id: string, at: string): Promise<WriteOp[]> {
  const estimate = await findRow(trx, 'estimates', shopId, id)
  if (estimate?.state !== 'draft') return []
  const others = await listRows(trx, 'estimates', shopId, { equals: { orderId: estimate.orderId } })
  const withdrawn = others.filter(({ state }) => state === 'sent').map((other) => toState(other.id, { state: 'withdrawn' }))
  return [...withdrawn, toState(id, { state: 'sent', validUntil: toEnd(estimate, at) })]
}

const toEnd = ({ validUntil }: Pick<Estimate, 'validUntil'>, at: string): string => validUntil ?? new Date(Date.parse(at) + estimateDays * dayMs).toISOString()

/** Why an estimate cannot be sent, or sent again. */
export function findSendingIssue({ state, lines, validUntil }: Estimate, at: string): AppError | undefined {
  const hasEnded = toEnd({ validUntil }, at) <= at
  if (state === 'sent' && hasEnded) return new AppError('CONFLICT', estimateTexts.hasEnded)
  if (state === 'approved' || state === 'declined') return new AppError('CONFLICT', estimateTexts.decidedStays)
  if (state === 'withdrawn') return new AppError('CONFLICT', estimateTexts.withdrawnStays)
  if (readEstimateLines(lines).length === 0) return refuse('lines', estimateTexts.nothingOffered)
  return hasEnded ? refuse('validUntil', estimateTexts.endsTooEarly) : undefined
}

type Told = { shopId: string; orderId: string; estimateId: string | null; invoiceId: string | null }

/**
 * The link that a message tells: to its estimate or invoice, else to its order. That of a draft opens when the message has left.
 * @throws AppError NOT_FOUND for an estimate that was deleted meanwhile
 */
export async function makeMessageLink(services: Services, { shopId, orderId, estimateId, invoiceId }: Told, publicOrigin: string): Promise<string> {
  if (estimateId === null) return makeOrderLink(services, { shopId, orderId, invoiceId }, publicOrigin)
  const shop = await findShop(services.reader, shopId)
  const estimate = await findRow(services.reader, 'estimates', shopId, estimateId)
  if (shop === undefined || estimate === undefined) throw new AppError('NOT_FOUND')
  const [token, at] = [makeLinkToken(), services.clock().toISOString()]
  await inTransaction(services.db, (trx) => addEstimateLink(trx, token, { shopId, estimateId, createdAt: at, endsAt: toEnd(estimate, at) }))
  return `${publicOrigin}${estimatePath(shop.code, token)}`
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
