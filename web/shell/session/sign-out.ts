import { create } from 'zustand'
import type { LeaveChoice, Leaving } from '#web/device/leaving/leaving.ts'

type SignOutState =
  | { step: 'none' }
  | { step: 'sending' }
  | ({ step: 'asking' } & Leaving)
  /** The device could not seal or discard its data; a retry repeats the choice. */
  | { step: 'failed'; choice: LeaveChoice; told: Leaving }

export const useSignOut = create<SignOutState>(() => ({ step: 'none' }))

export const requestSignOut = (): void => useSignOut.setState({ step: 'sending' }, true)

export const cancelSignOut = (): void => useSignOut.setState({ step: 'none' }, true)
