import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { type BoardQuery, type LiveBoard, openBoardOf, type OrderBoard } from '../lists/board/order-board.ts'
import type { OrderListRow } from '../lists/list-queries.ts'
import { useDevice } from './provider.tsx'
import { useIsFirstSync } from './use-device.ts'

/** What a card needs to read its row and report that it is visible. */
export type BoardRows = Pick<LiveBoard, 'show' | 'rowOf' | 'watchRows' | 'retry'>

/** A shop's live orders by status. */
export function useBoard(query: BoardQuery): OrderBoard & { rows: BoardRows } {
  const device = useDevice()
  const latest = useRef(query)
  latest.current = query
  const { shopId } = query
  // Opened on mount, so that strict mode's second mount opens it again.
  const holder = useMemo(() => {
    let board: LiveBoard | undefined
    const shown = new Map<string, readonly string[]>()
    const rowListeners = new Set<() => void>()
    return {
      subscribe: (listener: () => void) => {
        const opened = device.lists.openBoard({ ...latest.current, shopId }, openBoardOf)
        board = opened
        for (const [statusId, ids] of shown) opened.show(statusId, ids)
        const stops = [
          opened.subscribe(listener),
          opened.watchRows(() => {
            for (const told of rowListeners) told()
          }),
        ]
        listener()
        return () => {
          for (const stop of stops) stop()
          opened.close()
          board = undefined
        }
      },
      get: (): OrderBoard => board?.get() ?? notOpen,
      setQuery: (next: BoardQuery) => board?.setQuery(next),
      rows: {
        // A column reports visible cards before the board is open.
        show: (statusId, ids) => {
          shown.set(statusId, ids)
          board?.show(statusId, ids)
        },
        rowOf: (id) => board?.rowOf(id),
        watchRows: (listener) => {
          rowListeners.add(listener)
          return () => void rowListeners.delete(listener)
        },
        retry: () => board?.retry(),
      } satisfies BoardRows,
    }
  }, [device, shopId])
  const key = JSON.stringify(query)
  useEffect(() => holder.setQuery(latest.current), [holder, key])
  const board = useSyncExternalStore(holder.subscribe, holder.get)
  const isFirstSync = useIsFirstSync()
  // During the first download an empty board is shown as loading.
  const isUnknown = board.shopTotal === 0 && isFirstSync
  return { ...board, ...(isUnknown && { state: 'loading' as const }), rows: holder.rows }
}

const notOpen: OrderBoard = { state: 'loading', total: 0, shopTotal: 0, columns: new Map(), coverage: undefined }

/** One order's card row; undefined while loading. */
export const useBoardRow = (rows: BoardRows, id: string): OrderListRow | undefined => useSyncExternalStore(rows.watchRows, () => rows.rowOf(id))
