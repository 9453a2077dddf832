import { create } from 'zustand'

type JustAdded = { orderId: string; shopId: string } | null

/** The order that this tab added last: the list marks it until something else is done with the list. */
export const useJustAdded = create<{ added: JustAdded }>(() => ({ added: null }))

export const markJustAdded = (added: { orderId: string; shopId: string }): void => useJustAdded.setState({ added })

export const forgetJustAdded = (): void => useJustAdded.setState({ added: null })
