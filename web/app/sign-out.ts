import { create } from 'zustand'
import type { Leaving } from '#web/db/device-types.ts'

type SignOutState =
  | { step: 'none' }
  /** Sending what waits, before anything is asked. */
  | { step: 'sending' }
  | ({ step: 'asking' } & Leaving)

export const useSignOut = create<SignOutState>(() => ({ step: 'none' }))

/** From the user menu; the dialog of the frame does the rest. */
export const requestSignOut = (): void => useSignOut.setState({ step: 'sending' }, true)

export const cancelSignOut = (): void => useSignOut.setState({ step: 'none' }, true)
