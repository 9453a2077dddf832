/** The guide that leads an administrator from an empty system to the first order. */
export const start = {
  title: 'Start',
  setUp: 'Set up shops and people',
  // Heads of the steps.
  stepShop: 'Your shop',
  stepColleagues: 'Your colleagues',
  stepRecords: 'Your existing records',
  stepMessages: 'Messages to customers',
  stepOrder: 'The first order',
  // After the head of a step, for screen readers.
  done: '(done)',
  later: 'Comes after your shop.',
  adminsOnly: 'This page is for administrators',
  adminsOnlyText: 'Your administrator sets up shops and people.',
  // The last step.
  takeInFirst: 'Take in the first order',
  takeIn: 'Take in an order',
  backupsOn: 'Backups are on.',
  backupsOff: 'This server makes no backups of itself yet.',
  backupsAge: 'How old the newest is',
  backupsHow: 'How to switch them on',
  // Colleagues.
  colleaguesText: 'Each signs in with a name of their own. Leave this for later if you work alone.',
  newColleague: 'New colleague',
  addColleague: 'Add colleague',
  adding: 'Adding...',
  canSignIn: '{name} can sign in',
  addedWithoutRole: '{name} was added without a role: give it in the list',
  nobodyAdded: 'Nobody was added',
  name: 'Name',
  nameNeeded: 'Name is required',
  // What somebody may do in the shop.
  role: 'Role',
  // One of several sentences: a role and what it may do.
  roleText: '{role}: {text}',
  passwordsOnce: 'Passwords are shown only now. Print them or write them down; each can be changed under Profile.',
  newSignIns: 'New sign-ins',
  printSignIns: 'Print sign-ins',
  people: 'People',
  allPeople: 'All {count} people in App Settings',
  roleNotGiven: '{name} did not get the role',
  noShopYet: 'No shop yet',
  noRoleYet: 'No role yet',
  roleOf: 'Role of {name}',
  giveRole: 'Give role',
  // Rights that are none of the roles.
  ownChoice: 'Own choice of rights',
  nameTaken: '{name} is here already, as {login}. If the password was not shown, set one in App Settings. For somebody else of this name add an initial.',
  // On printed slips: the address to sign in at.
  signInAt: 'Sign in at {address}',
  // On printed slips, before the value.
  slipUsername: 'Username:',
  slipPassword: 'Password:',
  // Messages. `statuses`: names of statuses.
  messagesText: 'Customers hear from you a minute after a repair reaches {statuses}, never at night. The texts are there, and you can change them.',
  switchOnTexts: '{count, plural, one {Switch on # message as texts} other {Switch on # messages as texts}}',
  switchOnMails: '{count, plural, one {Switch on # message as e-mails} other {Switch on # messages as e-mails}}',
  messagesOn: '{count, plural, one {# message is on.} other {# messages are on.}}',
  messagesFailed: 'The messages were not switched on',
  readTexts: 'Read and change the texts',
  // Data of another system.
  recordsText: 'Customers, orders and products of another system come in as CSV files: {part} of your shop in Shop Settings. To start empty, do nothing here.',
  importAndExport: 'Import and export',
  importThere: 'Import in Shop Settings',
  addChecklist: 'Add a drop-off checklist',
  checklistNotAdded: 'The checklist was not added whole',
  checklistItems: '{count, plural, one {Drop-off checklist: # item} other {Drop-off checklist: # items}}',
  // `items`: names of the suggested items, with commas.
  checklistSuggested: '{items}. Change it in Shop Settings.',
  check: {
    // Items of a checklist for devices that are handed in. They are stored in the shop as they stand here.
    powersOn: 'Powers on',
    screen: 'Screen without cracks',
    liquid: 'Liquid damage',
    charger: 'Charger handed in',
    passcode: 'Passcode noted',
    backup: 'Data backed up by the customer',
  },
  // The page on which customers follow their repairs.
  portalOn: 'Your customers see their repairs at {address}',
  portalSwitchOn: 'Switch on the page for customers',
  portalText: 'They look up their repairs there by phone, and you can switch it off in Shop Settings.',
  portalFailed: 'The page for customers was not switched on',
  // What follows from the country.
  followsFromCountry: 'Follows from the country',
  currency: 'Currency',
  locale: 'Language and region',
  timeZone: 'Time zone',
  countryCode: 'Phone numbers begin with',
  receiptPaper: 'Receipt paper',
  taxes: 'Taxes',
  // A button; what it changes follows for screen readers.
  change: 'Change',
  taxSuggested: 'The tax is what most shops in {country} charge. Please check it.',
  // The shop's own data.
  ownerNeeded: 'Your name is required',
  countryNeeded: 'Country is required',
  moreInSettings: 'Address, logo and more in Shop Settings',
  otherShops:
    '{count, plural, one {There is a shop on this server already, and you belong to none. Make another one here, or let yourself be assigned under Entity Settings.} other {There are # shops on this server already, and you belong to none. Make another one here, or let yourself be assigned under Entity Settings.}}',
  // Follows the shop's name and code: "Town (town) is there, …".
  isThere: 'has no time zone yet. Check these settings and save them.',
  createShop: 'Create shop',
  creating: 'Creating...',
  saving: 'Saving...',
  shopMade: '{name} is set up',
  shopFailed: 'The shop was not saved whole',
  country: 'Country',
  yourName: 'Your name',
  yourNameHint: 'As customers and colleagues know you.',
  shopName: 'Shop name',
  shopCode: 'Shop code',
  shopCodeHint: 'Part of the address that customers see.',
  phone: 'Phone',
  phoneHint: "On receipts and on your customers' page.",
  takesWork: 'I repair, too',
  takesWorkHint: 'Work can be given to you.',
}
