import type { Task } from '#schema/collections/work/tasks.ts'
import type { CsvCell } from '#schema/rules/money/csv.ts'
import { localDay } from '#schema/rules/text/calendar.ts'
import { toPrintedTicket } from '#schema/rules/orders/ticket.ts'
import { orderStatusById } from '#schema/values/order-status.ts'
import type { TaskListRow } from '#web/device/lists/list-queries.ts'
import { useWholeLists } from '#web/device/react/use-lists.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useTicketPrefix } from '#web/inputs/ticket.tsx'
import { useEmployeeNames } from '#web/inputs/use-employee-names.ts'
import { CsvButton, CsvItem, type CsvTable } from '#web/list-kit/csv-button.tsx'
import { listPageSize as pageSize } from '#web/list-kit/page-size.ts'
import type { TasksFilters } from './tasks-filters.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './tasks-texts.ts'

type Words = { prefix: string; timeZone: string; employeeName: (id: string) => string }

export const toTasksTable = (rows: readonly Pick<TaskListRow, 'task' | 'order' | 'customer'>[], { prefix, timeZone, employeeName }: Words): CsvTable => ({
  header: ['Customer', 'Item', 'No.', 'Status', 'Task', 'Done', 'Assign To', 'Due By'],
  rows: rows.map(({ task, order, customer }) => [
    task.orderId === null ? t.shopTask() : (customer?.name ?? ''),
    order?.itemDetails ?? '',
    order === undefined ? '' : toPrintedTicket(order, prefix),
    order === undefined ? '' : (orderStatusById.get(order.orderStatusId)?.statusName ?? ''),
    ...toTaskCells(task, { timeZone, employeeName }),
  ]),
})

type OrderTaskWords = Pick<Words, 'timeZone' | 'employeeName'>

export const toOrderTasksTable = (tasks: readonly Task[], { timeZone, employeeName }: OrderTaskWords): CsvTable => ({
  header: ['Task', 'Done', 'Assign To', 'Due By'],
  rows: tasks.map((task) => toTaskCells(task, { timeZone, employeeName })),
})

function toTaskCells({ description, completed, assignedEmployeeId, dueTimestamp }: Task, { timeZone, employeeName }: OrderTaskWords): CsvCell[] {
  return [
    description,
    completed ? common.yes() : '',
    assignedEmployeeId === null ? '' : employeeName(assignedEmployeeId),
    dueTimestamp === null ? '' : localDay(dueTimestamp, timeZone),
  ]
}

export function OrderTasksCsv({ shopId, tasks }: { shopId: string; tasks: readonly Task[] }) {
  const { timeZone } = useShopFormat()
  const employeeName = useEmployeeNames(shopId)
  return <CsvButton shopId={shopId} what={t.orderTasksList()} read={() => toOrderTasksTable(tasks, { timeZone, employeeName })} />
}

export function TasksCsv({ shopId, filters }: { shopId: string; filters: TasksFilters }) {
  const whole = useWholeLists()
  const prefix = useTicketPrefix(shopId)
  const { timeZone } = useShopFormat()
  const employeeName = useEmployeeNames(shopId)
  const words = { prefix, timeZone, employeeName }
  return <CsvItem shopId={shopId} what={t.title()} read={async () => toTasksTable(await whole.tasks({ shopId, ...filters, pageSize }), words)} />
}
