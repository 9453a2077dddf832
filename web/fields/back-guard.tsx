import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { closeTopDialog, isDialogCovered } from '#web/ui/open-dialogs.ts'

type BackGuardProps = {
  /** Also while nothing lies over this dialog. */
  isActive: boolean
  isClosing: RefObject<boolean>
  /** Instead of closing what lies on top. */
  onBack?: (() => void) | undefined
}

/** Turns the browser's back button into a wish to close the dialog that lies on top; the page stays where it is. */
export function BackGuard({ isActive, isClosing, onBack = closeTopDialog }: BackGuardProps) {
  const blocker = useBlocker(({ historyAction, currentLocation, nextLocation }) => {
    const isElsewhere = currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search
    return (isActive || isDialogCovered()) && !isClosing.current && historyAction === 'POP' && isElsewhere
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
