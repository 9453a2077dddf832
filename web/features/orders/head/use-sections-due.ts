import { startTransition, useCallback, useEffect, useState } from 'react'

const latestMs = 500

/**
 * Whether an order's sections may be made: their reads and rendering would delay its head, which answers the phone call.
 * The head calls `makeDue` once it is whole; an order whose amounts cannot be read gets its sections all the same.
 */
export function useSectionsDue(): { areDue: boolean; makeDue: () => void } {
  const [areDue, setAreDue] = useState(false)
  const makeDue = useCallback(() => startTransition(() => setAreDue(true)), [])
  useEffect(() => {
    const timer = setTimeout(makeDue, latestMs)
    return () => clearTimeout(timer)
  }, [makeDue])
  return { areDue, makeDue }
}
