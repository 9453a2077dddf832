import { dayToInstantRange, instantToMs, localDayOfMs } from '#schema/rules/text/calendar.ts'
import type { OrdersProjection } from './projections/projection-orders.ts'
import { countDueTasks, type TasksProjection } from './projections/projection-tasks.ts'
import { createStore, type Readable } from '../platform/observable.ts'

export type ShopCounts = { ordersOpen: number | null; tasksDue: number | null }

/** Rows change in bursts; a slightly outdated count does no harm. */
const countDelayMs = 250
const longestWaitMs = 2 ** 31 - 1

type Options = {
  orders: OrdersProjection
  tasks: TasksProjection
  /** The server's counts during the first sync. */
  early: { read: () => ShopCounts | undefined; subscribe: (listener: () => void) => () => void }
  clock: () => Date
  timeZone: () => string
}

/** Unfinished orders, and open tasks due today or before; null while unknown. */
export function watchShopCounts({ orders, tasks, early, clock, timeZone }: Options): Readable<ShopCounts> {
  const store = createStore<ShopCounts>({ ordersOpen: null, tasksDue: null })
  let timer: ReturnType<typeof setTimeout> | undefined
  let midnight: ReturnType<typeof setTimeout> | undefined
  let listeners = 0
  const endOfToday = (): string | null => {
    const zone = timeZone()
    return dayToInstantRange(null, localDayOfMs(clock().getTime(), zone), zone).toInstantExclusive
  }
  const count = (): void => {
    const before = store.get()
    const next = early.read() ?? {
      ordersOpen: orders.isReady ? orders.counted : before.ordersOpen,
      tasksDue: tasks.isReady ? countDueTasks(tasks, endOfToday()) : before.tasksDue,
    }
    if (before.ordersOpen !== next.ordersOpen || before.tasksDue !== next.tasksDue) store.set(next)
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
