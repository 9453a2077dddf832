import type { Task } from '#schema/collections/work/tasks.ts'
import { foldText } from '#schema/values/customer-match.ts'
import { matchesSearch, readSearch } from '#schema/rules/text/search-words.ts'
import { compareTasks, type DueDirection, type TaskSortFields } from '#schema/values/task-sort.ts'
import { dayRange, isWithinRange } from '../rows/day-range.ts'
import type { TasksQuery } from './list-queries.ts'
import type { LocalDatabase } from '../storage/row-database.ts'
import { createInterner, Projection, shopSource } from './projection.ts'
import type { CustomersProjection } from './projection-customers.ts'
import { type EmployeesProjection, toAssigneeTexts } from './projection-employees.ts'
import { type OrdersProjection, toStatusTexts } from './projection-orders.ts'
import type { Row } from '../rows/rows.ts'

export type TaskEntry = TaskSortFields & {
  sortKey: string
  /** Folded description. */
  text: string
  assigneeId: string | null
  /** Null for a task of the shop. */
  orderId: string | null
}

export type TasksProjection = Projection<TaskEntry>

export function createTasksProjection(database: LocalDatabase, shopId: string): TasksProjection {
  const intern = createInterner()
  const toEntry = (row: Row): TaskEntry => {
    const { assignedEmployeeId, completed, createdAt, description, dueTimestamp, id, orderId } = row as unknown as Task
    return {
      id,
      sortKey: String(row['sortKey']),
      text: foldText(description),
      assigneeId: assignedEmployeeId === null ? null : intern(assignedEmployeeId),
      orderId: orderId === null ? null : intern(orderId),
      completed,
      dueTimestamp,
      createdAt,
    }
  }
  return new Projection(shopSource(database, 'tasks', shopId, toEntry))
}

/** What the other lists know of the order that a task belongs to. */
export type TaskSurroundings = { employees: EmployeesProjection; orders: OrdersProjection; customers: CustomersProjection }

/** TASK-04..06, AMB-80: every word stands in what the row shows; days are those on which the task is due. */
export function tasksQueryMatcher(query: TasksQuery, { employees, orders, customers }: TaskSurroundings, timeZone: string): (entry: TaskEntry) => boolean {
  const { assignee, from, to } = query
  const range = dayRange(from, to, timeZone)
  const isByDay = from !== null || to !== null
  const search = readSearch(query.search)
  const statusToText = toStatusTexts(search)
  const assigneeToText = toAssigneeTexts(search, employees)
  return ({ assigneeId, dueTimestamp, orderId, text }) => {
    if (assignee === 'unassigned' ? assigneeId !== null : assignee !== 'all' && assigneeId !== assignee) return false
    if (isByDay && (dueTimestamp === null || !isWithinRange(dueTimestamp, range))) return false
    if (search.words.length === 0) return true
    const name = assigneeToText(assigneeId)
    if (orderId === null) return matchesSearch(search, [text, name, 'shop task'])
    const order = orders.get(orderId)
    const customer = order === undefined ? undefined : customers.get(order.customerId)
    return matchesSearch(search, [text, name, customer?.name ?? '', order?.item ?? '', order === undefined ? '' : statusToText(order.statusId)])
  }
}

/** The projection stands earliest due first; the other way round is sorted once for each state of it. */
export function createTaskOrder(tasks: TasksProjection): (direction: DueDirection) => readonly TaskEntry[] {
  let latestFirst: { version: number; entries: readonly TaskEntry[] } | undefined
  return (direction) => {
    if (direction === 'earliest-first') return tasks.sorted()
    if (latestFirst?.version !== tasks.version)
      latestFirst = { version: tasks.version, entries: tasks.sorted().toSorted((a, b) => compareTasks(a, b, direction)) }
    return latestFirst.entries
  }
}
