import type { Json } from '../../values/merge.ts'
import { findCustomerFollowUps } from '../customers/customer-follow-ups.ts'
import { type EstimatePricing, findEstimateFollowUps } from '../estimates/estimate-states.ts'
import { findCountFollowUps } from '../inventory/stock-take.ts'
import { findInvoiceFollowUps } from '../invoices/invoice-states.ts'
import { findMessageFollowUps } from '../messages/message-follow-ups.ts'
import { findTillFollowUps } from '../money/till.ts'
import { findOrderFollowUps } from '../orders/order-follow-ups.ts'

/** Unchanged fields a mutation must still carry: an answer to an estimate states the lines it was given to. */
export const findSeenFields = (collection: string, changes: Readonly<Record<string, unknown>>): readonly string[] =>
  collection === 'estimates' && 'state' in changes ? ['lines'] : []

type Values = Readonly<Record<string, unknown>>

/** `before`: undefined for a new row; `at`: time of the change; see `OrderChange`. */
type Change = {
  before: Values | undefined
  after: Values
  written: readonly string[]
  yielded?: readonly string[]
  at: string
  pricing?: EstimatePricing | undefined
}

/** Fields derived from a change, computed by device and server. */
export function findFollowUps(collection: string, { before, after, written, yielded = [], at, pricing }: Change): Readonly<Record<string, Json>> {
  if (collection === 'orders') return findOrderFollowUps({ before, after, written, yielded })
  if (collection === 'messages') return findMessageFollowUps(before, after)
  if (collection === 'estimates') return findEstimateFollowUps(before, after, at, pricing)
  if (collection === 'invoices') return findInvoiceFollowUps(after, written)
  if (collection === 'till_days') return findTillFollowUps(after, written, at)
  if (collection === 'customers') return findCustomerFollowUps(before, after)
  if (collection === 'stock_counts') return findCountFollowUps(before, after, written, at)
  return {}
}
