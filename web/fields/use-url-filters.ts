import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { changeFilters } from './list-filters.ts'

type Codec<Filters> = { read: (params: URLSearchParams) => Filters; write: (filters: Filters) => string }

const pauseMs = 250

/**
 * The filters of a list, kept in the address so that back and reload keep them. What is typed takes effect at once and the
 * address follows after a pause; only back, forward and reload make the address win.
 */
export function useUrlFilters<Filters extends { page: number }>({ read, write }: Codec<Filters>): [Filters, (change: Partial<Filters>) => void] {
  const { search, hash, state } = useLocation()
  const navigationType = useNavigationType()
  const navigate = useNavigate()
  const [held, setHeld] = useState(() => ({ search, filters: read(new URLSearchParams(search)) }))
  const wanted = write(held.filters)
  if (held.search !== search) {
    const isFromAddress = navigationType === 'POP' && search !== wanted
    setHeld({ search, filters: isFromAddress ? read(new URLSearchParams(search)) : held.filters })
  }

  useEffect(() => {
    if (wanted === search) return undefined
    const timer = setTimeout(() => {
      void navigate({ search: wanted, hash }, { replace: true, preventScrollReset: true, state: state as unknown })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [wanted, search, hash, state, navigate])

  const change = useCallback((part: Partial<Filters>) => setHeld((present) => ({ ...present, filters: changeFilters(present.filters, part) })), [])
  return [held.filters, change]
}
