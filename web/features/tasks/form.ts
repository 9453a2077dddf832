import { tasks } from '#schema/collections/work/tasks.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'

const defineTaskForm = (required: string) =>
  defineForm(tasks, {
    description: { required },
    assignedEmployeeId: {},
    dueTimestamp: {},
    completed: {},
  })

/** The two places where a task is typed have two wordings. Texts as typed, '' where nothing is chosen, the date as ISO instant. */
export const taskForms = {
  order: defineTaskForm('Please fill in the task description'),
  shop: defineTaskForm('Description is required'),
}

export type TaskForm = FormOf<typeof taskForms.shop>
export type TaskFormField = keyof TaskForm

/** Unassigned and due when the caller says. */
export const newTaskForm = (dueTimestamp: string): TaskForm => ({ ...taskForms.shop.empty, dueTimestamp })
