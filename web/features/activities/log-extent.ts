export type LogExtent = {
  /** No entry after this instant is missing; null: all matching entries are here. */
  completeSince: string | null
  /** A request for older entries is running. */
  isAsking: boolean
  /** The server already returned older entries. */
  hasFetched: boolean
  isOffline: boolean
  isFiltered: boolean
}

/** Follows "Showing 1-50 of 1000 entries" when the server may have more. */
export function extentToFooterNote({ completeSince, isAsking, hasFetched }: Pick<LogExtent, 'completeSince' | 'isAsking' | 'hasFetched'>): string | undefined {
  if (completeSince === null) return undefined
  if (isAsking) return 'so far'
  return hasFetched ? 'of those loaded' : 'of those on this device'
}

/** The end of the list when the server may have more; `since` is `completeSince`, formatted. */
export function extentToText({ isAsking, isOffline, isFiltered }: LogExtent, since: string): string {
  if (isOffline)
    return isFiltered
      ? `Only entries since ${since} are searched. Older entries need a connection to the server.`
      : 'Older entries need a connection to the server.'
  if (isAsking) return isFiltered ? 'Searching older entries on the server...' : 'Loading older entries...'
  return isFiltered ? `Entries since ${since} are searched.` : `Entries since ${since} are shown.`
}

/** `since` is formatted for display. */
export const toBeginningText = (since: string): string =>
  `The log begins on ${since}. Older entries have been removed, except those of orders that are not finished.`

/** No request is needed when the filter's first day lies in the range on this device. */
export const needsOlder = (heldSince: string | null, fromInstant: string | null): boolean =>
  heldSince !== null && (fromInstant === null || fromInstant < heldSince)
