import type { Task } from '#schema/collections/work/tasks.ts'
import { foldText } from '#schema/values/customer-match.ts'
import { findWords, missWords, readSearch, type Search, splitSearch } from '#schema/rules/text/search-words.ts'
import type { DueDirection, TaskSortFields } from '#schema/values/task-sort.ts'
import { dayRange, isWithinRange } from '../../rows/day-range.ts'
import type { BuildTurns } from './build-turns.ts'
import type { TasksQuery } from '../list-queries.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'
import { createSharedIds, Projection, type SharedId, shopSource } from './projection.ts'
import type { CustomersProjection } from './projection-customers.ts'
import { type EmployeesProjection, findAssigneeWords } from './projection-employees.ts'
import { orderNameFinder } from './order-names.ts'
import { findStatusWords, type OrdersProjection, rememberByPlace, wholeNameMatcher } from './projection-orders.ts'
import type { Row } from '../../rows/rows.ts'
import { type ColumnSheet, sharedAt, textAt } from '../../storage/packed/columns/column-sheet.ts'
import { readListed } from '../../storage/rows/list-columns.ts'
import { findPlace } from './sorted-runs.ts'

export type TaskEntry = TaskSortFields & {
  sortKey: string
  /** Folded description. */
  text: string
  assignee: SharedId | null
  /** Null for a shop's own task. */
  orderId: string | null
}

export type TasksProjection = Projection<TaskEntry>

export function createTasksProjection(database: LocalDatabase, shopId: string, turns?: BuildTurns): TasksProjection {
  const shareAssignee = createSharedIds()
  const toEntry = (row: Row): TaskEntry => {
    const { assignedEmployeeId, completed, createdAt, description, dueTimestamp, id, orderId } = row as unknown as Task
    return {
      id,
      sortKey: String(row['sortKey']),
      text: foldText(description),
      assignee: assignedEmployeeId === null ? null : shareAssignee(assignedEmployeeId),
      orderId,
      completed,
      dueTimestamp,
      createdAt,
    }
  }
  const fromSheet = (sheet: ColumnSheet): TaskEntry[] => {
    const [sortPrefix, text, createdAt] = [sheet.texts('sortPrefix'), sheet.texts('text'), sheet.texts('createdAt')]
    const [dueTimestamp, assignee, order, completed] = [
      sheet.shared('dueTimestamp'),
      sheet.shared('assignee'),
      sheet.shared('order'),
      sheet.numbers('completed'),
    ]
    return sheet.places().map((place) => {
      const assigneeId = sharedAt(assignee, place)
      return {
        ...readListed(sheet, sortPrefix, place),
        text: textAt(text, place),
        assignee: assigneeId === null ? null : shareAssignee(assigneeId),
        orderId: sharedAt(order, place),
        completed: completed[place] === 1,
        dueTimestamp: sharedAt(dueTimestamp, place),
        createdAt: textAt(createdAt, place),
      }
    })
  }
  return new Projection(shopSource(database, 'tasks', shopId, toEntry, fromSheet), turns)
}

/** The other lists' data on a task's order. */
export type TaskSurroundings = { employees: EmployeesProjection; orders: OrdersProjection; customers: CustomersProjection }

type SearchSurroundings = TaskSurroundings & { timeZone: string; ticketPrefixes: readonly string[] }

type TaskMatcher = (entry: TaskEntry) => boolean

/** Every word occurs in the row or is its order's number; days filter by due date. */
export function tasksQueryMatcher(query: TasksQuery, surroundings: SearchSurroundings): TaskMatcher {
  const { assignee: wanted, from, to, isOpen = false } = query
  const range = dayRange(from, to, surroundings.timeZone)
  const isByDay = from !== null || to !== null
  const parts = splitSearch(readSearch(query.search)).map((part) => taskPartMatcher(part, surroundings))
  const isNamed = wholeNameMatcher(query.search, surroundings.ticketPrefixes)
  return (entry) => {
    const { assignee, completed, dueTimestamp, orderId } = entry
    if (isOpen && completed) return false
    if (wanted === 'unassigned' ? assignee !== null : wanted !== 'all' && assignee?.id !== wanted) return false
    if (isByDay && (dueTimestamp === null || !isWithinRange(dueTimestamp, range))) return false
    if (parts.every((isFound) => isFound(entry))) return true
    const order = isNamed === undefined || orderId === null ? undefined : surroundings.orders.get(orderId)
    return order !== undefined && isNamed?.(order) === true
  }
}

function taskPartMatcher(part: Search, { employees, orders, customers, ticketPrefixes }: SearchSurroundings): TaskMatcher {
  const findNames = orderNameFinder(
    part.words.map(({ text }) => text),
    ticketPrefixes,
  )
  const inAssignee = rememberByPlace((id) => findAssigneeWords(part, employees, id))
  const inNobody = findAssigneeWords(part, employees, null)
  const inShopTask = findWords(part, ['shop task'])
  const inStatus = rememberByPlace((id) => findStatusWords(part, id))
  const inCustomer = rememberByPlace((id) => findWords(part, [customers.get(id)?.name ?? '']))
  return ({ assignee, orderId, text }) => {
    const missing = missWords(part, text) & ~(assignee === null ? inNobody : inAssignee(assignee))
    if (missing === 0) return true
    if (orderId === null) return (missing & ~inShopTask) === 0
    const order = orders.get(orderId)
    if (order === undefined) return false
    const unnamed = missing & ~(findNames?.(missing, order.text, order) ?? 0)
    return (unnamed & missWords(part, order.text.slice(0, order.itemLength)) & ~(inCustomer(order.customer) | inStatus(order.status))) === 0
  }
}

/** Open tasks due before an instant, which sort first; null counts all with a due date. */
export function countDueTasks(tasks: TasksProjection, instant: string | null): number {
  return findPlace(tasks.sorted(), ({ completed, dueTimestamp }) => completed || dueTimestamp === null || (instant !== null && dueTimestamp >= instant))
}

/** The projection is sorted earliest due first; the reverse is made once per version. */
export function createTaskOrder(tasks: TasksProjection): (direction: DueDirection) => readonly TaskEntry[] {
  let latestFirst: { version: number; entries: readonly TaskEntry[] } | undefined
  return (direction) => {
    if (direction === 'earliest-first') return tasks.sorted()
    if (latestFirst?.version !== tasks.version) latestFirst = { version: tasks.version, entries: toLatestFirst(tasks.sorted()) }
    return latestFirst.entries
  }
}

/** Reverses open and completed tasks by due time; those with equal or no due time keep their order. */
function toLatestFirst(earliestFirst: readonly TaskEntry[]): TaskEntry[] {
  const latestFirst: TaskEntry[] = []
  const openEnd = findPlace(earliestFirst, ({ completed }) => completed)
  for (const [start, end] of [
    [0, openEnd],
    [openEnd, earliestFirst.length],
  ] as const) {
    const half = earliestFirst.slice(start, end)
    const dueEnd = findPlace(half, ({ dueTimestamp }) => dueTimestamp === null)
    for (let next = dueEnd; next > 0;) {
      let first = next - 1
      while (first > 0 && half[first - 1]?.dueTimestamp === half[first]?.dueTimestamp) first--
      latestFirst.push(...half.slice(first, next))
      next = first
    }
    for (const entry of half.slice(dueEnd)) latestFirst.push(entry)
  }
  return latestFirst
}
