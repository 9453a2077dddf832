import { z } from 'zod'
import { tasks, type Task } from '../collections/work/tasks.ts'
import { longTextMaxLength, text } from '../fields.ts'
import { checkedBy, textToNullable } from './checked-by.ts'

const { fields } = tasks

/** The two places where a task is typed have two wordings (VAL-28, VAL-30). */
const descriptionIn = { order: 'Please fill in the task description', shop: 'Description is required' } as const

/** What a task's form holds: texts as typed, '' where nothing is chosen. */
export const taskFormSchema = (place: keyof typeof descriptionIn) =>
  z.object({
    description: checkedBy(text('Description', { required: descriptionIn[place], max: longTextMaxLength, merge: 'text' }).schema),
    assignedEmployeeId: checkedBy(fields.assignedEmployeeId.schema),
    /** ISO instant, '' for none. */
    dueTimestamp: checkedBy(fields.dueTimestamp.schema),
    completed: z.boolean(),
  })

export type TaskForm = z.input<ReturnType<typeof taskFormSchema>>
export type TaskFormField = keyof TaskForm

export type TaskValues = Pick<Task, TaskFormField>

/** Unassigned and due when the caller says (TASK-24, TASK-25). */
export const newTaskForm = (dueTimestamp: string): TaskForm => ({ description: '', assignedEmployeeId: '', dueTimestamp, completed: false })

/** Total: also takes a form that is not valid yet. */
export function taskFormToValues(form: TaskForm): TaskValues {
  return {
    description: form.description,
    assignedEmployeeId: textToNullable(form.assignedEmployeeId),
    dueTimestamp: textToNullable(form.dueTimestamp),
    completed: form.completed,
  }
}

export function taskToForm(task: TaskValues): TaskForm {
  return { description: task.description, assignedEmployeeId: task.assignedEmployeeId ?? '', dueTimestamp: task.dueTimestamp ?? '', completed: task.completed }
}
