import type { RefObject } from 'react'
import type { AppLocation } from '#web/navigation/browser-history.ts'
import { useGuard } from '#web/navigation/navigate.ts'
import { closeTopDialog, isDialogCovered } from '#web/ui/overlays/open-dialogs.ts'

type BackGuardProps = {
  /** Intercept Back only while no other dialog is on top. */
  isActive: boolean
  isClosing: RefObject<boolean>
  onBack?: (() => void) | undefined
  /** Gets the target of a link pressed in the dialog; without it links navigate as usual. */
  onLink?: ((to: AppLocation) => void) | undefined
}

const toAddress = ({ pathname, search }: AppLocation): string => pathname + search

/** Makes the browser's back button close the top dialog instead of leaving the page. */
export function BackGuard({ isActive, isClosing, onBack = closeTopDialog, onLink }: BackGuardProps) {
  useGuard(({ way, from, to }) => {
    if (isClosing.current || toAddress(from) === toAddress(to)) return undefined
    if (way === 'PUSH') return onLink && (() => onLink(to))
    return way === 'POP' && (isActive || isDialogCovered()) ? onBack : undefined
  })
  return null
}
