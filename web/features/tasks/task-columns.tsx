import type { TaskListRow } from '#web/device/lists/list-queries.ts'
import { Ticket } from '#web/inputs/ticket.tsx'
import { StatusChip } from '#web/inputs/status-chip.tsx'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { cn } from '#web/ui/cn.ts'
import type { Column } from '#web/ui/tables/table-model.ts'
import { TaskAssignee } from './assignee-cell.tsx'
import { TaskDue } from './task-due.tsx'
import { TaskTick } from './task-tick.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './tasks-texts.ts'

const twoLines = 'line-clamp-2 whitespace-normal leading-tight wrap-anywhere'
const wrapping = 'whitespace-normal py-1.5 max-lg:text-sm'

/** Status is the order's. Widths are tokens of the view. */
export const createTaskColumns = (shopId: string): readonly Column<TaskListRow>[] => [
  {
    key: 'customer',
    header: common.customer(),
    width: 'var(--tasks-customer)',
    card: 'plain',
    isLink: true,
    className: wrapping,
    cell: ({ task, customer }) =>
      task.orderId === null ? (
        <span className="text-muted">{t.shopTask()}</span>
      ) : (
        <span className={twoLines} title={customer?.name}>
          {customer?.name ?? '…'}
        </span>
      ),
  },
  {
    key: 'item',
    header: t.item(),
    width: 'var(--tasks-item)',
    card: 'plain',
    className: wrapping,
    cell: ({ order }) =>
      order && (
        <span className={twoLines} title={order.itemDetails}>
          {order.itemDetails} <Ticket shopId={shopId} number={order.number} className="text-muted" />
        </span>
      ),
  },
  {
    key: 'status',
    header: common.status(),
    width: 'var(--tasks-status)',
    card: 'corner',
    className: wrapping,
    cell: ({ order }) => order && <StatusChip statusId={order.orderStatusId} className="w-full justify-center text-center max-sm:w-auto" />,
  },
  {
    key: 'task',
    header: t.task(),
    card: 'title',
    isLink: true,
    before: ({ task }) => <TaskTick shopId={shopId} task={task} canUndo />,
    className: wrapping,
    cell: ({ task, isUnsent }) => (
      <span className="flex items-center gap-1.5">
        {isUnsent && <UnsentMark />}
        <span className={cn(twoLines, task.completed && 'text-muted line-through')} title={task.description}>
          {task.description}
        </span>
      </span>
    ),
  },
  {
    key: 'assignee',
    header: t.assign(),
    width: 'var(--tasks-assignee)',
    card: 'foot',
    className: 'py-0',
    cell: ({ task }) => (
      <TaskAssignee shopId={shopId} task={task} className="sm:-ml-3 sm:w-[calc(100%+0.75rem)] sm:max-xl:[&_select]:pr-8 sm:max-lg:[&_select]:pl-2" />
    ),
  },
  {
    key: 'due',
    header: t.dueBy(),
    width: 'var(--tasks-due)',
    className: 'text-sm leading-tight tabular-nums text-balance whitespace-normal',
    cell: ({ task }) => <TaskDue task={task} />,
  },
]
