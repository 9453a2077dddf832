import type { Json } from '../../values/merge.ts'
import { findEstimateFollowUps } from '../estimates/estimate-states.ts'
import { findMessageFollowUps } from '../messages/message-follow-ups.ts'
import { findOrderFollowUps } from '../orders/order-follow-ups.ts'

/** Fields that a change names though it leaves them as they are: who records an answer to an estimate says to what it was given. */
export const findSeenFields = (collection: string, changes: Readonly<Record<string, unknown>>): readonly string[] =>
  collection === 'estimates' && 'state' in changes ? ['lines'] : []

type Values = Readonly<Record<string, unknown>>

/**
 * Fields of a row that follow from a change of it, on the device and on the server alike; `before` is undefined for a new row, `at` the
 * time of the change.
 */
export function findFollowUps(collection: string, before: Values | undefined, after: Values, at: string): Readonly<Record<string, Json>> {
  if (collection === 'orders') return findOrderFollowUps(before, after)
  if (collection === 'messages') return findMessageFollowUps(before, after)
  if (collection === 'estimates') return findEstimateFollowUps(before, after, at)
  return {}
}
