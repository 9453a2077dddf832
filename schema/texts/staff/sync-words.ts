/** What the badge at the top says about sending and fetching. "Change": something that was saved and is to be sent to the server. */
export const syncWords = {
  changes: '{count, plural, one {# change} other {# changes}}',
  photos: '{count, plural, one {# photo} other {# photos}}',
  // Joins two or three things: "2 changes and 1 photo".
  and: '{first} and {second}',
  changesWaiting: '{count, plural, one {# change waiting on this device.} other {# changes waiting on this device.}}',
  // `done` and `total`: numbers of changes.
  sending: 'Sending {done} of {total}',
  signInAgain: 'Sign in again',
  signIn: 'Sign in',
  sessionEnded: 'The session has ended. Work goes on here; sign in again to send it.',
  updateNeeded: 'Update needed',
  update: 'Update',
  updateText: 'Update Mainspring to go on syncing. Work goes on here, and everything is kept.',
  offline: 'Offline',
  // `time`: a clock time, or a day with one.
  offlineSince: 'Offline since {time}',
  // How many things the reader must look at and decide.
  attention: 'Needs attention ({count})',
  attentionOffline: 'Needs attention ({count}), offline',
  attentionShort: 'Attention ({count})',
  storageFull: 'Storage full',
  storageFullText: 'News from the server finds no room on this device.',
  storageTrouble: 'Storage trouble',
  storageShort: 'Storage',
  storageTroubleText: "This browser cannot read or store the shop's data. Reload; if that does not help, load the data again.",
  // The first download of all data; `progress`: a percentage or a number of rows.
  downloading: 'Downloading… {progress}',
  downloadingShort: 'Downloading…',
  downloadingText: 'Fetching the shop for the first time. You can already work with the part that has arrived.',
  downloadingRows: 'Fetching the shop for the first time: {done} of {total} rows. You can already work with these.',
  // Rows: entries of all kinds, such as orders and customers.
  rows: '{count} rows',
  serverDiskFull: 'Server disk full',
  serverDiskFullWaiting: 'Server disk full, {count} waiting',
  serverFull: 'Server full',
  serverFullText: 'The server has no room left on its disk and cannot store changes now. Go on working; they are sent by themselves once it has room.',
  waiting: '{count} waiting',
  // `state`: "Offline" or "Offline since 10:12".
  stateWaiting: '{state}, {count} waiting',
  noConnection: 'No connection to the server. Go on working; changes are sent by themselves when it is back.',
  sentSoon: 'Stored on this device. They are sent in a moment.',
  beingSent: 'Being sent to the server.',
  connecting: 'Connecting',
  connectingText: 'Looking for the server.',
  // All changes are on the server, and its news are here.
  synced: 'Synced',
  syncedText: 'Everything on this device is stored on the server.',
  polling: 'Changes of others arrive every 15 seconds.',
  foreignServer: 'Another Mainspring server answers at this address, so nothing is sent. If your shop has moved to it, sign in.',
  refused:
    '{count, plural, one {The server refused # change. What was typed is kept below.} other {The server refused # changes. What was typed is kept below.}}',
  // The server was set back to an earlier state, so this device has entries that it lacks.
  newer:
    '{count, plural, one {# entry here is newer than the server. Send it again, or let it go.} other {# entries here are newer than the server. Send them again, or let them go.}}',
  // Read aloud by a screen reader when the state changes.
  downloadComplete: 'Download complete.',
  backInContact: 'Back in contact. {state}.',
  badgeSaid: '{state}. {detail}',
  // Names the badge's button.
  badgeButton: '{state}. Show details',
  // Names the panel that the badge opens.
  sync: 'Sync',
  // The clock of this device is wrong. `interval`: how much, such as "3 hours".
  clockAhead: "This device's clock is {interval} ahead. Times are corrected; set the clock.",
  clockBehind: "This device's clock is {interval} behind. Times are corrected; set the clock.",
  interval: {
    day: '{count, plural, one {# day} other {# days}}',
    hour: '{count, plural, one {# hour} other {# hours}}',
    minute: '{count, plural, one {# minute} other {# minutes}}',
  },
  // Photos that were sealed with the user's key at sign-out.
  sealLost:
    '{count, plural, one {# photo that you kept here when you signed out cannot be opened: the server does not have the key any more. It stays sealed on this device.} other {# photos that you kept here when you signed out cannot be opened: the server does not have the key any more. They stay sealed on this device.}}',
  sealed:
    '{count, plural, one {# photo that you kept here when you signed out is still sealed. It opens as soon as the server can be reached.} other {# photos that you kept here when you signed out are still sealed. They open as soon as the server can be reached.}}',
  unstored:
    '{count, plural, one {The browser removed the local data of this device. # photo that was not sent is only in this page: keep it open. It is stored again as soon as there is room.} other {The browser removed the local data of this device. # photos that were not sent are only in this page: keep it open. They are stored again as soon as there is room.}}',
  photosOnlyHere: '{count, plural, one {# photo only in this page} other {# photos only in this page}}',
  photosLost: '{count, plural, one {# photo lost} other {# photos lost}}',
  photosLostText:
    '{count, plural, one {The browser removed it before it was sent; the list below says which.} other {The browser removed them before they were sent; the list below says which.}}',
  photosNotTaken: '{count, plural, one {# photo not taken} other {# photos not taken}}',
  photosNotTakenText: 'The server did not take them. They are kept on this device; the list below says why.',
  photosSealed: '{count, plural, one {# photo sealed} other {# photos sealed}}',
  photosSealedText: 'They cannot be opened; the list below says why.',
  // `items`: "2 changes" or "2 photos".
  itemsWaiting: '{items} waiting',
  stateItemsWaiting: '{state}, {items} waiting',
  photosSaving: 'They wait for a network that costs nothing, or for “Send now” below.',
  photosSending: 'Stored on this device. They are sent one at a time.',
  // `unsent`: "2 changes and 1 photo".
  savedAsFile: '{unsent} saved as a file',
  savedAsFileText: '{file}. They stay on this device too.',
  fileNotSaved: 'The file could not be saved',
  nothingChanged: 'Nothing is changed on this device.',
}
