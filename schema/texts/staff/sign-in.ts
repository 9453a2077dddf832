/** Signing in, and the pages that stand in the app's place: a lock, no access, no connection, nothing found. */
export const signIn = {
  // The app's name; stays as it is.
  app: 'Mainspring',
  worksOffline: 'Works without a network',
  worksOfflineText: 'Take in devices, move orders along and look up customers in the back room as well as at the counter.',
  everyDevice: 'Every device up to date',
  everyDeviceText: 'Changes saved on one device appear on the others as soon as they are connected.',
  keepsTyped: 'Keeps what you typed',
  keepsTypedText: 'Each change is stored on your device first and stays there until the server has it.',
  noNetwork: 'There is no network. Signing in needs it; after that this device also works without one.',
  about: 'About Mainspring',
  // Title of the page and of a button.
  signIn: 'Sign in',
  signInButton: 'Sign In',
  username: 'Username',
  password: 'Password',
  usernameNeeded: 'Username is required',
  passwordNeeded: 'Password is required',
  codeNeeded: 'Code is required',
  wrong: 'Invalid username or password',
  failed: 'Login failed. Please try again.',
  serverAway: 'The server is not available right now. Please try again in a moment.',
  noConnection: 'There is no connection to the server.',
  recoveryCode: 'Recovery code',
  // App: the authenticator on the phone.
  appCode: 'Code from your app',
  recoveryCodeHint: 'Each one works once.',
  appCodeHint: 'The six digits that your app shows now.',
  useAppCode: 'Use the code from your app',
  useRecoveryCode: 'Use a recovery code',
  // The page after a crash.
  crashTitle: 'Something went wrong',
  crashHead: 'This screen stopped working',
  crashText: 'Everything you saved is safe on this device and is still being sent. Load the page again to continue.',
  loadAgain: 'Load again',
  // The page of an unknown address.
  notFoundTitle: 'Page not found',
  notFoundHead: '404 Page Not Found',
  notFoundText: 'Did you forget to add the page to the router?',
  toDashboard: 'Go to the dashboard',
  slogan: 'Mainspring, the workbench of the repair shop.',
  noConnectionTitle: 'No connection',
  needsConnection: 'This page needs a connection',
  needsConnectionText: 'It comes from the server, which cannot be reached now.',
  accessDenied: 'Access Denied',
  accessDeniedText: "You don't have the required permissions to access this page.",
  // `privilege`: its internal name, such as view_app_setting.
  privilegeNeeded: 'Required privilege: {privilege}',
  // The page that locks a device without a connection.
  enterPinTitle: 'Enter PIN',
  enterPin: 'Enter your PIN',
  connectAndSignIn: 'Connect and sign in',
  limitReached:
    'This device has been without its server for {days, plural, one {a day} other {# days}}, which is as long as your shop allows. Everything that {name} saved here is safe. Connect to the network and sign in; then work goes on and what waits is sent.',
  pinNeeded: 'PIN is required',
  storageUnread: 'This device could not read its storage. Please try again.',
  pinWrong: 'That is not the PIN',
  withoutPin: 'Without the PIN this device opens with your password, once there is a connection to the server. Everything that was saved here is safe.',
  backToPin: 'Back to the PIN',
  pinOpens: 'There is no connection to the server. The PIN of {name} opens this device.',
  pin: 'PIN',
  // A button that opens the device.
  openDevice: 'Open',
  pinForgotten: 'Forgot the PIN',
  waitSeconds: 'Too many wrong tries. Try again in {seconds} seconds.',
  waitMinutes: 'Too many wrong tries. Try again in {minutes} minutes.',
  // Below the locked page. `unsent`: "2 changes and 1 photo"; `count`: how many in all.
  unsentWork: 'Unsent work',
  unsentWorkText:
    '{count, plural, one {{unsent} of this device is not on the server yet. No connection in sight? A file takes it to another device.} other {{unsent} of this device are not on the server yet. No connection in sight? A file takes them to another device.}}',
  saveUnsent: 'Save unsent changes',
}
