import { createContext, useContext } from 'react'

// Inside a dialog, menus must mount within its element: outside it the dialog's scroll lock swallows the wheel.
export const PortalContainerContext = createContext<HTMLElement | null>(null)

/** Undefined for the body. */
export function usePortalContainer(): HTMLElement | undefined {
  return useContext(PortalContainerContext) ?? undefined
}
