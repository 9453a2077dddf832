import type { RefObject } from 'react'
import type { AppLocation } from '#web/navigation/browser-history.ts'
import { useGuard } from '#web/navigation/navigate.ts'
import { closeTopDialog, isDialogCovered } from '#web/ui/overlays/open-dialogs.ts'

type BackGuardProps = {
  /** Going back is caught also while no other dialog lies over this one. */
  isActive: boolean
  isClosing: RefObject<boolean>
  /** By default it closes the dialog on top. */
  onBack?: (() => void) | undefined
  /** Gets the address of a link that was pressed in the dialog; without it links work as everywhere. */
  onLink?: ((to: AppLocation) => void) | undefined
}

const toAddress = ({ pathname, search }: AppLocation): string => pathname + search

/** Lets the browser's back button close the dialog on top; the page stays where it is. */
export function BackGuard({ isActive, isClosing, onBack = closeTopDialog, onLink }: BackGuardProps) {
  useGuard(({ way, from, to }) => {
    if (isClosing.current || toAddress(from) === toAddress(to)) return undefined
    if (way === 'PUSH') return onLink && (() => onLink(to))
    return way === 'POP' && (isActive || isDialogCovered()) ? onBack : undefined
  })
  return null
}
