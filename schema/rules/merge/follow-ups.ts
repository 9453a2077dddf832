import type { Json } from '../../values/merge.ts'
import { findEstimateFollowUps } from '../estimates/estimate-states.ts'
import { findOrderFollowUps } from '../orders/order-follow-ups.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Fields of a row that follow from a change of it, on the device and on the server alike; `before` is undefined for a new row, `at` the
 * time of the change.
 */
export function findFollowUps(collection: string, before: Values | undefined, after: Values, at: string): Readonly<Record<string, Json>> {
  if (collection === 'orders') return findOrderFollowUps(before, after)
  if (collection === 'estimates') return findEstimateFollowUps(before, after, at)
  return {}
}
