import { create } from 'zustand'

/** Whether the list of keys is on the screen. */
export const useShortcuts = create<{ isShown: boolean }>(() => ({ isShown: false }))

export const showShortcuts = (): void => useShortcuts.setState({ isShown: true })

export const hideShortcuts = (): void => useShortcuts.setState({ isShown: false })
