import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Session, SessionState } from './session-types.ts'

/** Provided once at the root: `<SessionContext value={session}>`. */
export const SessionContext = createContext<Session | null>(null)

type Auth = SessionState & Omit<Session, 'store'>

/** The session and its actions; rerenders when it changes. @throws outside its provider */
export function useAuth(): Auth {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useAuth must be used within an AuthProvider')
  const state = useStore(session.store)
  const { store: _store, ...actions } = session
  return { ...state, ...actions }
}
