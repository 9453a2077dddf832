import { useEffect } from 'react'
import { useIsFirstSync } from '#web/device/react/use-device.ts'
import type { ListView } from '#web/device/react/use-lists.ts'
import { usePointerOver } from '#web/ui/use-pointer-over.ts'
import { takeOwnNews } from '../forms/news/own-news.ts'

/**
 * Rows keep their places while the pointer is over them, except during the first sync and on an empty page; rows the
 * user adds or restores show at once. Returns pointer handlers for the element around the rows.
 */
export function useHeldList<Row>({ rows, isStale, hold, sortAnew }: ListView<Row>) {
  const isFirstSync = useIsFirstSync()
  const isEmpty = rows.length === 0
  const canHold = !isFirstSync && !isEmpty
  // Hold at once, not at the next render, so that a row does not move under the pointer.
  const { isOver, handlers } = usePointerOver(() => hold(canHold))
  const isHeld = isOver && canHold
  useEffect(() => hold(isHeld), [hold, isHeld])
  useEffect(() => {
    if (isStale && (isEmpty || takeOwnNews())) sortAnew()
  }, [isStale, isEmpty, sortAnew])
  return handlers
}
