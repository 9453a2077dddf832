import { useEffect } from 'react'
import { useIsFirstSync } from '#web/device/react/use-device.ts'
import type { ListView } from '#web/device/react/use-lists.ts'
import { usePointerOver } from '#web/ui/use-pointer-over.ts'
import { takeOwnNews } from '../forms/news/own-news.ts'

/**
 * Rows keep their places while the pointer is over them, except during the first sync and on an empty page; what the person
 * adds or restores shows at once. Returns the pointer handlers for the element around the rows.
 */
export function useHeldList<Row>({ rows, isStale, hold, sortAnew }: ListView<Row>) {
  const isFirstSync = useIsFirstSync()
  const isEmpty = rows.length === 0
  const canHold = !isFirstSync && !isEmpty
  // Held at once and not with the next rendering, so that a row does not move from under a finger.
  const { isOver, handlers } = usePointerOver(() => hold(canHold))
  const isHeld = isOver && canHold
  useEffect(() => hold(isHeld), [hold, isHeld])
  useEffect(() => {
    if (isStale && (isEmpty || takeOwnNews())) sortAnew()
  }, [isStale, isEmpty, sortAnew])
  return handlers
}
