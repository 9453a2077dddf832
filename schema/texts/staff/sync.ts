/** The panel behind the badge, the file of unsent changes, and signing out with something unsent. */
export const sync = {
  // The panel's parts.
  syncNow: 'Sync now',
  asking: 'Asking the server',
  // Stands above a time.
  lastContact: 'Last contact',
  // `result`: what came of pressing "Sync now".
  resultLastContact: '{result}. Last contact',
  // No contact yet.
  noneYet: 'none yet',
  // `distance`: "5 minutes ago", `time`: a clock time or a date.
  distanceAndTime: '{distance}, {time}',
  resultOffline: 'The server did not answer',
  resultSignedOut: 'Sign in first, then it goes on',
  resultOutdated: 'Update first, then it goes on',
  resultStarting: 'No answer yet',
  resultSending: 'Connected, still sending',
  resultSynced: 'Up to date',
  sendingChanges: 'Sending changes',
  sentPercent: '{percent}% of the changes sent',
  problemSafe: 'Unsent changes are safe so far. Save them as a file below before you clear anything in this browser.',
  fileHead: 'Unsent changes as a file',
  fileText: 'For when this device finds no connection: save the file here, open it on another device where you are signed in. Nothing is stored twice.',
  saveAsFile: 'Save as a file',
  openFile: 'Open a file',
  fileOfUnsent: 'File of unsent changes',
  nothingChanged: 'Nothing is changed on this device.',
  // Changes that wait, by shop.
  waitingHead: 'Waiting to be sent',
  formerShop: 'A shop that is no longer yours',
  nothingWaiting: 'Nothing waiting',
  since: 'since {time}',
  andMore: 'and {count} more',
  // Two pieces of one line: "12 orders, 30 customers here". Here: on this device.
  ordersHeld: '{count, plural, one {# order,} other {# orders,}}',
  customersHeld: '{count, plural, one {# customer here} other {# customers here}}',
  // The list of photos.
  photosWaiting: 'Photos waiting to be sent',
  photosToSend: '{count, plural, one {# photo to be sent} other {# photos to be sent}}',
  photosWaitText: 'They wait because this network costs by the byte, or because you save data.',
  sendNow: 'Send now',
  notTaken: 'Not taken',
  sendingNow: 'Sending',
  waits: 'Waiting',
  discard: 'Discard',
  // What this device holds.
  thisDevice: 'This device',
  session: 'Session',
  sessionEnded: 'Has ended; sign in again when there is a connection',
  sessionEnds: 'Ends {distance}, {time}, unless there is contact before',
  storage: 'Storage',
  // Whether the browser may clear what is stored.
  safety: 'Safety',
  keepIt: 'Keep it',
  // Entries of all kinds, such as orders and customers.
  rows: 'Rows',
  version: 'Version',
  keepRefused: 'The browser said no. Most agree once the app is installed, or has been used for some days.',
  storageUnknown: 'This browser does not say',
  // `used` and `room`: sizes such as 12 MB.
  storageUsed: '{used} on this device',
  storageUsedOf: '{used} of {room} on this device',
  keeping: {
    kept: 'Kept until you remove it',
    'may-clear': 'The browser may clear it when space runs out',
    unknown: 'This browser does not say how long it is kept',
  },
  check: 'Check this device',
  checkFailed: 'This device could not be checked',
  comparing: 'Comparing, {done} of {total}',
  comparedDaily: 'Compared with the server once a day',
  checkSame: '{count, plural, one {The only row is the same.} other {All # rows are the same.}}',
  checkMended: '{count, plural, one {# row differed and was mended.} other {# rows differed and were mended.}}',
  checkUnsure: 'Some changed all the time and will be compared tomorrow.',
  checkFiles:
    '{count, plural, one {# photo had not reached the server; those on this device are sent by themselves.} other {# photos had not reached the server; those on this device are sent by themselves.}}',
  // For developers: what the app asked the server.
  log: 'Sync log',
  logClear: 'Clear',
  hide: 'Hide',
  show: 'Show',
  logClose: 'Close the sync log',
  logEntries: 'Entries of the sync log',
  logEmpty: 'Nothing yet. In another tab of this browser the log stands where sync runs.',
  milliseconds: '{count} ms',
  // Opening a file of changes from another device.
  importTitle: 'Open unsent changes',
  importUnread: 'The file cannot be read.',
  importAdded: '{count, plural, one {# change added} other {# changes added}}',
  importSent: '{count, plural, one {It is sent as soon as there is a connection.} other {They are sent as soon as there is a connection.}}',
  importAttention: '{count, plural, one {# change under “Needs attention”.} other {# changes under “Needs attention”.}}',
  importKnown: '{count, plural, one {# was here already.} other {# were here already.}}',
  importFailed: 'The changes could not be added',
  importAdd: '{count, plural, one {Add # change} other {Add # changes}}',
  importRefused: '{count} refused, for “Needs attention”',
  importHere: '{count} already here',
  importEmpty: 'The file holds no changes.',
  // A list follows.
  importHolds: '{count, plural, one {# change, saved {time}:} other {# changes, saved {time}:}}',
  importHoldsOldest: '{count, plural, one {# change, saved {time}, the oldest from {oldest}:} other {# changes, saved {time}, the oldest from {oldest}:}}',
  importText: 'They show on this device at once and keep their times. What the first device has sent meanwhile is not stored twice.',
  importAllHere: 'Everything in it waits on this device already.',
  // Kinds of changes in a file. `nouns`: what was created, such as "customers".
  created: '{count} new {nouns}',
  // Created together: "customers with orders".
  with: '{first} with {second}',
  deletions: '{count, plural, one {# deletion} other {# deletions}}',
  restored: '{count, plural, one {# restored entry} other {# restored entries}}',
  edits: '{count, plural, one {# edit} other {# edits}}',
  // Entering a fresh code.
  freshCode: 'Enter a code to go on',
  freshCodeText: 'Changes to people, shops and rights ask for a new code every 15 minutes.',
  continue: 'Continue',
  codeUnchecked: 'The code could not be checked',
  signInAgain: 'Sign in again',
  signInAgainText: 'Your changes are safe on this device and are sent right after.',
  // Signing out with something unsent.
  signingOut: 'Signing out',
  signingOutText: 'One moment, sending what waits',
  changesNotSent: '{count, plural, one {# change not sent yet} other {# changes not sent yet}}',
  changesNeedAttention: '{count, plural, one {# change needs attention} other {# changes need attention}}',
  unfinished: '{count, plural, one {# unfinished form} other {# unfinished forms}}',
  photosNotSent: '{count, plural, one {# photo not sent yet} other {# photos not sent yet}}',
  staySignedIn: 'Stay signed in',
  signOutAndKeep: 'Sign out and keep them',
  changesHere:
    '{count, plural, one {It is stored on this device, but the server does not have it yet.} other {They are stored on this device, but the server does not have them yet.}}',
  changesRefused:
    '{count, plural, one {The server refused # change. What was typed is listed under “Needs attention”.} other {The server refused # changes. What was typed is listed under “Needs attention”.}}',
  photosHere:
    '{count, plural, one {# photo of yours is on this device only: the server does not have it yet.} other {# photos of yours are on this device only: the server does not have them yet.}}',
  draftsHere:
    '{count, plural, one {There is text in # unfinished form that you have not saved.} other {There is text in # unfinished forms that you have not saved.}}',
  keptSealed: 'What you keep stays sealed on this device: nobody else sees it, and it is here again when you sign in on it.',
  keptOpen:
    'What you keep stays on this device, and it is here again when you sign in on it. It cannot be encrypted now: another user of this browser could read it.',
  takeAlong:
    '{count, plural, one {To go on with it on another device, take it along as a file.} other {To go on with them on another device, take them along as a file.}}',
  signOutAndDiscard: 'Sign out and discard them',
  // `items`: "2 changes and 1 photo".
  discardForGood: 'Discard {items} for good?',
  keep: 'Keep',
  notSignedOut: 'Not signed out yet',
  notSignedOutText:
    'This device could not put your data away: another user of this browser could read it. Close other tabs of the app, then try again. If that fails too, you are signed out all the same.',
  // A new version of the app, and tabs with another version.
  updateNow: 'Update now?',
  updateText: 'There is text in an open form that is not saved yet. It is kept on this device and offered again after the update.',
  later: 'Later',
  waitingForTab: 'Waiting for another tab of Mainspring',
  waitingForTabText: 'An older version is still open there. It lets go in a moment; if it does not, close that tab.',
  newerNeeded: 'Newer version needed',
  newerData: "This device's data belongs to a newer version. Reload to get it.",
  newerDataText: 'Nothing was changed: what you saved, and what waits to be sent, is safe on this device.',
}
