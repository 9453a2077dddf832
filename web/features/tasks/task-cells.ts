import type { Task } from '#schema/collections/work/tasks.ts'
import { type Due, type DueFormat, readDue, withoutDate } from '#web/inputs/time/read-due.ts'
import { t } from './tasks-texts.ts'

export const readTaskDue = ({ completed, dueTimestamp }: Pick<Task, 'completed' | 'dueTimestamp'>, format: DueFormat): Due =>
  completed ? withoutDate(t.completed()) : readDue(dueTimestamp, t.noDueDate(), format)

export const taskDialogTitle = (task: Pick<Task, 'orderId'> | undefined): string =>
  task === undefined ? t.addShopTask() : task.orderId === null ? t.editShopTask() : t.editOrderTask()

/** Which texts of toasts. */
export const taskNoun = (task: Pick<Task, 'orderId'> | undefined): 'task' | 'shop task' => (task === undefined || task.orderId === null ? 'shop task' : 'task')
