/** The day at a glance; each entry has its number beside it. */
export const today = {
  title: 'Today',
  promised: 'Promised for today',
  late: 'Overdue',
  ready: 'Ready to pick up',
  waiting: 'Waiting past the promised day',
  messages: 'New messages',
  leads: 'Leads',
  myTasks: 'My tasks',
  cash: 'Taken in cash so far',
  all: 'Taken in all so far',
}
