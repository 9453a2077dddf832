import type { Task } from '#schema/collections/tasks.ts'
import { foldText } from '#schema/rules/customer-match.ts'
import { containsAllWords, queryToWords } from '#schema/rules/search-words.ts'
import { compareTasks, type DueDirection, type TaskSortFields } from '#schema/rules/task-sort.ts'
import { dayRange, isWithinRange } from './day-range.ts'
import type { TasksQuery } from './device-types.ts'
import type { LocalDatabase } from './local-database.ts'
import { createInterner, Projection, shopSource } from './projection.ts'
import type { Row } from './rows.ts'

export type TaskEntry = TaskSortFields & {
  sortKey: string
  /** Folded description. */
  text: string
  assigneeId: string | null
}

export type TasksProjection = Projection<TaskEntry>

export function createTasksProjection(database: LocalDatabase, shopId: string): TasksProjection {
  const intern = createInterner()
  const toEntry = (row: Row): TaskEntry => {
    const { assignedEmployeeId, completed, createdAt, description, dueTimestamp, id } = row as unknown as Task
    return {
      id,
      sortKey: String(row['sortKey']),
      text: foldText(description),
      assigneeId: assignedEmployeeId === null ? null : intern(assignedEmployeeId),
      completed,
      dueTimestamp,
      createdAt,
    }
  }
  return new Projection(shopSource(database, 'tasks', shopId, toEntry))
}

export type EmployeeEntry = { id: string; sortKey: string; name: string }

export type EmployeesProjection = Projection<EmployeeEntry>

/** Names of those whom tasks may be assigned to, folded for searching. */
export const createEmployeesProjection = (database: LocalDatabase, shopId: string): EmployeesProjection =>
  new Projection(
    shopSource(database, 'employees', shopId, (row) => {
      const name = foldText(String(row['name']))
      return { id: row.id, sortKey: `${name}\u0001${row.id}`, name }
    }),
  )

/** TASK-04..06, AMB-80: every word stands in the description or the assignee's name; days are those on which the task is due. */
export function tasksQueryMatcher(query: TasksQuery, employees: EmployeesProjection, timeZone: string): (entry: TaskEntry) => boolean {
  const { assignee, from, to } = query
  const range = dayRange(from, to, timeZone)
  const isByDay = from !== null || to !== null
  const words = queryToWords(query.search)
  return ({ assigneeId, dueTimestamp, text }) => {
    if (assignee === 'unassigned' ? assigneeId !== null : assignee !== 'all' && assigneeId !== assignee) return false
    if (isByDay && (dueTimestamp === null || !isWithinRange(dueTimestamp, range))) return false
    if (words.length === 0) return true
    const name = assigneeId === null ? '' : (employees.get(assigneeId)?.name ?? '')
    return containsAllWords(`${text}\n${name}`, words)
  }
}

/** The projection stands earliest due first; the other way round is sorted once for each state of it. */
export function createTaskOrder(tasks: TasksProjection): (direction: DueDirection) => readonly TaskEntry[] {
  let latestFirst: { version: number; entries: readonly TaskEntry[] } | undefined
  return (direction) => {
    if (direction === 'earliest-first') return tasks.sorted()
    if (latestFirst?.version !== tasks.version) latestFirst = { version: tasks.version, entries: tasks.sorted().toSorted((a, b) => compareTasks(a, b, direction)) }
    return latestFirst.entries
  }
}
