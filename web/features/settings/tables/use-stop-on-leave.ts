import { type RefObject, useEffect } from 'react'

/** Aborts on unmount. */
export function useStopOnLeave(stopper: RefObject<AbortController | undefined>): void {
  useEffect(() => () => stopper.current?.abort(), [stopper])
}
