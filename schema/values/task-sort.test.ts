import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareTasks, taskSortKey, taskSortKeyMaxLength, type DueDirection, type TaskSortFields } from './task-sort.ts'

const task = (id: string, more: Partial<TaskSortFields> = {}): TaskSortFields => ({
  id,
  completed: false,
  dueTimestamp: null,
  createdAt: '2026-03-02T09:00:00.000Z',
  ...more,
})

const idsOf = (tasks: TaskSortFields[], direction?: DueDirection): string[] => tasks.toSorted((a, b) => compareTasks(a, b, direction)).map(({ id }) => id)

describe('tasks', () => {
  const tasks = [
    task('done-early', { completed: true, dueTimestamp: '2026-03-01T14:00:00.000Z' }),
    task('no-due-old', { createdAt: '2026-03-01T09:00:00.000Z' }),
    task('no-due-new'),
    task('due-late', { dueTimestamp: '2026-03-09T14:00:00.000Z' }),
    task('due-early', { dueTimestamp: '2026-03-03T14:00:00.000Z' }),
  ]

  it('come incomplete first, then the earliest due, then without due date and newest first', () => {
    expect(idsOf(tasks)).toEqual(['due-early', 'due-late', 'no-due-new', 'no-due-old', 'done-early'])
  })

  it('keep those without due date behind those with one when the latest due come first', () => {
    expect(idsOf(tasks, 'latest-first')).toEqual(['due-late', 'due-early', 'no-due-new', 'no-due-old', 'done-early'])
  })
})

const instant = fc
  .date({ min: new Date('0001-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const anyTask = fc.record({
  id: fc.uuid(),
  completed: fc.boolean(),
  dueTimestamp: fc.option(fc.oneof(instant, fc.constant('2026-03-03T14:00:00.000Z'))),
  createdAt: fc.oneof(instant, fc.constant('2026-03-02T09:00:00.000Z')),
})

describe('the sort key of tasks', () => {
  it.each(['earliest-first', 'latest-first'] as const)('sorts as the comparison does, %s', (direction) => {
    fc.assert(
      fc.property(anyTask, anyTask, (a, b) => {
        const keyA = taskSortKey(a, direction)
        const keyB = taskSortKey(b, direction)
        expect(Math.sign(compareTasks(a, b, direction))).toBe(keyA === keyB ? 0 : keyA < keyB ? -1 : 1)
        expect(keyA.length).toBe(taskSortKeyMaxLength)
      }),
    )
  })
})
