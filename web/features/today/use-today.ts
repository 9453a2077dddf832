import { useEffect, useMemo, useState } from 'react'
import type { Payment } from '#schema/collections/work/payments.ts'
import { buildCashUp } from '#schema/rules/money/cash-up.ts'
import { dueDays } from '#schema/rules/orders/due.ts'
import { dayToInstantRange, localDayOfMs } from '#schema/rules/text/calendar.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { OrdersQuery, TasksQuery } from '#web/device/lists/list-queries.ts'
import type { ListPage } from '#web/device/lists/live-list.ts'
import { useMessagesIn } from '#web/device/react/use-answers.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useShopCounts } from '#web/device/react/use-device.ts'
import { useOrdersPage, useTasksPage } from '#web/device/react/use-lists.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useMyEmployeeIds } from '#web/inputs/use-my-employee-ids.ts'
import { useNow } from '#web/inputs/time/use-now.ts'

const noFilters = { search: '', from: null, to: null, page: 1, pageSize: 1 } as const

/** Undefined while it is being counted. */
const toCount = ({ state, total }: ListPage<unknown>): number | undefined => (state === 'ready' ? total : undefined)

/** What the shop has to do today, live, from the rows of this device; the day is the shop's. */
export function useToday(shopId: string) {
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
