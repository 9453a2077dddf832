/** The frame around every page: the bar at the top, its menus, notices, and what stands there before the data is. */
export const shell = {
  skip: 'Skip to content',
  // Names the tabs of the views.
  views: 'Views',
  // Opens the menu of what can be created.
  new: 'New',
  todayKey: 'Today (g d)',
  findKey: 'Find anything ({key})',
  // The keys that open the search, as they are written on keyboards here.
  findKeyName: 'Ctrl K',
  scan: 'Scan a code',
  // Fetches what is new.
  refresh: 'Refresh',
  shopIs: 'Shop: {name}',
  chooseShop: 'Choose a shop',
  shops: 'Shops',
  shop: 'Shop',
  userMenu: 'Welcome, {name}. Menu',
  // Stands above the user's name; a comma and a space end it.
  welcome: 'Welcome,',
  welcomeName: 'Welcome, {name}',
  profile: 'Profile',
  settings: 'Settings',
  shopSettings: 'Shop Settings',
  // Entity: the company that shops belong to.
  entitySettings: 'Entity Settings',
  appSettings: 'App Settings',
  // The page that leads through setting up the system.
  start: 'Start',
  recentlyDeleted: 'Recently deleted',
  theme: 'Theme',
  // The theme of the operating system.
  themeSystem: 'System',
  themeLight: 'Light',
  themeDark: 'Dark',
  shortcuts: 'Keyboard shortcuts',
  logout: 'Logout',
  // Notices below the bar.
  signInAgain: 'Sign in again to send your changes',
  update: 'Update',
  updateNeeded: 'Update Mainspring to go on syncing',
  updateReady: 'New version ready',
  setPin: 'Set PIN',
  pinWanted: 'Your shop wants a PIN for opening this device offline',
  reload: 'Reload',
  loadData: 'Load the data again',
  moreToRead: '{count, plural, one {# more to read under “Needs attention”.} other {# more to read under “Needs attention”.}}',
  moreRefused: '{count, plural, one {# more change was refused: see “Needs attention”.} other {# more changes were refused: see “Needs attention”.}}',
  // Titles of pages.
  changesNotAccepted: 'Changes not accepted',
  findTicket: 'Find a ticket',
  setUpShops: 'Set up shops and people',
  noShops: 'No shops assigned',
  noShopsText: 'Contact your administrator to get access to shops.',
  // The title of a page that is still on its way.
  loadingTitle: 'Loading',
  noDataYet: 'This device has no data yet',
  noDataYetText: 'It needs a connection once, to fetch your shops. After that it also works without one. It keeps trying automatically.',
  cannotStore: "This browser cannot store the shop's data",
  cannotStoreText: 'Its storage may be full, blocked, or in use by an older version in another tab. Nothing that was saved is deleted.',
  // Another tab of the browser holds or has changed this device's data.
  updatedElsewhere: 'Mainspring was updated in another tab',
  // Two sentences after one another; the first is bold.
  updatedElsewhereHead: 'Mainspring was updated in another tab.',
  updatedElsewhereText: 'What you saved is safe, and what you were typing is offered again after a reload.',
  // A button: unsent changes are saved as a file.
  saveUnsent: 'Save unsent changes',
  // The app's name; stays as it is.
  app: 'Mainspring',
}
