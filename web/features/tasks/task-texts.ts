import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useEmployeeNames } from '#web/inputs/use-employee-names.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { type TaskForm, type TaskFormField, taskForms } from './form.ts'

type TaskWords = { employeeName: (id: string) => string; dateTime: (instant: string) => string }

/** How the ids and instants of a task's form read for a person. */
export function useTaskWords(shopId: string): TaskWords {
  const employeeName = useEmployeeNames(shopId)
  const now = useNow()
  const { dateTime } = useShopFormat()
  return { employeeName, dateTime: (instant) => dateTime(instant, now) }
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
  fieldToNews(taskForms.shop, field, valueToText(stored, field, words))

/** What was typed, one line a field, for copying. */
export const taskFormToText = (form: TaskForm, words: TaskWords): string =>
  typedToLines(taskForms.shop, (field) => (form[field] === '' || form[field] === false ? '' : valueToText(form, field, words)))
