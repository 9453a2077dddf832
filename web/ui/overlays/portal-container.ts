import { createContext, useContext } from 'react'

// Inside a dialog, menus must be mounted within its element: outside of it the dialog's scroll lock swallows the wheel.
export const PortalContainerContext = createContext<HTMLElement | null>(null)

/** The element in which floating parts are mounted: the surrounding dialog's, or undefined for the body. */
export function usePortalContainer(): HTMLElement | undefined {
  return useContext(PortalContainerContext) ?? undefined
}
