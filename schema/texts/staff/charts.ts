/** Charts of income, costs and orders; each bar opens its rows. */
export const charts = {
  byDay: 'By day',
  byWeek: 'By week',
  byMonth: 'By month',
  income: 'Income',
  costs: 'Costs',
  bars: 'Bars',
  incomeTitle: 'Income and costs',
  incomeNote: 'Payments less refunds, and costs including parts, with tax. Press a bar to see its report',
  time: 'Time',
  // Of orders: not finished yet.
  open: 'Open',
  finished: 'Finished',
  days: 'Days',
  unknownStatus: 'Unknown status',
  statusTitle: 'Open orders by status and age',
  // `fresh` and `old`: numbers of days.
  statusNote: 'Fresh: to {fresh} days in its status; getting old: to {old}; press a bar to see its orders',
  assigneeTitle: 'Orders by assignee',
  assigneeNote: 'All orders of the shop. Press a bar to see that person’s open or finished orders',
  assignedTo: 'Assigned to',
  unassigned: 'Unassigned',
  turnaroundTitle: 'Turnaround by month of drop-off',
  // Fixed: the name of the status.
  turnaroundNote: 'Median number of days until the order was Fixed, or until pick-up if it never was. Press a bar to see its orders',
  month: 'Month',
  counting: 'Counting...',
  asChart: 'Show as chart',
  asTable: 'Show as table',
  empty: 'Nothing to show in this time.',
  chartOf: '{title}, chart',
  // What a bar says to screen readers.
  bar: '{label}, {name}: {value}',
}
