import { type RefObject, useEffect, useRef } from 'react'
import { type Location, useBlocker } from 'react-router'
import { closeTopDialog, isDialogCovered } from '#web/ui/overlays/open-dialogs.ts'

type BackGuardProps = {
  /** Also while nothing lies over this dialog. */
  isActive: boolean
  isClosing: RefObject<boolean>
  /** Instead of closing what lies on top. */
  onBack?: (() => void) | undefined
  /** Gets the address of a link that was followed inside of the dialog; without it links lead on. */
  onLink?: ((to: Location) => void) | undefined
}

const toAddress = ({ pathname, search }: Location): string => pathname + search

/** Turns the browser's back button into a wish to close the dialog that lies on top; the page stays where it is. */
export function BackGuard({ isActive, isClosing, onBack = closeTopDialog, onLink }: BackGuardProps) {
  const followed = useRef<Location>(undefined)
  const blocker = useBlocker(({ historyAction, currentLocation, nextLocation }) => {
    if (isClosing.current || toAddress(currentLocation) === toAddress(nextLocation)) return false
    followed.current = historyAction === 'PUSH' ? nextLocation : undefined
    return historyAction === 'PUSH' ? onLink !== undefined : historyAction === 'POP' && (isActive || isDialogCovered())
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    if (followed.current === undefined) onBack()
    else onLink?.(followed.current)
    // Told once per press; the callbacks of that render are the right ones.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [blocker.state])
  return null
}
