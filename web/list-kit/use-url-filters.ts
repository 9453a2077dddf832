import { useCallback, useEffect, useState } from 'react'
import { navigate, usePresent } from '#web/navigation/navigate.ts'
import { changeFilters } from './list-filters.ts'

type Codec<Filters> = { read: (params: URLSearchParams) => Filters; write: (filters: Filters) => string }

const pauseMs = 250

const keptName = 'filters-before-reload'

/** Longest time in milliseconds between a page's unload and the next one's start, on a busy machine. */
const leavingMs = 5_000

/** Search strings not yet in the address, by the key of their history entry. */
const unwrittenByKey = new Map<string, string>(takeKeptOverReload())

/** The state of a link to a list with other filters, which may be open. */
export const newFilters = { hasNewFilters: true } as const

const hasNewFilters = (state: unknown): boolean => typeof state === 'object' && state !== null && 'hasNewFilters' in state

/**
 * A list's filters, stored in the address so that Back and reload keep them. A change takes effect at once and reaches
 * the address after a pause; only Back, Forward, reload and links with `newFilters` read the filters from it.
 */
export function useUrlFilters<Filters extends { page: number }>({ read, write }: Codec<Filters>): [Filters, (change: Partial<Filters>) => void] {
  const { location, way } = usePresent()
  const { key, pathname, search, hash, state } = location
  const readEntry = () => read(new URLSearchParams(unwrittenByKey.get(key) ?? search))
  const [held, setHeld] = useState(() => ({ key, search, filters: readEntry() }))
  const wanted = write(held.filters)
  if (held.key !== key || held.search !== search) {
    const isFromAddress = (way === 'POP' || hasNewFilters(state)) && (unwrittenByKey.get(key) ?? search) !== wanted
    setHeld({ key, search, filters: isFromAddress ? readEntry() : held.filters })
  }

  useEffect(() => {
    if (wanted === search) {
      unwrittenByKey.delete(key)
      return undefined
    }
    unwrittenByKey.set(key, wanted)
    const stopKeeping = keepOverReload(wanted)
    const timer = setTimeout(() => {
      // The app may have navigated away already: then the filters stay with their history entry.
      if (window.location.pathname !== pathname || window.location.search !== search) return
      unwrittenByKey.delete(key)
      // Flush synchronously: otherwise text typed between navigation and rendering goes to the previous entry.
      navigate({ search: wanted, hash }, { replace: true, state: hasNewFilters(state) ? undefined : state, flushSync: true })
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stopKeeping()
    }
  }, [wanted, key, pathname, search, hash, state])

  const change = useCallback((part: Partial<Filters>) => setHeld((present) => ({ ...present, filters: changeFilters(present.filters, part) })), [])
  return [held.filters, change]
}

type Kept = { hrefs: string[]; wanted: string; atMs: number }

let leftHref: string | undefined

/** An unloading page cannot change its address, so pass unwritten filters to the next page in sessionStorage. */
function keepOverReload(wanted: string): () => void {
  const keep = ({ type }: Event): void => {
    const { href } = window.location
    const kept: Kept = { hrefs: [leftHref ?? href, href], wanted, atMs: Date.now() }
    leftHref = type === 'beforeunload' ? href : undefined
    try {
      sessionStorage.setItem(keptName, JSON.stringify(kept))
    } catch {
      // Without storage only the filters in the address survive.
    }
  }
  // A reload loads the address as of `beforeunload`, whatever changes afterwards; some tablets fire only `pagehide`.
  const moments = ['beforeunload', 'pagehide'] as const
  for (const moment of moments) window.addEventListener(moment, keep)
  return () => {
    for (const moment of moments) window.removeEventListener(moment, keep)
  }
}

/** Takes the previous page's filters if it had the same address and unloaded right before this page started. */
function takeKeptOverReload(): [key: string, wanted: string][] {
  try {
    const { hrefs = [], wanted, atMs = 0 } = JSON.parse(sessionStorage.getItem(keptName) ?? '{}') as Partial<Kept>
    sessionStorage.removeItem(keptName)
    if (wanted === undefined || !hrefs.includes(window.location.href) || atMs < performance.timeOrigin - leavingMs) return []
    // The history uses the key 'default' for a page's first entry.
    return [[(window.history.state as { key?: string } | null)?.key ?? 'default', wanted]]
  } catch {
    return []
  }
}
