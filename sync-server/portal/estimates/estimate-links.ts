import { randomBytes } from 'node:crypto'
import { AppError } from '#schema/errors.ts'
import { linkDaysAfterEnd } from '#schema/rules/customers/order-link.ts'
import { estimateLinkTexts } from '#schema/rules/estimates/estimate-link.ts'
import { finishedStatusIds } from '#schema/values/order-status.ts'
import type { Db, Tx } from '../../db/database.ts'
import { toSha256 } from '../../to-sha256.ts'

export type EstimateLink = { tokenHash: string; shopId: string; estimateId: string; press: string | null }

const tokenPattern = /^[A-Za-z0-9_-]{43}$/
/** Maximum links of an estimate that staff sent; each sending creates one. */
const sentLinksMost = 20
/** Maximum links of an estimate that one link of its order made. */
const madeLinksMost = 3
const dayMs = 86_400_000

/** 256 random bits. */
export const makeLinkToken = (): string => randomBytes(32).toString('base64url')

type NewLink = { shopId: string; estimateId: string; createdAt: string; endsAt: string; orderLink?: string }

/**
 * Only the hash is stored, so that a leaked database gives no usable links. The oldest ones with the same origin give way.
 * `orderLink`: hash of the link by which the customer makes it.
 */
export async function addEstimateLink(trx: Tx, token: string, link: NewLink): Promise<void> {
  const { shopId, estimateId, createdAt, endsAt, orderLink = null } = link
  const most = orderLink === null ? sentLinksMost : madeLinksMost
  const known = await trx
    .selectFrom('estimate_links')
    .select('token_hash')
    .where('estimate_id', '=', estimateId)
    .where('order_link', 'is not distinct from', orderLink)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .offset(most - 1)
    .limit(most)
    .execute()
  const surplus = known.map((row) => row.token_hash)
  if (surplus.length > 0) await trx.deleteFrom('estimate_links').where('token_hash', 'in', surplus).execute()
  await trx
    .insertInto('estimate_links')
    .values({ token_hash: toSha256(token), shop_id: shopId, estimate_id: estimateId, created_at: createdAt, ends_at: endsAt, order_link: orderLink })
    .execute()
}

/** Undefined for an unknown link. The estimate tells whether it is still open. */
export async function findEstimateLink(reader: Db, token: string): Promise<EstimateLink | undefined> {
  if (!tokenPattern.test(token)) return undefined
  const row = await reader
    .selectFrom('estimate_links')
    .select(['token_hash as tokenHash', 'shop_id as shopId', 'estimate_id as estimateId', 'press'])
    .where('token_hash', '=', toSha256(token))
    .executeTakeFirst()
  return row
}

export const linkNotOpen = (): AppError => new AppError('NOT_FOUND', estimateLinkTexts.notOpen)

/**
 * Deletes links that ended more than a day ago, those of decided estimates once the order's own link has ended too. Call
 * only with a trusted clock.
 */
export async function forgetEstimateLinks(trx: Tx, now: Date): Promise<void> {
  const before = (days: number): string => new Date(now.getTime() - days * dayMs).toISOString()
  await trx
    .deleteFrom('estimate_links')
    .where('ends_at', '<', before(1))
    .where((link) =>
      link.not(
        link.exists(
          link
            .selectFrom('estimates')
            .innerJoin('orders', 'orders.id', 'estimates.order_id')
            .select('estimates.id')
            .whereRef('estimates.id', '=', 'estimate_links.estimate_id')
            .where('estimates.state', 'in', ['approved', 'declined'])
            .where((row) =>
              row.or([row('orders.order_status_id', 'not in', [...finishedStatusIds]), row('orders.status_changed_at', '>=', before(linkDaysAfterEnd + 1))]),
            ),
        ),
      ),
    )
    .execute()
}
