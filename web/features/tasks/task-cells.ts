import type { Task } from '#schema/collections/work/tasks.ts'
import { type Due, type DueFormat, readDue, withoutDate } from '#web/inputs/time/read-due.ts'

export const readTaskDue = ({ completed, dueTimestamp }: Pick<Task, 'completed' | 'dueTimestamp'>, format: DueFormat): Due =>
  completed ? withoutDate('Task is completed') : readDue(dueTimestamp, 'No due date', format)

export const taskDialogTitle = (task: Pick<Task, 'orderId'> | undefined): string =>
  task === undefined ? 'Add Shop Task' : task.orderId === null ? 'Edit Shop Task' : 'Edit Order Task'

/** The noun for toasts. */
export const taskNoun = (task: Pick<Task, 'orderId'> | undefined): 'task' | 'shop task' => (task === undefined || task.orderId === null ? 'shop task' : 'task')
