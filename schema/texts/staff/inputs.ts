/** Fields and marks of the trade that many screens share, and the tools above lists. */
export const inputs = {
  // Above a list.
  filters: 'Filters',
  // Said after a number: "2 active" filters.
  active: 'active',
  filtered: 'Showing Filtered Results',
  clearFilters: 'Clear Filters',
  // Opens a menu with more.
  more: 'More',
  all: 'All',
  unassigned: 'Unassigned',
  assignedTo: 'Assigned To',
  from: 'From',
  to: 'To',
  // Days that are none of the offered ranges.
  custom: 'Custom',
  customChoice: 'Custom…',
  anyTime: 'Any time',
  today: 'Today',
  yesterday: 'Yesterday',
  tomorrow: 'Tomorrow',
  lastSevenDays: 'Last 7 days',
  nextSevenDays: 'Next 7 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisYear: 'This year',
  // A file for spreadsheets.
  csv: 'CSV',
  // `what`: the name of a list, such as "customers".
  csvOf: 'CSV of {what}',
  exported: 'Export Successful',
  exportedRows: '{count, plural, one {# row in the file.} other {# rows in the file.}}',
  exportFailed: 'Export Failed',
  exportFailedText: 'The list could not be written. Please try again.',
  listChanged: 'The list has changed: update it',
  listUnread: 'The list could not be read',
  listUnreadText: 'What was saved is still on this device. Try again; if that does not help, reload the page.',
  unsent: 'Not sent yet',
  // While a list is still being fetched. `noun`: "orders", "customers" or "tasks".
  coverSearchUnknown: 'Search covers only the {noun} that are here so far, of {total} {noun}.',
  coverLoadingUnknown: 'Still loading {total} {noun}.',
  coverSearch: 'Search covers the {here} of {total} {noun} that are here so far.',
  coverLoading: 'Still loading: {here} of {total} {noun} are here so far.',
  noPhone: 'No phone',
  // A second phone number.
  altPhone: 'Alt {phone}',
  notConfirmed: '(not confirmed)',
  // In the place of an order's number, which the server has still to give.
  numberFollows: 'No. follows',
  matching: 'Matching customers',
  useCustomer: 'Use this customer',
  noCustomer: 'No customer found.',
  newCustomer: 'New customer “{name}” with this order',
  nameOrPhone: 'Name or phone',
  // The signed-in person in a list of colleagues.
  me: 'Me',
  meNamed: 'Me ({name})',
  notListed: 'No longer listed',
  unknownStatus: 'Unknown status',
  chooseStatus: 'Choose a status',
  // No country or language.
  none: 'None',
  noSender: {
    sms: 'No sender is set up. Text messages are written to {file} on the server and reach nobody. The person who runs the server sets {setting}.',
    email: 'No sender is set up. E-mails are written to {file} on the server and reach nobody. The person who runs the server sets {setting}.',
  },
  // `host` and `address`: names of settings of the server.
  forOthers: 'To change that, the person who runs the server sets {host} and {address}.',
  thisComputer: 'This address works on this computer only.',
  // When a repair is promised for.
  due: 'Due Date & Time',
  dueDate: 'Due date',
  noDueDate: 'No due date',
  dueTime: 'Due time',
  noTime: 'No time',
  otherDate: 'Other date',
  otherDueDate: 'Other due date',
  days: '{count, plural, one {# day} other {# days}}',
  weeks: '{count, plural, one {# week} other {# weeks}}',
  // For screen readers, right after a date.
  overdueSaid: ', overdue',
  daysInStatus: '{count, plural, one {# day since the last status change} other {# days since the last status change}}',
  inAMoment: 'in a moment',
  justNow: 'just now',
  loading: 'Loading...',
  // Below the date by which something is to be done.
  dueIs: {
    completeToday: 'Complete today by {time}',
    completeTomorrow: 'Complete tomorrow by {time}',
    completeIn: 'Complete in {days} days by {time}',
    overdueToday: 'Overdue - was due today by {time}',
    overdue: 'Overdue - was due {days, plural, one {# day} other {# days}} ago',
  },
  // How late something is, briefly: days, hours, less.
  late: {
    days: '{days} d late',
    hours: '{hours} h late',
    less: 'late',
  },
}
