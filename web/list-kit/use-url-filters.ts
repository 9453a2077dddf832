import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { changeFilters } from './list-filters.ts'

type Codec<Filters> = { read: (params: URLSearchParams) => Filters; write: (filters: Filters) => string }

const pauseMs = 250

const keptName = 'filters-before-reload'

/** How long before the new page's first moment the old one may have begun to leave, on a busy machine. */
const leavingMs = 5_000

/** Filters that an entry of the history was left with before its address had them, by the entry's key. */
const unwrittenByKey = new Map<string, string>(takeKeptOverReload())

/**
 * The filters of a list, kept in the address so that back and reload keep them. What is typed takes effect at once and the
 * address follows after a pause; only back, forward and reload make the address win.
 */
export function useUrlFilters<Filters extends { page: number }>({ read, write }: Codec<Filters>): [Filters, (change: Partial<Filters>) => void] {
  const { key, pathname, search, hash, state } = useLocation()
  const navigationType = useNavigationType()
  const navigate = useNavigate()
  const readEntry = () => read(new URLSearchParams(unwrittenByKey.get(key) ?? search))
  const [held, setHeld] = useState(() => ({ key, search, filters: readEntry() }))
  const wanted = write(held.filters)
  if (held.key !== key || held.search !== search) {
    const isFromAddress = navigationType === 'POP' && (unwrittenByKey.get(key) ?? search) !== wanted
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
      // The router may be elsewhere already, and this screen about to go: what it wanted stays with its own entry.
      if (window.location.pathname !== pathname || window.location.search !== search) return
      unwrittenByKey.delete(key)
      // At once: what is typed between a new entry of the browser and its rendering would be kept for the entry before.
      void navigate({ search: wanted, hash }, { replace: true, preventScrollReset: true, state: state as unknown, flushSync: true })
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stopKeeping()
    }
  }, [wanted, key, pathname, search, hash, state, navigate])

  const change = useCallback((part: Partial<Filters>) => setHeld((present) => ({ ...present, filters: changeFilters(present.filters, part) })), [])
  return [held.filters, change]
}

type Kept = { hrefs: string[]; wanted: string; atMs: number }

/** Where this page was when it was first told to leave. */
let leftHref: string | undefined

/** A page that goes cannot change its address any more: what was typed a moment before is handed to the page that takes its place. */
function keepOverReload(wanted: string): () => void {
  const keep = ({ type }: Event): void => {
    const { href } = window.location
    const kept: Kept = { hrefs: [leftHref ?? href, href], wanted, atMs: Date.now() }
    leftHref = type === 'beforeunload' ? href : undefined
    try {
      sessionStorage.setItem(keptName, JSON.stringify(kept))
    } catch {
      // Where nothing may be stored, the address alone tells of the filters.
    }
  }
  // A reload loads the address of its first moment, whatever the old page still does; some tablets tell of its last one only.
  const moments = ['beforeunload', 'pagehide'] as const
  for (const moment of moments) window.addEventListener(moment, keep)
  return () => {
    for (const moment of moments) window.removeEventListener(moment, keep)
  }
}

/** Only what was kept at the same address right before this page was loaded. */
function takeKeptOverReload(): [key: string, wanted: string][] {
  try {
    const { hrefs = [], wanted, atMs = 0 } = JSON.parse(sessionStorage.getItem(keptName) ?? '{}') as Partial<Kept>
    sessionStorage.removeItem(keptName)
    if (wanted === undefined || !hrefs.includes(window.location.href) || atMs < performance.timeOrigin - leavingMs) return []
    // As the router calls the entry that it finds.
    return [[(window.history.state as { key?: string } | null)?.key ?? 'default', wanted]]
  } catch {
    return []
  }
}
