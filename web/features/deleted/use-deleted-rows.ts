import { useCallback, useEffect, useRef, useState } from 'react'
import { type DeletedPage, type DeletedRow, restorableCollections } from '#schema/api/deleted.ts'
import { listDeleted } from '#web/api/shop-api.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import type { DeletedFilters } from './deleted-filters.ts'

type DeletedRows = {
  /** Undefined until the server has answered for this shop. */
  rows: DeletedRow[] | undefined
  /** The last request failed. */
  isFailed: boolean
  hasMore: boolean
  isLoading: boolean
  loadMore: () => void
  reload: () => void
}

/** Debounces a burst of changes into one request. */
const pauseMs = 400

type Held = { shopId: string; rows: DeletedRow[]; next: number | null }

/** The server's list of deleted rows, requested again after each change that this device sees. */
export function useDeletedRows(shopId: string, { search, collection }: DeletedFilters): DeletedRows {
  const device = useDevice()
  const [held, setHeld] = useState<Held>()
  const [isFailed, setIsFailed] = useState(false)
  const [isLoading, setIsLoading] = useState(true)
  const pages = useRef(1)
  const asking = useRef<AbortController>(undefined)

  const ask = useCallback(async () => {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    setIsLoading(true)
    try {
      const rows: DeletedRow[] = []
      let next: number | null = null
      for (let page = 0; page < pages.current; page++) {
        const answer: DeletedPage = await listDeleted(shopId, { search, collection, before: next }, controller.signal)
        rows.push(...answer.rows)
        next = answer.next
        if (next === null) break
      }
      if (controller.signal.aborted) return
      setHeld({ shopId, rows, next })
      setIsFailed(false)
    } catch {
      if (controller.signal.aborted) return
      setIsFailed(true)
    }
    setIsLoading(false)
  }, [shopId, search, collection])

  useEffect(() => {
    pages.current = 1
    let timer = setTimeout(() => void ask(), search === '' ? 0 : pauseMs)
    const askSoon = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => void ask(), pauseMs)
    }
    let wasOffline = device.sync.status.get().state === 'offline'
    const stops = [
      ...restorableCollections.map((name) => device.rows.watchCollection(name, askSoon)),
      device.outbox.waiting.subscribe(askSoon),
      device.sync.status.subscribe(() => {
        const isOffline = device.sync.status.get().state === 'offline'
        if (wasOffline && !isOffline) askSoon()
        wasOffline = isOffline
      }),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      asking.current?.abort()
    }
  }, [device, ask, search])

  const own = held?.shopId === shopId ? held : undefined
  return {
    rows: own?.rows,
    isFailed,
    hasMore: own !== undefined && own.next !== null,
    isLoading,
    loadMore: () => {
      pages.current += 1
      void ask()
    },
    reload: () => void ask(),
  }
}
