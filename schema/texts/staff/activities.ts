/** The log of what happened in the shop; the entries themselves are `activityWords`. */
export const activities = {
  title: 'Activities',
  changesNotAccepted: 'Changes not accepted',
  searchLabel: 'Search activities by text or user',
  searchHint: 'Text or user',
  noneMatch: 'No activities match the current filters',
  noneFound: 'No activities found for {shop}',
  clearFilters: 'Clear Filters',
  // A button that shows entries that have come meanwhile.
  newEntries: '{count, plural, one {# new entry: show} other {# new entries: show}}',
  loadOlder: 'Load older entries',
  // After "Showing 1-50 of 1000 entries".
  soFar: 'so far',
  ofLoaded: 'of those loaded',
  ofDevice: 'of those on this device',
  searchedSinceOffline: 'Only entries since {since} are searched. Older entries need a connection to the server.',
  olderOffline: 'Older entries need a connection to the server.',
  searchingOlder: 'Searching older entries on the server...',
  loadingOlder: 'Loading older entries...',
  searchedSince: 'Entries since {since} are searched.',
  shownSince: 'Entries since {since} are shown.',
  begins: 'The log begins on {since}. Older entries have been removed, except those of orders that are not finished.',
  entries: 'Log entries',
  user: 'User: {name}',
  deletedSince: 'Deleted since, see Recently deleted',
  // Before a time: when an entry came to the server.
  arrived: 'arrived',
  loading: 'Loading activities...',
  // A merge: two customers were made one.
  nothingToUndo: 'Nothing to undo',
  broughtBack: '“{name}” has been brought back already.',
  keepsTaken: '“{name}” keeps phones and notes that it took over.',
  undoFailed: 'Failed to undo the merge',
  undoMergeOf: 'Undo the merge of {name}',
  undoMerge: 'Undo the merge',
}
