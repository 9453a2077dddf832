import { useEffect } from 'react'
import { useSyncStatus } from '#web/device/react/use-device.ts'
import type { ListView } from '#web/device/react/use-lists.ts'
import { usePointerOver } from '#web/ui/use-pointer-over.ts'
import { takeOwnNews } from '../forms/news/own-news.ts'

/**
 * Rows keep their places while the pointer is over them. Not while the first rows are still arriving, and an
 * empty page has nothing to keep; what the person adds or brings back shows at once. Gives the handlers for the element around the rows.
 */
export function useHeldList<Row>({ rows, isStale, hold, sortAnew }: ListView<Row>) {
  const isFirstSync = useSyncStatus().firstSync !== null
  const isEmpty = rows.length === 0
  const canHold = !isFirstSync && !isEmpty
  // Not only with the next rendering: what a finger goes for must not move before it.
  const { isOver, handlers } = usePointerOver(() => hold(canHold))
  const isHeld = isOver && canHold
  useEffect(() => hold(isHeld), [hold, isHeld])
  useEffect(() => {
    if (isStale && (isEmpty || takeOwnNews())) sortAnew()
  }, [isStale, isEmpty, sortAnew])
  return handlers
}
