import type { TaskForm, TaskFormField } from '#schema/forms/task.ts'
import { textToPreview } from '#web/forms/news/remote-changes.ts'
import { formatDateTime } from '#web/inputs/time/time.ts'
import { useEmployeeNames } from '#web/inputs/use-employee-names.ts'
import { useNow } from '#web/inputs/time/use-now.ts'

const labelByField: Record<TaskFormField, string> = {
  description: 'Description',
  assignedEmployeeId: 'Assigned to',
  dueTimestamp: 'Due date',
  completed: 'Completed',
}

type TaskWords = { employeeName: (id: string) => string; dateTime: (instant: string) => string }

/** How the ids and instants of a task's form read for a person. */
export function useTaskWords(shopId: string): TaskWords {
  const employeeName = useEmployeeNames(shopId)
  const now = useNow()
  return { employeeName, dateTime: (instant) => formatDateTime(instant, now) }
}

function valueToText(form: TaskForm, field: TaskFormField, { employeeName, dateTime }: TaskWords): string {
  if (field === 'completed') return form.completed ? 'on' : 'off'
  const value = form[field]
  if (field === 'assignedEmployeeId') return value === '' ? 'nobody' : employeeName(value)
  if (field === 'dueTimestamp') return value === '' ? 'none' : dateTime(value)
  return value
}

/** 'Assigned to is now Ana Ruiz'. */
export const taskChangeToText = (stored: TaskForm, field: TaskFormField, words: TaskWords): string =>
  `${labelByField[field]} is now ${textToPreview(valueToText(stored, field, words))}`

/** What was typed, one line a field, for copying. */
export const taskFormToText = (form: TaskForm, words: TaskWords): string =>
  (Object.keys(labelByField) as TaskFormField[])
    .flatMap((field) => (form[field] === '' || form[field] === false ? [] : [`${labelByField[field]}: ${valueToText(form, field, words)}`]))
    .join('\n')
