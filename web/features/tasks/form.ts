import { tasks } from '#schema/collections/work/tasks.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { t } from './task-form-texts.ts'

const defineTaskForm = (required: string) =>
  defineForm(tasks, {
    description: { required },
    assignedEmployeeId: {},
    dueTimestamp: {},
    completed: {},
  })

/** Two forms with different messages. Texts as typed, '' for no choice, the date as an ISO instant. */
export const taskForms = {
  order: defineTaskForm(t.descriptionNeeded()),
  shop: defineTaskForm(t.descriptionRequired()),
}

export type TaskForm = FormOf<typeof taskForms.shop>
export type TaskFormField = keyof TaskForm

/** A new task is unassigned. */
export const newTaskForm = (dueTimestamp: string): TaskForm => ({ ...taskForms.shop.empty, dueTimestamp })
