/** How far the entries reach that a list of the log was made from. */
export type LogExtent = {
  /** From then on none is lacking; null: all that match are here. */
  completeSince: string | null
  /** The server is being asked for older ones. */
  isAsking: boolean
  /** Some came from the server already. */
  hasFetched: boolean
  isOffline: boolean
  isFiltered: boolean
}

/** Stands behind "Showing 1-50 of 1000 entries" where the server may have more. */
export function extentToFooterNote({ completeSince, isAsking, hasFetched }: Pick<LogExtent, 'completeSince' | 'isAsking' | 'hasFetched'>): string | undefined {
  if (completeSince === null) return undefined
  if (isAsking) return 'so far'
  return hasFetched ? 'of those loaded' : 'of those on this device'
}

/** What the list ends with where the server may have more; `since` is `completeSince` for people. */
export function extentToText({ isAsking, isOffline, isFiltered }: LogExtent, since: string): string {
  if (isOffline)
    return isFiltered
      ? `Only entries since ${since} are searched. Older entries need a connection to the server.`
      : 'Older entries need a connection to the server.'
  if (isAsking) return isFiltered ? 'Searching older entries on the server...' : 'Loading older entries...'
  return isFiltered ? `Entries since ${since} are searched.` : `Entries since ${since} are shown.`
}

/** What the log begins with where older entries have ended; `since` for people. */
export const toBeginningText = (since: string): string =>
  `The log begins on ${since}. Older entries have been removed, except those of orders that are not finished.`

/** A filter by days asks for nothing older when the first day lies in what is here anyway. */
export const needsOlder = (heldSince: string | null, fromInstant: string | null): boolean =>
  heldSince !== null && (fromInstant === null || fromInstant < heldSince)
