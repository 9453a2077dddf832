/** Parts that all screens are built of: fields, lists, dialogs, notifications, and what stands for a part that is not loaded. */
export const controls = {
  loading: 'Loading...',
  close: 'Close',
  no: 'No',
  yes: 'Yes',
  // `hotkey`: F8. Names the place where notifications stand.
  notifications: 'Notifications ({hotkey})',
  copied: 'Copied',
  copyRefused: 'Copying is not allowed here',
  hidePassword: 'Hide password',
  showPassword: 'Show password',
  clearSearch: 'Clear search',
  nothingFound: 'Nothing found',
  // For screen readers, after "Nothing found"; `typed` is what was searched for.
  forTyped: 'for {typed}',
  closeList: 'Close the list',
  openList: 'Open the list',
  removeFilter: 'Remove filter {label}: {text}',
  filterIs: '{label}: {text}',
  // Below a list.
  pages: 'Pages',
  firstPage: 'First page',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  lastPage: 'Last page',
  range: 'Showing {first}-{last} of {total} entries',
  pageOf: 'Page {page} of {pages}',
  // A part of the app that must be loaded first.
  partMissing: 'This part of the app is not on this device yet',
  partMissingShort: 'Not on this device yet',
  partComes: 'This part loads as soon as there is a connection. Everything you saved is safe.',
  partAskAgain: 'Some browsers ask for a part only once: load the page again when there is a connection. Everything you saved is safe.',
  tryAgain: 'Try again',
  loadPage: 'Load the page again',
  app: 'Mainspring',
  // Dictating into a field.
  dictate: 'Dictate {field}',
  stopDictating: 'Stop dictating {field}',
  voiceFailed: 'Voice Recognition Error',
  voiceFailedText: 'Could not capture voice input.',
}
