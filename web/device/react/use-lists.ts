import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { AppError } from '#schema/errors.ts'
import type { CustomerListRow, CustomersQuery, OrderListRow, OrdersQuery, TaskListRow, TasksQuery } from '../lists/list-queries.ts'
import type { ListPage, LiveList } from '../lists/live-list.ts'
import { useDevice } from './provider.tsx'
import { useIsFirstSync } from './use-device.ts'
import { watchLastWord } from '../platform/observable.ts'

export type ListView<Row> = ListPage<Row> & {
  /** Call with true when the pointer enters the list and false when it leaves: rows keep their places meanwhile. */
  hold: (isHeld: boolean) => void
  sortAnew: () => void
}

export function useOrdersPage(query: OrdersQuery): ListView<OrderListRow> {
  const device = useDevice()
  return useList(query, device.lists.openOrders)
}

export function useCustomersPage(query: CustomersQuery): ListView<CustomerListRow> {
  const device = useDevice()
  return useList(query, device.lists.openCustomers)
}

export function useTasksPage(query: TasksQuery): ListView<TaskListRow> {
  const device = useDevice()
  return useList(query, device.lists.openTasks)
}

/** Reads all matching rows of a list, for export to a file. */
export function useWholeLists() {
  const { openCustomers, openTasks } = useDevice().lists
  return useMemo(
    () => ({
      customers: (query: CustomersQuery) => readWhole(openCustomers, query),
      tasks: (query: TasksQuery) => readWhole(openTasks, query),
    }),
    [openCustomers, openTasks],
  )
}

function useList<Query extends { shopId: string }, Row>(query: Query, open: (query: Query) => LiveList<Query, Row>): ListView<Row> {
  const holder = useListHolder(query, open)
  const key = JSON.stringify(query)
  const latest = useRef(query)
  latest.current = query
  useEffect(() => holder.setQuery(latest.current), [holder, key])
  const page = useSyncExternalStore(holder.subscribe, holder.get)
  const isFirstSync = useIsFirstSync()
  // Before the first download ends, an empty list does not prove that the shop has no rows.
  const isUnknown = page.shopTotal === 0 && isFirstSync && page.isKnownEmpty !== true
  return { ...page, ...(isUnknown && { state: 'loading' as const }), hold: holder.hold, sortAnew: holder.sortAnew }
}

const emptyPage: ListPage<never> = { state: 'loading', total: 0, shopTotal: 0, rows: [], isStale: false }

/** Open while the component is mounted: the second mount of strict mode must find the list open again. */
function useListHolder<Query extends { shopId: string }, Row>(query: Query, open: (query: Query) => LiveList<Query, Row>) {
  const first = useRef(query)
  first.current = query
  const { shopId } = query
  return useMemo(() => {
    let list: LiveList<Query, Row> | undefined
    // The list belongs to one shop: another shop needs another list.
    const openFor = (): LiveList<Query, Row> => open({ ...first.current, shopId })
    return {
      subscribe: (listener: () => void) => {
        list = openFor()
        const stop = list.subscribe(listener)
        listener()
        return () => {
          stop()
          list?.close()
          list = undefined
        }
      },
      get: (): ListPage<Row> => list?.get() ?? emptyPage,
      setQuery: (next: Query) => list?.setQuery(next),
      hold: (isHeld: boolean) => list?.hold(isHeld),
      sortAnew: () => list?.sortAnew(),
    }
  }, [open, shopId])
}

type Paged = { page: number; pageSize: number }

/** More rows than any shop has. */
const allRows = 10_000_000

/** All rows that a list finds, in its order, as they are now. @throws AppError UNAVAILABLE when this device's storage fails */
export function readWhole<Query extends Paged, Row>(open: (query: Query) => LiveList<Query, Row>, query: Query): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const list = open({ ...query, page: 1, pageSize: allRows })
    let isOver = false
    const end = (settle: () => void): void => {
      isOver = true
      stop()
      list.close()
      settle()
    }
    const look = (): void => {
      if (isOver) return
      const { state, rows, total, coverage } = list.get()
      if (state === 'failed') end(() => reject(new AppError('UNAVAILABLE', 'The list could not be read on this device.')))
      // During the first sync the total exceeds the stored rows.
      else if (state === 'ready' && (rows.length >= total || coverage !== undefined)) end(() => resolve(rows))
    }
    const stop = watchLastWord(list, look)
    queueMicrotask(look)
  })
}
