import { create } from 'zustand'

type JustAdded = { orderId: string; shopId: string } | null

/** The last order added in this tab; the list highlights it until the user changes the list. */
export const useJustAdded = create<{ added: JustAdded }>(() => ({ added: null }))

export const markJustAdded = (added: { orderId: string; shopId: string }): void => useJustAdded.setState({ added })

export const forgetJustAdded = (): void => useJustAdded.setState({ added: null })
