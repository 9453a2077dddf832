import { orderStatusById } from '../../values/order-status.ts'
import { daysSince } from '../orders/status-age.ts'
import { shortenText } from '../papers/short-text.ts'

type EarlierOrder = { id: string; createdAt: string; issueDescription: string; orderStatusId: string; statusChangedAt: string }

const longestIssue = 40

const daysToText = (days: number): string => (days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`)

export const sortEarlier = <Order extends EarlierOrder>(orders: readonly Order[]): Order[] =>
  orders.toSorted((one, other) => (one.createdAt === other.createdAt ? (one.id < other.id ? 1 : -1) : one.createdAt < other.createdAt ? 1 : -1))

/** "Here 3 times; last: Screen, picked up 40 days ago"; undefined without earlier orders. */
export function earlierOrdersToText(orders: readonly EarlierOrder[], now: Date, timeZone: string): string | undefined {
  const [last] = sortEarlier(orders)
  if (last === undefined) return undefined
  const times = orders.length === 1 ? 'once' : orders.length === 2 ? 'twice' : `${orders.length} times`
  const status = (orderStatusById.get(last.orderStatusId)?.statusName ?? 'open').toLowerCase()
  return `Here ${times}; last: ${shortenText(last.issueDescription, longestIssue)}, ${status} ${daysToText(daysSince(last.statusChangedAt, now, timeZone))}`
}
