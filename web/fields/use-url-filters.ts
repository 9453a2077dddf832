import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { changeFilters } from './list-filters.ts'

type Codec<Filters> = { read: (params: URLSearchParams) => Filters; write: (filters: Filters) => string }

const pauseMs = 250

/** Filters that an entry of the history was left with before its address had them, by the entry's key. */
const unwrittenByKey = new Map<string, string>()

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
    const timer = setTimeout(() => {
      // The router may be elsewhere already, and this screen about to go: what it wanted stays with its own entry.
      if (window.location.pathname !== pathname || window.location.search !== search) return
      unwrittenByKey.delete(key)
      void navigate({ search: wanted, hash }, { replace: true, preventScrollReset: true, state: state as unknown })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [wanted, key, pathname, search, hash, state, navigate])

  const change = useCallback((part: Partial<Filters>) => setHeld((present) => ({ ...present, filters: changeFilters(present.filters, part) })), [])
  return [held.filters, change]
}
