import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'

type BackGuardProps = {
  isActive: boolean
  isClosing: RefObject<boolean>
  /** The back button was pressed; the page stays where it is. */
  onBack: () => void
}

/** Turns the browser's back button into a wish to close the form that lies over the page. */
export function BackGuard({ isActive, isClosing, onBack }: BackGuardProps) {
  const blocker = useBlocker(({ historyAction, currentLocation, nextLocation }) => {
    const isElsewhere = currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search
    return isActive && !isClosing.current && historyAction === 'POP' && isElsewhere
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    onBack()
    // Told once per press; the callback of that render is the right one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [blocker.state])
  return null
}
