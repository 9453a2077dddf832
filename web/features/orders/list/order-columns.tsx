import type { StatusColors } from '#schema/rules/orders/status-age.ts'
import type { OrderListRow } from '#web/device/lists/list-queries.ts'
import { AgeDot } from '#web/inputs/time/age-dot.tsx'
import { MoneyText, QuoteText } from '#web/inputs/money-text.tsx'
import { Ticket } from '#web/inputs/ticket.tsx'
import { DueText } from '#web/inputs/time/due-text.tsx'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { cn } from '#web/ui/cn.ts'
import type { Column } from '#web/ui/tables/table-model.ts'
import { EstimateTag } from './estimate-tag.tsx'
import { ItemMark } from './item-mark.tsx'
import { readDueCell, readItemTags, toOneLine } from './order-cells.ts'
import { OrderAssigneeChoice, OrderStatusChoice } from './order-choices.tsx'
import { OrderRowMenu } from './order-row-menu.tsx'
import { t } from './orders-texts.ts'

export type OrderColumnsOptions = {
  shopId: string
  colors: StatusColors | undefined
  /** When a row's menu is visible: on hover, always (touch), or never (cards). */
  menu: 'for-pointer' | 'for-touch' | 'none'
  /** Digits of the longest visible ticket, so that none wraps or is cut off. */
  ticketWidth: number
  /** The issue under the device, where the row is too narrow for one line. */
  withIssue: boolean
}

// On a tablet a cell may take two lines without making the row higher.
export const wrapping = 'max-lg:whitespace-normal max-lg:py-1.5 max-lg:text-sm max-lg:leading-tight'
const twoLines = 'line-clamp-2 whitespace-normal leading-tight wrap-normal'
const compact = 'max-xl:text-sm'
export const money = cn(compact, 'pl-0')

export const menuClass = {
  'for-pointer':
    'absolute top-0 right-1 [&:not([data-state=open])]:opacity-0 group-hover:opacity-100! group-focus-visible:opacity-100! focus-visible:opacity-100!',
  'for-touch': 'absolute inset-y-0 right-0 h-full w-11 justify-end bg-transparent pr-1.5 max-lg:pr-0.5 hover:bg-transparent hover:text-ink [&_svg]:size-4',
} as const

/** The ticket, then the specified columns. Widths are tokens of the view, so that all fit an upright tablet. */
export function createOrderColumns({ shopId, colors, menu, ticketWidth, withIssue }: OrderColumnsOptions): readonly Column<OrderListRow>[] {
  return [
    {
      key: 'ticket',
      sortBy: 'ticket',
      header: t.column.ticket(),
      width: `max(var(--orders-ticket), calc(1rem + ${ticketWidth} * var(--orders-ticket-sign)))`,
      card: 'corner',
      className: cn('pr-0 max-lg:whitespace-normal max-lg:py-1.5 max-lg:leading-tight', 'max-xl:text-sm max-lg:text-xs'),
      cell: ({ order }) => <Ticket shopId={shopId} number={order.number} className="max-sm:text-sm max-sm:font-normal" />,
    },
    {
      key: 'customer',
      sortBy: 'customer',
      header: t.column.customer(),
      width: 'var(--orders-customer)',
      card: 'plain',
      isLink: true,
      className: wrapping,
      cell: ({ order, customer }) => (
        <span title={customer?.name} className={twoLines}>
          {customer?.name ?? (order.customerId !== null && '…')}
        </span>
      ),
    },
    {
      key: 'item',
      sortBy: 'item',
      header: t.column.item(),
      card: 'title',
      isLink: true,
      className: wrapping,
      cell: (row) => <ItemCell row={row} withIssue={withIssue} />,
    },
    {
      key: 'quote',
      header: t.column.quote(),
      align: 'right',
      width: 'var(--orders-quote)',
      className: cn(wrapping, money),
      cell: ({ order, linesTotal }) => (linesTotal === null ? <QuoteText quotedCost={order.quotedCost} /> : <MoneyText amount={linesTotal} />),
    },
    {
      key: 'payment',
      header: t.column.payment(),
      align: 'right',
      width: 'var(--orders-money)',
      className: money,
      cell: ({ paymentsTotal }) => <MoneyText amount={paymentsTotal} />,
    },
    {
      key: 'cost',
      header: t.column.cost(),
      align: 'right',
      width: 'var(--orders-money)',
      className: money,
      cell: ({ costsTotal }) => <MoneyText amount={costsTotal === null ? null : -costsTotal} />,
    },
    {
      key: 'status',
      sortBy: 'status',
      header: t.column.status(),
      width: 'var(--orders-status)',
      card: 'foot-plain',
      className: wrapping,
      cell: ({ order }) => (
        <span className="flex items-center gap-2">
          {/* On cards of one width too, so that the ages align. */}
          <OrderStatusChoice shopId={shopId} order={order} className="min-w-0 flex-1 max-[901px]:w-48 max-[901px]:flex-none" />
          <span className="min-w-10 shrink-0">
            <AgeDot order={order} colors={colors} />
          </span>
        </span>
      ),
    },
    {
      key: 'assignee',
      sortBy: 'assignee',
      header: t.column.assignee(),
      width: 'var(--orders-assignee)',
      card: 'foot-plain',
      className: cn(wrapping, compact),
      cell: ({ order }) => <OrderAssigneeChoice shopId={shopId} order={order} className="max-[901px]:ml-auto max-[901px]:flex max-[901px]:w-fit" />,
    },
    {
      key: 'due',
      sortBy: 'due',
      header: t.column.due(),
      width: 'var(--orders-due)',
      className: cn('relative tabular-nums', wrapping, compact),
      cell: ({ order }) => (
        <>
          <DueText
            read={(format) => readDueCell(order, format)}
            lateClassName="block max-[901px]:ml-2 max-[901px]:inline"
            className="block leading-tight whitespace-normal"
          />
          {/* No room beside the date: on hover the menu covers it, on touch it is at the cell's end. */}
          {menu !== 'none' && <OrderRowMenu orderId={order.id} className={menuClass[menu]} />}
        </>
      ),
    },
  ]
}

function ItemCell({ row: { order, isUnsent, estimate }, withIssue }: { row: OrderListRow; withIssue: boolean }) {
  return (
    <span className="flex min-w-0 flex-col leading-tight">
      <span className="flex min-w-0 items-center gap-x-1.5">
        {readItemTags(order).map((tag) => (
          <ItemMark key={tag} tag={tag} />
        ))}
        <EstimateTag mark={estimate} className="max-xl:px-1 max-xl:text-xs" />
        {isUnsent && <UnsentMark />}
        <span className="truncate" title={order.itemDetails}>
          {toOneLine(order.itemDetails)}
        </span>
      </span>
      {withIssue && (
        <span className="truncate text-sm font-normal text-muted" title={order.issueDescription}>
          {toOneLine(order.issueDescription)}
        </span>
      )}
    </span>
  )
}
