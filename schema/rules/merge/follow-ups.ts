import type { Json } from '../../values/merge.ts'
import { findEstimateFollowUps } from '../estimates/estimate-states.ts'
import { findMessageFollowUps } from '../messages/message-follow-ups.ts'
import { findOrderFollowUps } from '../orders/order-follow-ups.ts'

/** Unchanged fields a mutation must still carry: an answer to an estimate states the lines it was given to. */
export const findSeenFields = (collection: string, changes: Readonly<Record<string, unknown>>): readonly string[] =>
  collection === 'estimates' && 'state' in changes ? ['lines'] : []

type Values = Readonly<Record<string, unknown>>

/** Fields derived from a change, computed by device and server. `before`: undefined for a new row; `at`: time of the change. */
export function findFollowUps(collection: string, before: Values | undefined, after: Values, at: string): Readonly<Record<string, Json>> {
  if (collection === 'orders') return findOrderFollowUps(before, after)
  if (collection === 'messages') return findMessageFollowUps(before, after)
  if (collection === 'estimates') return findEstimateFollowUps(before, after, at)
  return {}
}
