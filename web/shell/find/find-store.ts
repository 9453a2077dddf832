import { create } from 'zustand'

/** Not one of the dashboard's dialogs, because it opens over them. */
export const useFindBox = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export const openFindBox = (): void => useFindBox.setState({ isOpen: true })

export const closeFindBox = (): void => useFindBox.setState({ isOpen: false })
