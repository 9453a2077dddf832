import type { OrderFormTexts } from '../../language/compiled/orderForm/orderForm-type.ts'
import { daysSince } from '../orders/status-age.ts'
import { shortenText } from '../papers/short-text.ts'

type EarlierOrder = { id: string; createdAt: string; issueDescription: string; orderStatusId: string; statusChangedAt: string }

/** `statusToText`: within a sentence. */
type EarlierFormat = { now: Date; timeZone: string; statusToText: (statusId: string) => string; texts: Pick<OrderFormTexts, 'earlier'> }

const longestIssue = 40

export const sortEarlier = <Order extends EarlierOrder>(orders: readonly Order[]): Order[] =>
  orders.toSorted((one, other) => (one.createdAt === other.createdAt ? (one.id < other.id ? 1 : -1) : one.createdAt < other.createdAt ? 1 : -1))

/** "Here 3 times; last: Screen, picked up 40 days ago"; undefined without earlier orders. */
export function earlierOrdersToText(orders: readonly EarlierOrder[], { now, timeZone, statusToText, texts }: EarlierFormat): string | undefined {
  const [last] = sortEarlier(orders)
  if (last === undefined) return undefined
  return texts.earlier({
    times: orders.length,
    issue: shortenText(last.issueDescription, longestIssue),
    status: statusToText(last.orderStatusId),
    days: Math.max(0, daysSince(last.statusChangedAt, now, timeZone)),
  })
}
