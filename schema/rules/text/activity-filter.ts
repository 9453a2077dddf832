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
  /** What the reader sees, where that is not the stored text alone. */
  textOf: (entry: Entry) => string = ({ auditText }) => auditText,
): boolean {
  const isOfOrder = filter.orderId !== undefined && entry.orderId === filter.orderId
  return isOfDays(entry, filter) && (isOfOrder || filter.words.length === 0 || hasWords(textOf(entry), filter.words, authorOf(entry)))
}

/** Whether the mutation or its arrival is in the range, so that late arrivals match both days. */
function isOfDays({ createdAt, arrivedAt }: Times, range: ActivityFilter): boolean {
  return isWithin(createdAt, range) || (arrivedAt !== null && isWithin(arrivedAt, range))
}

const isWithin = (instant: string, { fromInstant, toInstantExclusive }: ActivityFilter): boolean =>
  (fromInstant === null || instant >= fromInstant) && (toInstantExclusive === null || instant < toInstantExclusive)

const hasWords = (text: string, words: readonly string[], { name, loginId }: Author): boolean =>
  containsAllWords(foldText(`${text}\n${name}\n${loginId}`), words)
