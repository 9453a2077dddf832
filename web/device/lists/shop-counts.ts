import { dayToInstantRange, instantToMs, localDayOfMs } from '#schema/rules/text/calendar.ts'
import { orderViewToStatuses, type OrderView } from '#schema/rules/orders/order-views.ts'
import { statusFilterToMatcher } from '#schema/rules/orders/status-filter.ts'
import type { OrdersProjection } from './projections/projection-orders.ts'
import { countDueTasks, type TasksProjection } from './projections/projection-tasks.ts'
import { createStore, type Readable } from '../platform/observable.ts'

export type ShopCounts = { ordersOpen: number | null; ordersReady: number | null; ordersWaiting: number | null; tasksDue: number | null }

const unknown: ShopCounts = { ordersOpen: null, ordersReady: null, ordersWaiting: null, tasksDue: null }

/** Rows change in bursts; a slightly outdated count does no harm. */
const countDelayMs = 250
const longestWaitMs = 2 ** 31 - 1

const countNames = ['ordersOpen', 'ordersReady', 'ordersWaiting', 'tasksDue'] as const

type Options = {
  orders: OrdersProjection
  tasks: TasksProjection
  /** The server's counts during the first sync. */
  early: { read: () => Pick<ShopCounts, 'ordersOpen' | 'tasksDue'> | undefined; subscribe: (listener: () => void) => () => void }
  clock: () => Date
  timeZone: () => string
}

/** Orders by view, and open tasks due today or before; null while unknown. */
export function watchShopCounts({ orders, tasks, early, clock, timeZone }: Options): Readable<ShopCounts> {
  const store = createStore<ShopCounts>(unknown)
  let timer: ReturnType<typeof setTimeout> | undefined
  let midnight: ReturnType<typeof setTimeout> | undefined
  let listeners = 0
  const endOfToday = (): string | null => {
    const zone = timeZone()
    return dayToInstantRange(null, localDayOfMs(clock().getTime(), zone), zone).toInstantExclusive
  }
  const count = (): void => {
    const before = store.get()
    const countOf = (view: OrderView): number => orders.countOf(statusFilterToMatcher(orderViewToStatuses(view)))
    const next: ShopCounts = {
      ...before,
      ...(orders.isReady && { ordersOpen: countOf('open'), ordersReady: countOf('ready'), ordersWaiting: countOf('waiting') }),
      ...(tasks.isReady && { tasksDue: countDueTasks(tasks, endOfToday()) }),
      ...early.read(),
    }
    if (countNames.some((name) => before[name] !== next[name])) store.set(next)
  }
  const schedule = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      count()
    }, countDelayMs)
  }
  /** A new day makes tasks due without any change. */
  const countAtMidnight = (): void => {
    const end = endOfToday()
    if (end === null) return
    midnight = setTimeout(
      () => {
        count()
        countAtMidnight()
      },
      Math.min(longestWaitMs, Math.max(1_000, instantToMs(end) - clock().getTime())),
    )
  }
  return {
    get: store.get,
    subscribe(listener) {
      const stops = [store.subscribe(listener), orders.subscribe(schedule), tasks.subscribe(schedule), early.subscribe(schedule)]
      count()
      if (++listeners === 1) countAtMidnight()
      return () => {
        for (const stopOne of stops) stopOne()
        if (--listeners > 0) return
        clearTimeout(timer)
        clearTimeout(midnight)
        timer = undefined
      }
    },
  }
}
