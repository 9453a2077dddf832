import { create } from 'zustand'

/** Whether the box is on the screen. It is no dialog of the dashboard: it opens over one, which stays as it is. */
export const useFindBox = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export const openFindBox = (): void => useFindBox.setState({ isOpen: true })

export const closeFindBox = (): void => useFindBox.setState({ isOpen: false })
