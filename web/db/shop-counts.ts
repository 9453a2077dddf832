import type { Task } from '#schema/collections/tasks.ts'
import { localDay, localDayOfMs } from '#schema/rules/calendar.ts'
import type { ShopCounts } from './device-types.ts'
import { countOpenOrders, type OrdersProjection } from './projection-orders.ts'
import { createStore, type Readable } from './store.ts'

/** Rows change in bursts; a count that is a moment old does no harm. */
const countDelayMs = 250

type Options = {
  orders: OrdersProjection
  readTasks: () => Promise<Task[]>
  onTasksChange: (listener: () => void) => () => void
  clock: () => Date
  timeZone: string
}

/** Unfinished orders, and open tasks due today or before. */
export function watchShopCounts({ orders, readTasks, onTasksChange, clock, timeZone }: Options): Readable<ShopCounts> {
  const store = createStore<ShopCounts>({ ordersOpen: null, tasksDue: null })
  let run = 0
  let isDue = false
  const count = async (): Promise<void> => {
    const own = ++run
    await orders.ready
    const tasks = await readTasks()
    if (own !== run) return
    const today = localDayOfMs(clock().getTime(), timeZone)
    const tasksDue = tasks.filter(({ completed, dueTimestamp }) => !completed && dueTimestamp !== null && localDay(dueTimestamp, timeZone) <= today).length
    const next = { ordersOpen: countOpenOrders(orders), tasksDue }
    const before = store.get()
    if (before.ordersOpen !== next.ordersOpen || before.tasksDue !== next.tasksDue) store.set(next)
  }
  const schedule = (): void => {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      void count().catch(() => undefined)
    }, countDelayMs)
  }
  return {
    get: store.get,
    subscribe(listener) {
      const stops = [store.subscribe(listener), orders.subscribe(schedule), onTasksChange(schedule)]
      void count().catch(() => undefined)
      return () => {
        for (const stopOne of stops) stopOne()
      }
    },
  }
}
