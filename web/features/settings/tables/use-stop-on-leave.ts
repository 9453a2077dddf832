import { type RefObject, useEffect } from 'react'

/** What is under way ends with the screen that shows it. */
export function useStopOnLeave(stopper: RefObject<AbortController | undefined>): void {
  useEffect(() => () => stopper.current?.abort(), [stopper])
}
