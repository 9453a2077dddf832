import { create } from 'zustand'

export const useShortcuts = create<{ isShown: boolean }>(() => ({ isShown: false }))

export const showShortcuts = (): void => useShortcuts.setState({ isShown: true })

export const hideShortcuts = (): void => useShortcuts.setState({ isShown: false })
