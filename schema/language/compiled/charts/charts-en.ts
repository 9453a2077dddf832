// Made by `npm run texts` from schema/texts.
import type { ChartsTexts } from './charts-type.ts'


export const texts = {
  byDay: () => "By day",
  byWeek: () => "By week",
  byMonth: () => "By month",
  income: () => "Income",
  costs: () => "Costs",
  bars: () => "Bars",
  incomeTitle: () => "Income and costs",
  incomeNote: () => "Payments less refunds, and costs with those of parts, with the tax that they hold; a bar opens its report",
  time: () => "Time",
  open: () => "Open",
  finished: () => "Finished",
  days: () => "Days",
  unknownStatus: () => "Unknown status",
  statusTitle: () => "Open orders by status and age",
  statusNote: (d) => "Fresh: to " + d.fresh + " days in its status; getting old: to " + d.old + "; a bar opens its orders",
  assigneeTitle: () => "Orders by assignee",
  assigneeNote: () => "All orders of the shop; a bar opens those of the person that are open, or finished",
  assignedTo: () => "Assigned to",
  unassigned: () => "Unassigned",
  turnaroundTitle: () => "Turnaround by month of drop-off",
  turnaroundNote: () => "Median of the days until the order was Fixed; of those that were picked up and never Fixed, until that. A bar opens its orders",
  month: () => "Month",
  counting: () => "Counting...",
  asChart: () => "Show as chart",
  asTable: () => "Show as table",
  empty: () => "Nothing to show in this time.",
  chartOf: (d) => d.title + ", chart",
  bar: (d) => d.label + ", " + d.name + ": " + d.value
} as ChartsTexts
