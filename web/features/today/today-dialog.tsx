import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { MoneyText } from '#web/inputs/money-text.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { countToText } from '#web/language/staff-texts.ts'
import { newFilters } from '#web/list-kit/use-url-filters.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { Link } from '#web/navigation/link.tsx'
import { dashboardPath } from '#web/navigation/paths.ts'
import { useAuth } from '#web/session/session.ts'
import { cn } from '#web/ui/cn.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { t } from './today-texts.ts'
import type { Payment } from '#schema/collections/work/payments.ts'
import { buildCashUp } from '#schema/rules/money/cash-up.ts'
import { dueDays } from '#schema/rules/orders/due.ts'
import { dayToInstantRange, localDayOfMs } from '#schema/rules/text/calendar.ts'
import type { OrdersQuery, TasksQuery } from '#web/device/lists/list-queries.ts'
import type { ListPage } from '#web/device/lists/live-list.ts'
import { useMessagesIn } from '#web/device/react/use-answers.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useShopCounts } from '#web/device/react/use-device.ts'
import { useOrdersPage, useTasksPage } from '#web/device/react/use-lists.ts'
import { useMyEmployeeIds } from '#web/inputs/use-my-employee-ids.ts'
import { useNow } from '#web/inputs/time/use-now.ts'

const noFilters = { search: '', from: null, to: null, page: 1, pageSize: 1 } as const

/** Undefined while it is being counted. */
const toCount = ({ state, total }: ListPage<unknown>): number | undefined => (state === 'ready' ? total : undefined)

/** What the shop has to do today, live, from the rows of this device; the day is the shop's. */
function useToday(shopId: string) {
  const now = useNow()
  const { timeZone } = useShopFormat()
  const myIds = useMyEmployeeIds()
  const today = localDayOfMs(now.getTime(), timeZone)
  const useOrders = (query: Partial<OrdersQuery>): number | undefined =>
    toCount(useOrdersPage({ shopId, ...noFilters, status: 'all', assignee: 'all', ...query }))
  const { ordersReady } = useShopCounts(shopId)
  const tasks: TasksQuery = { shopId, ...noFilters, assignee: myIds[0] ?? 'nobody', isOpen: true, direction: 'earliest-first' }
  const myTasks = toCount(useTasksPage(tasks))
  return {
    today,
    myId: myIds[0],
    promised: useOrders({ view: 'open', due: dueDays('today', now, timeZone) }),
    late: useOrders({ view: 'open', due: dueDays('late', now, timeZone) }),
    ready: ordersReady ?? undefined,
    waiting: useOrders({ view: 'waiting', due: dueDays('late', now, timeZone) }),
    leads: useOrders({ status: [orderStatusIdByName.Lead] }),
    messages: useMessagesIn(shopId, 'received')?.length,
    myTasks,
    taken: useTaken(shopId, today, timeZone),
  }
}

/** What was taken on a day: in all, and in cash. */
function useTaken(shopId: string, day: string, timeZone: string): { all: number; cash: number } | undefined {
  const device = useDevice()
  const [held, setHeld] = useState<{ day: string; payments: readonly Payment[] }>()
  const range = useMemo(() => dayToInstantRange(day, day, timeZone), [day, timeZone])
  useEffect(() => device.rows.watchRange('payments', shopId, range, (payments) => setHeld({ day, payments })), [device, shopId, range, day])
  return useMemo(() => {
    if (held?.day !== day) return undefined
    const payments = held.payments.map(({ paymentAmount, paymentText, ...payment }) => ({ ...payment, amount: paymentAmount, text: paymentText }))
    const { byMethod, total } = buildCashUp({ payments, range, timeZone }).all
    return { all: total.net, cash: byMethod.get('cash')?.net ?? 0 }
  }, [held, day, range, timeZone])
}

type TodayDialogProps = { shopId: string; onClose: () => void }

export function TodayDialog({ shopId, onClose }: TodayDialogProps) {
  const { today, myId, promised, late, ready, waiting, leads, messages, myTasks, taken } = useToday(shopId)
  const { day } = useShopFormat()
  const canReport = useAuth().privileges.includes('view_report')
  const orders = (search: string): string => `${dashboardPath({ shopId, tab: 'orders' })}?${search}`
  const entry = { onOpen: onClose }
  return (
    <Dialog open size="sm" title={t.title()} description={day(today)} onCloseRequest={onClose}>
      <ul className="-mx-2">
        <Entry {...entry} label={t.promised()} count={promised} to={orders('view=open&due=today')} />
        <Entry {...entry} label={t.late()} count={late} isTrouble to={orders('view=open&due=late')} />
        <Entry {...entry} label={t.ready()} count={ready} to={orders('view=ready')} />
        <Entry {...entry} label={t.waiting()} count={waiting} isTrouble to={orders('view=waiting&due=late')} />
        <Entry {...entry} label={t.messages()} count={messages} onPress={() => openDialog({ kind: 'messages-in', state: 'received' })} />
        <Entry {...entry} label={t.leads()} count={leads} to={orders(`status=${orderStatusIdByName.Lead}`)} />
        {myId !== undefined && <Entry {...entry} label={t.myTasks()} count={myTasks} to={`${dashboardPath({ shopId, tab: 'tasks' })}?assignee=${myId}`} />}
        <Entry
          {...entry}
          label={t.cash()}
          count={taken?.cash}
          value={taken && <MoneyText amount={taken.cash} />}
          {...(canReport && { onPress: () => openDialog({ kind: 'cash-up', day: today }) })}
        />
        <Entry
          {...entry}
          label={t.all()}
          count={taken?.all}
          value={taken && <MoneyText amount={taken.all} />}
          {...(canReport && { onPress: () => openDialog({ kind: 'cash-up', day: today }) })}
        />
      </ul>
    </Dialog>
  )
}

type EntryProps = {
  label: string
  /** Undefined while it is being counted. */
  count: number | undefined
  value?: ReactNode
  /** Red unless it is zero. */
  isTrouble?: boolean
  /** The list that it counts; without a list or an act it is only read. */
  to?: string
  onPress?: () => void
  onOpen: () => void
}

function Entry({ label, count, value, isTrouble = false, to, onPress, onOpen }: EntryProps) {
  const className = cn(
    'flex min-h-11 w-full items-center justify-between gap-4 rounded-md px-2 text-left',
    (to ?? onPress) !== undefined && 'hover:bg-hover focus-visible:-outline-offset-2',
  )
  const content = (
    <>
      <span className={cn(count === 0 && 'text-muted')}>{label}</span>
      <span className={cn('font-semibold tabular-nums', count === 0 ? 'font-normal text-muted' : isTrouble && 'text-danger-ink')}>
        {count === undefined ? <span className="font-normal text-muted">…</span> : (value ?? countToText(count))}
      </span>
    </>
  )
  return (
    <li className="border-b border-line last:border-b-0">
      {to !== undefined ? (
        <Link to={to} state={newFilters} className={className} onClick={onOpen}>
          {content}
        </Link>
      ) : onPress !== undefined ? (
        <button type="button" className={className} onClick={onPress}>
          {content}
        </button>
      ) : (
        <span className={className}>{content}</span>
      )}
    </li>
  )
}
