import type { Task } from '#schema/collections/work/tasks.ts'
import { instantToMs } from '#schema/rules/text/calendar.ts'
import { dueLabel } from '#schema/rules/orders/due.ts'

type TaskDueCell = { text: string; title: string; tone: 'normal' | 'muted' | 'overdue' }

type DueFormat = { now: Date; timeZone: string; formatDateTime: (instant: string) => string; formatTime: (instant: string) => string }

/** Due By of a task (TASK-09, TASK-10). */
export function readTaskDue(
  { completed, dueTimestamp }: Pick<Task, 'completed' | 'dueTimestamp'>,
  { now, timeZone, formatDateTime, formatTime }: DueFormat,
): TaskDueCell {
  if (completed) return { text: 'Task is completed', title: '', tone: 'muted' }
  if (dueTimestamp === null) return { text: 'No due date', title: '', tone: 'muted' }
  return {
    text: formatDateTime(dueTimestamp),
    title: dueLabel(dueTimestamp, now, timeZone, formatTime),
    tone: instantToMs(dueTimestamp) < now.getTime() ? 'overdue' : 'normal',
  }
}

/** The three titles of the task dialog (TASK-14..16). */
export const taskDialogTitle = (task: Pick<Task, 'orderId'> | undefined): string =>
  task === undefined ? 'Add Shop Task' : task.orderId === null ? 'Edit Shop Task' : 'Edit Order Task'

/** How toasts name it: an order's task, or one of the shop (ERR-26, ERR-27). */
export const taskNoun = (task: Pick<Task, 'orderId'> | undefined): 'task' | 'shop task' => (task === undefined || task.orderId === null ? 'shop task' : 'task')

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
