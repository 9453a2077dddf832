import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefusedChangeEntry } from '#schema/api/refused-changes.ts'
import { AppError } from '#schema/errors.ts'
import { listRefusedChanges } from '#web/api/shop-api.ts'

export type RefusedPages = {
  /** Undefined until the first page is there. */
  entries: readonly RefusedChangeEntry[] | undefined
  hasMore: boolean
  isLoading: boolean
  problem: { kind: 'offline' | 'denied' | 'failed'; message: string } | undefined
  loadMore: () => void
  /** Begins anew with the newest; what is shown stays until they are there. */
  reload: () => void
}

type Held = { shopId: string; entries: readonly RefusedChangeEntry[] | undefined; cursor: string | null; isLoading: boolean; problem: RefusedPages['problem'] }

const empty = (shopId: string): Held => ({ shopId, entries: undefined, cursor: null, isLoading: true, problem: undefined })

/** The server's list of refused changes, page by page; it is on no device. */
export function useRefusedPages(shopId: string): RefusedPages {
  const [held, setHeld] = useState<Held>(() => empty(shopId))
  const shown = held.shopId === shopId ? held : empty(shopId)
  const running = useRef<AbortController | undefined>(undefined)
  const fetchPage = useCallback(
    (before: readonly RefusedChangeEntry[], cursor: string | null) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      void listRefusedChanges(shopId, cursor, controller.signal)
        .then(
          (page): Partial<Held> => ({ entries: [...before, ...page.entries], cursor: page.nextCursor }),
          (error: unknown): Partial<Held> => ({ problem: errorToProblem(error) }),
        )
        .then((change) => {
          if (!controller.signal.aborted) setHeld((last) => ({ ...(last.shopId === shopId ? last : empty(shopId)), ...change, isLoading: false }))
        })
    },
    [shopId],
  )
  useEffect(() => {
    fetchPage([], null)
    return () => running.current?.abort()
  }, [fetchPage])
  const load = (before: readonly RefusedChangeEntry[], cursor: string | null): void => {
    setHeld({ ...shown, isLoading: true, problem: undefined })
    fetchPage(before, cursor)
  }
  const { entries, cursor, isLoading, problem } = shown
  return { entries, isLoading, problem, hasMore: cursor !== null, loadMore: () => load(entries ?? [], cursor), reload: () => load([], null) }
}

function errorToProblem(error: unknown): RefusedPages['problem'] {
  if (!(error instanceof AppError)) return { kind: 'offline', message: 'This list needs a connection to the server.' }
  return { kind: error.code === 'FORBIDDEN' ? 'denied' : 'failed', message: error.message }
}
