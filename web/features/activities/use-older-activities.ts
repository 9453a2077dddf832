import { useCallback, useEffect, useRef, useState } from 'react'
import type { Activity } from '#schema/collections/people/activities.ts'
import { AppError } from '#schema/errors.ts'
import { deniedTexts } from '#schema/rules/access/denied-texts.ts'
import { listActivities } from '#web/api/shop-api.ts'
import { t } from './activities-texts.ts'

/** Fetched entries older than `start`; `isEnd`: the server has no more. */
export type OlderActivities = {
  rows: readonly Activity[]
  isLoading: boolean
  isEnd: boolean
  problem: { message: string; isForbidden: boolean } | undefined
  loadMore: () => void
}

/** Instants bound the creation or arrival time. */
type OlderQuery = { search: string; from: string | null; to: string | null }

const pageSize = 500

const errorToProblem = (error: unknown): { message: string; isForbidden: boolean } => {
  if (!(error instanceof AppError)) return { message: t.olderOffline(), isForbidden: false }
  return error.code === 'FORBIDDEN' ? { message: deniedTexts.activities, isForbidden: true } : { message: error.message, isForbidden: false }
}

type Held = { key: string; rows: Activity[]; isEnd: boolean; isLoading: boolean; problem: OlderActivities['problem'] }

const empty = (key: string): Held => ({ key, rows: [], isEnd: false, isLoading: false, problem: undefined })

/**
 * Loads log pages before `start` (an instant; null: none exist) from the server. A new start or query resets it; the
 * first request waits for `loadMore`.
 */
export function useOlderActivities(shopId: string, start: string | null, { search, from, to }: OlderQuery): OlderActivities {
  const key = JSON.stringify([shopId, start, search, from, to])
  const [held, setHeld] = useState<Held>(() => empty(key))
  const shown = held.key === key ? held : empty(key)
  const latest = useRef(shown)
  latest.current = shown
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(
    () => () => {
      running.current?.abort()
      running.current = undefined
    },
    [key],
  )
  const loadMore = useCallback(() => {
    const { isEnd, isLoading, rows } = latest.current
    if (start === null || isEnd || isLoading || running.current !== undefined) return
    const controller = new AbortController()
    running.current = controller
    setHeld({ ...latest.current, key, isLoading: true, problem: undefined })
    const query = { before: rows.at(-1)?.createdAt ?? start, limit: pageSize, search: search === '' ? null : search, from, to }
    void listActivities(shopId, query, controller.signal)
      .then(
        (page): Partial<Held> => ({ rows: [...rows, ...page], isEnd: page.length < pageSize }),
        (error: unknown): Partial<Held> => ({ problem: errorToProblem(error) }),
      )
      .then((change) => {
        if (controller.signal.aborted) return
        running.current = undefined
        setHeld({ key, rows, isEnd: false, problem: undefined, ...change, isLoading: false })
      })
  }, [key, shopId, start, search, from, to])
  return { ...shown, loadMore }
}
