import { useEffect } from 'react'
import { useBlocker } from 'react-router'

type BackGuardProps = {
  isActive: boolean
  /** Somebody wants to leave: `leave` goes on, `stay` takes it back. */
  onLeaveRequest: (answer: { leave: () => void; stay: () => void }) => void
}

/** Asks before the browser's back button takes a form away; going to another query of the same page is no leaving. */
export function BackGuard({ isActive, onLeaveRequest }: BackGuardProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isActive && currentLocation.pathname !== nextLocation.pathname)
  useEffect(() => {
    if (blocker.state === 'blocked') onLeaveRequest({ leave: () => blocker.proceed(), stay: () => blocker.reset() })
    // Asked once per try; the callback of that render is the right one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [blocker.state])
  return null
}
