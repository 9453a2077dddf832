import { createStore, type Readable, watchSet } from '../../platform/observable.ts'
import { createEntryFinder } from '../list-finder.ts'
import type { OrderListRow, OrdersQuery } from '../list-queries.ts'
import { type ListContext, ordersFinding, ordersSource } from '../list-sources.ts'
import { type Coverage, keepSameRows } from '../live-list.ts'
import type { OrderEntry } from '../projections/projection-orders.ts'
import type { TaskSurroundings } from '../projections/projection-tasks.ts'
import { groupByStatus, type BoardColumn } from './board-columns.ts'

export type { BoardColumn }

export type BoardQuery = Omit<OrdersQuery, 'page' | 'pageSize'>

export type OrderBoard = {
  /** 'failed': this device's storage did not return the rows; `retry` tries again. */
  state: 'loading' | 'ready' | 'failed'
  /** Matching orders, and all orders of the shop. */
  total: number
  shopTotal: number
  /** By status, non-empty ones only. Unchanged: the same object. */
  columns: ReadonlyMap<string, BoardColumn>
  coverage: Coverage | undefined
}

export type LiveBoard = Readable<OrderBoard> & {
  setQuery: (query: BoardQuery) => void
  retry: () => void
  /** Sets a column's visible cards, whose rows are read and kept current. */
  show: (statusId: string, ids: readonly string[]) => void
  /** Undefined while loading. */
  rowOf: (id: string) => OrderListRow | undefined
  watchRows: (listener: () => void) => () => void
  close: () => void
}

const empty: OrderBoard = { state: 'loading', total: 0, shopTotal: 0, columns: new Map(), coverage: undefined }

/** Bursts of changes share one update. */
const pauseMs = 16

export type OpenBoard = typeof openBoardOf

export function openBoardOf(context: ListContext, first: BoardQuery, surroundings: TaskSurroundings): LiveBoard {
  const source = ordersSource(context, first.shopId, surroundings)
  const find = createEntryFinder<OrdersQuery, OrderEntry>(ordersFinding(context, first.shopId, surroundings))
  const store = createStore<OrderBoard>(empty)
  const rowListeners = new Set<() => void>()
  const shownByStatus = new Map<string, readonly string[]>()
  let rowById: ReadonlyMap<string, OrderListRow> = new Map()
  const changedAt = new Map<string, number>()
  let query = first
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let isReadDue = false

  const group = (): void => {
    const asked = query
    const whole = { ...asked, page: 1, pageSize: 1 }
    const found = find(whole)
    if (found === undefined) {
      // `source.watch` reports when the orders can be found.
      source.demand(whole).catch(() => {
        if (!isClosed && query === asked) store.set({ ...empty, state: 'failed' })
      })
      return
    }
    const columns = groupByStatus(found, (id) => surroundings.orders.get(id), store.get().columns)
    const coverage = source.coverage()
    const shopTotal = Math.max(surroundings.orders.size, coverage?.total ?? 0)
    store.set({ state: 'ready', total: found.length, shopTotal, columns, coverage })
  }

  /** One read at a time; the next one takes the cards visible then. */
  const readRows = async (): Promise<void> => {
    isReadDue = true
    if (isReading) return
    isReading = true
    while (isReadDue && !isClosed) {
      isReadDue = false
      const ids = [...new Set([...shownByStatus.values()].flat())]
      const rows = await source.load(ids, changedAt).catch(() => undefined)
      if (rows === undefined || isClosed) continue
      rowById = new Map(keepSameRows([...rowById.values()], rows, source.idOf).map((row) => [row.order.id, row]))
      for (const listener of rowListeners) listener()
    }
    isReading = false
  }

  const look = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      if (isClosed) return
      group()
      void readRows()
    }, pauseMs)
  }

  const stopWatching = source.watch((change) => {
    if (typeof change === 'object') for (const id of change.ids) if (rowById.has(id)) changedAt.set(id, source.now())
    if (change === 'unsent') void readRows()
    else look()
  })
  group()

  return {
    get: store.get,
    subscribe: store.subscribe,
    setQuery(next) {
      if (JSON.stringify(next) === JSON.stringify(query)) return
      query = next
      group()
    },
    retry() {
      store.set(empty)
      group()
    },
    show(statusId, ids) {
      if (ids.join() === shownByStatus.get(statusId)?.join()) return
      shownByStatus.set(statusId, ids)
      if (ids.some((id) => !rowById.has(id))) void readRows()
    },
    rowOf: (id) => rowById.get(id),
    watchRows: (listener) => watchSet(rowListeners, listener),
    close() {
      isClosed = true
      clearTimeout(timer)
      stopWatching()
    },
  }
}
