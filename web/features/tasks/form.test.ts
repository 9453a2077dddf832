import { describe, expect, it } from 'vitest'
import { newTaskForm, taskForms } from './form.ts'

const due = '2026-03-02T14:00:00.000Z'

describe('task form', () => {
  it.each([
    ['order', 'Please fill in the task description'],
    ['shop', 'Description is required'],
  ] as const)('asks for a description in the words of the %s', (place, message) => {
    const issues = taskForms[place].schema.safeParse(newTaskForm(due)).error?.issues
    expect(issues?.map((issue) => [issue.path.join('.'), issue.message])).toEqual([['description', message]])
  })

  it('stores null for what was emptied and gives the form back', () => {
    const form = { ...newTaskForm(''), description: 'Order the part' }
    const values = taskForms.shop.toValues(form)
    expect(values).toEqual({ description: 'Order the part', assignedEmployeeId: null, dueTimestamp: null, completed: false })
    expect(taskForms.shop.toForm(values)).toEqual(form)
  })
})
