import { create } from 'zustand'
import type { LeaveChoice, Leaving } from '#web/device/leaving/leaving.ts'

type SignOutState =
  | { step: 'none' }
  /** Sending what waits, before anything is asked. */
  | { step: 'sending' }
  | ({ step: 'asking' } & Leaving)
  /** This device could not put away what it holds; trying again does the same once more. */
  | { step: 'failed'; choice: LeaveChoice; told: Leaving }

export const useSignOut = create<SignOutState>(() => ({ step: 'none' }))

/** From the user menu; the dialog of the frame does the rest. */
export const requestSignOut = (): void => useSignOut.setState({ step: 'sending' }, true)

export const cancelSignOut = (): void => useSignOut.setState({ step: 'none' }, true)
