import { describe, expect, it } from 'vitest'
import { readTaskDue, taskDialogTitle, taskNoun } from './task-cells.ts'
import { isFilteringTasks, tasksFiltersCodec, type TasksFilters } from './tasks-filters.ts'

const format = { now: new Date('2026-03-02T12:00:00.000Z'), timeZone: 'UTC', formatDateTime: (instant: string) => `at ${instant}`, formatTime: () => '2 PM' }

describe('Due By of a task', () => {
  it.each([
    [
      { completed: true, dueTimestamp: '2026-03-01T14:00:00.000Z' },
      { text: 'Task is completed', title: '', tone: 'muted' },
    ],
    [
      { completed: false, dueTimestamp: null },
      { text: 'No due date', title: '', tone: 'muted' },
    ],
    [
      { completed: false, dueTimestamp: '2026-03-03T14:00:00.000Z' },
      { text: 'at 2026-03-03T14:00:00.000Z', title: 'Complete tomorrow by 2 PM', tone: 'normal' },
    ],
    [
      { completed: false, dueTimestamp: '2026-03-01T14:00:00.000Z' },
      { text: 'at 2026-03-01T14:00:00.000Z', title: 'Overdue - was due 1 day ago', tone: 'overdue', late: { text: '1 d late', isRecent: true } },
    ],
  ] as const)('of %j reads %j', (task, expected) => {
    expect(readTaskDue(task, format)).toEqual(expected)
  })
})

it('the task dialog is called after what the task belongs to', () => {
  expect([taskDialogTitle(undefined), taskDialogTitle({ orderId: null }), taskDialogTitle({ orderId: 'o' })]).toEqual([
    'Add Shop Task',
    'Edit Shop Task',
    'Edit Order Task',
  ])
  expect([taskNoun(undefined), taskNoun({ orderId: null }), taskNoun({ orderId: 'o' })]).toEqual(['shop task', 'shop task', 'task'])
})

it.each<TasksFilters>([
  { search: '', from: null, to: null, assignee: 'all', direction: 'earliest-first', page: 1 },
  { search: 'call back', from: '2026-03-01', to: '2026-03-02', assignee: 'unassigned', direction: 'latest-first', page: 3 },
])('the filters of tasks survive the address: %j', (filters) => {
  expect(tasksFiltersCodec.read(new URLSearchParams(tasksFiltersCodec.write(filters)))).toEqual(filters)
  expect(isFilteringTasks(filters)).toBe(filters.search !== '')
})
