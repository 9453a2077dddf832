/** Charts of income, costs and orders; each bar opens its rows. */
export const charts = {
  byDay: 'By day',
  byWeek: 'By week',
  byMonth: 'By month',
  income: 'Income',
  costs: 'Costs',
  bars: 'Bars',
  incomeTitle: 'Income and costs',
  incomeNote: 'Payments less refunds, and costs with those of parts, with the tax that they hold; a bar opens its report',
  time: 'Time',
  // Of orders: not finished yet.
  open: 'Open',
  finished: 'Finished',
  days: 'Days',
  unknownStatus: 'Unknown status',
  statusTitle: 'Open orders by status and age',
  // `fresh` and `old`: numbers of days.
  statusNote: 'Fresh: to {fresh} days in its status; getting old: to {old}; a bar opens its orders',
  assigneeTitle: 'Orders by assignee',
  assigneeNote: 'All orders of the shop; a bar opens those of the person that are open, or finished',
  assignedTo: 'Assigned to',
  unassigned: 'Unassigned',
  turnaroundTitle: 'Turnaround by month of drop-off',
  // Fixed: the name of the status.
  turnaroundNote: 'Median of the days until the order was Fixed; of those that were picked up and never Fixed, until that. A bar opens its orders',
  month: 'Month',
  counting: 'Counting...',
  asChart: 'Show as chart',
  asTable: 'Show as table',
  empty: 'Nothing to show in this time.',
  chartOf: '{title}, chart',
  // What a bar says to screen readers.
  bar: '{label}, {name}: {value}',
}
