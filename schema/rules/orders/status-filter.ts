import { isFinishedStatus, orderStatuses } from '../../values/order-status.ts'

/** Which orders a list shows: all, those that are not finished, or those of chosen statuses (ids, in the order of the list of statuses). */
export type StatusFilter = 'all' | 'open' | readonly string[]

export const openStatusIds: readonly string[] = orderStatuses.flatMap(({ id }) => (isFinishedStatus(id) ? [] : [id]))

/** Splits once; a list asks for each row. An unknown status counts as open, as everywhere. */
export function statusFilterToMatcher(filter: StatusFilter): (statusId: string) => boolean {
  if (filter === 'all') return () => true
  if (filter === 'open') return (statusId) => !isFinishedStatus(statusId)
  const chosen = new Set(filter)
  return (statusId) => chosen.has(statusId)
}

/** Whether a status has its tick; under "All" none has: nothing is chosen. */
export const isStatusTicked = (filter: StatusFilter, statusId: string): boolean => filter !== 'all' && statusFilterToMatcher(filter)(statusId)

/** One status more or less. None left is "All", and just the open ones are "Open". */
export function toggleStatus(filter: StatusFilter, statusId: string): StatusFilter {
  const ticked = filter === 'all' ? [] : filter === 'open' ? openStatusIds : filter
  return idsToStatusFilter(ticked.includes(statusId) ? ticked.filter((id) => id !== statusId) : [...ticked, statusId])
}

/** The filter of these statuses, in the order of the list of statuses, unknown ids last, each once. */
export function idsToStatusFilter(ids: readonly string[]): StatusFilter {
  const chosen = new Set(ids)
  const known = orderStatuses.flatMap(({ id }) => (chosen.has(id) ? [id] : []))
  const sorted = [...known, ...[...chosen].filter((id) => !known.includes(id))]
  if (sorted.length === 0) return 'all'
  return sorted.join() === openStatusIds.join() ? 'open' : sorted
}
