import { isFinishedStatus, orderStatuses } from '../../values/order-status.ts'

/** All, unfinished, or chosen statuses (ids in list order). */
export type StatusFilter = 'all' | 'open' | readonly string[]

export const openStatusIds: readonly string[] = orderStatuses.flatMap(({ id }) => (isFinishedStatus(id) ? [] : [id]))

/** Prepares a predicate that a list calls per row. Unknown statuses count as open. */
export function statusFilterToMatcher(filter: StatusFilter): (statusId: string) => boolean {
  if (filter === 'all') return () => true
  if (filter === 'open') return (statusId) => !isFinishedStatus(statusId)
  const chosen = new Set(filter)
  return (statusId) => chosen.has(statusId)
}

export const isStatusTicked = (filter: StatusFilter, statusId: string): boolean => filter !== 'all' && statusFilterToMatcher(filter)(statusId)

/** Toggles a status. None left means "All"; exactly the open ones mean "Open". */
export function toggleStatus(filter: StatusFilter, statusId: string): StatusFilter {
  const ticked = filter === 'all' ? [] : filter === 'open' ? openStatusIds : filter
  return idsToStatusFilter(ticked.includes(statusId) ? ticked.filter((id) => id !== statusId) : [...ticked, statusId])
}

export function idsToStatusFilter(ids: readonly string[]): StatusFilter {
  const chosen = new Set(ids)
  const known = orderStatuses.flatMap(({ id }) => (chosen.has(id) ? [id] : []))
  const sorted = [...known, ...[...chosen].filter((id) => !known.includes(id))]
  if (sorted.length === 0) return 'all'
  return sorted.join() === openStatusIds.join() ? 'open' : sorted
}
