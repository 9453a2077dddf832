import { create } from 'zustand'

type SignOutState =
  | { step: 'none' }
  /** Sending what waits, before anything is asked. */
  | { step: 'sending' }
  | { step: 'asking'; unsent: number; refused: number; drafts: number }

export const useSignOut = create<SignOutState>(() => ({ step: 'none' }))

/** From the user menu; the dialog of the frame does the rest. */
export const requestSignOut = (): void => useSignOut.setState({ step: 'sending' }, true)

export const cancelSignOut = (): void => useSignOut.setState({ step: 'none' }, true)
