import type { Activity } from '../../collections/people/activities.ts'
import { foldText } from '../../values/customer-match.ts'
import type { Author } from './activity-author.ts'
import { containsAllWords } from './search-words.ts'

/** `words`: folded (`queryToWords`); `orderId`: of the order whose ticket is searched; instants bound the days, null for open. */
export type ActivityFilter = { words: readonly string[]; orderId?: string | undefined; fromInstant: string | null; toInstantExclusive: string | null }

type Times = Pick<Activity, 'createdAt' | 'arrivedAt'>

export function activityMatches<Entry extends Times & Pick<Activity, 'auditText' | 'orderId'>>(
  entry: Entry,
  filter: ActivityFilter,
  authorOf: (entry: Entry) => Author,
): boolean {
  const isOfOrder = filter.orderId !== undefined && entry.orderId === filter.orderId
  return isOfDays(entry, filter) && (isOfOrder || hasWords(entry, filter.words, authorOf))
}

/** Whether the mutation or its arrival is in the range, so that late arrivals match both days. */
function isOfDays({ createdAt, arrivedAt }: Times, range: ActivityFilter): boolean {
  return isWithin(createdAt, range) || (arrivedAt !== null && isWithin(arrivedAt, range))
}

const isWithin = (instant: string, { fromInstant, toInstantExclusive }: ActivityFilter): boolean =>
  (fromInstant === null || instant >= fromInstant) && (toInstantExclusive === null || instant < toInstantExclusive)

function hasWords<Entry extends Pick<Activity, 'auditText'>>(entry: Entry, words: readonly string[], authorOf: (entry: Entry) => Author): boolean {
  if (words.length === 0) return true
  const { name, loginId } = authorOf(entry)
  return containsAllWords(foldText(`${entry.auditText}\n${name}\n${loginId}`), words)
}
