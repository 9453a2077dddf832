import { type RefObject, useEffect, useRef } from 'react'
import { type Location, useBlocker } from 'react-router'
import { closeTopDialog, isDialogCovered } from '#web/ui/overlays/open-dialogs.ts'

type BackGuardProps = {
  /** Going back is caught also while no other dialog lies over this one. */
  isActive: boolean
  isClosing: RefObject<boolean>
  /** By default it closes the dialog on top. */
  onBack?: (() => void) | undefined
  /** Gets the address of a link that was pressed in the dialog; without it links work as everywhere. */
  onLink?: ((to: Location) => void) | undefined
}

const toAddress = ({ pathname, search }: Location): string => pathname + search

/** Lets the browser's back button close the dialog on top; the page stays where it is. */
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
    // Once a press, with the callbacks of the render that blocked it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [blocker.state])
  return null
}
