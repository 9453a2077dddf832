import type { StoreApi } from 'zustand/vanilla'
import type { SessionUser } from '#schema/api/sync.ts'
import type { Privilege } from '#schema/privileges.ts'
import type { OfflineRule } from '#schema/rules/access/offline-entry.ts'
import type { Http } from '#web/api/http.ts'

/** The user who last signed in on this device, and their shops' rule for offline entry. */
export type StoredIdentity = { user: SessionUser; privileges: Privilege[]; rule: OfflineRule }

/** Why the app does not open offline: the limit of `days` is over, or a PIN is needed. */
export type EntryLock = { reason: 'limit' | 'pin'; user: SessionUser; days: number }

type PinOutcome = { isRight: boolean; /** Milliseconds until the next try. */ waitMs: number }

export type OfflineEntry = {
  /** Counts the time since the last count. @returns milliseconds since the last connection */
  countTime: (userId: string, limitMs: number) => Promise<number>
  noteConnection: (userId: string) => Promise<void>
  hasPin: (userId: string) => Promise<boolean>
  tryPin: (userId: string, pin: string) => Promise<PinOutcome>
}

export type SessionPorts = {
  http: Http
  identities: {
    read: () => Promise<StoredIdentity | undefined>
    save: (identity: Omit<StoredIdentity, 'rule'>) => Promise<void>
    clear: () => Promise<void>
  }
  /** Survives a reload: a sign-out has not reached the server yet. */
  pendingLogout: { get: () => boolean; set: (isPending: boolean) => void }
  offlineEntry: OfflineEntry
  /** Navigates to the sign-in page, or to the first page when another user signed in. */
  leaveTo: (path: '/login' | '/') => void
  announce: (change: SessionChange) => void
  isOnline: () => boolean
}

export type SessionChange = { type: 'signed-in'; userId: string } | { type: 'signed-out' }

export type SessionState = {
  /** 'locked': an identity is stored, but the app does not open offline; see `lock`. */
  status: 'loading' | 'signed-in' | 'signed-out' | 'locked'
  user: SessionUser | null
  privileges: readonly Privilege[]
  privilegesLoaded: boolean
  /** The identity is stored here and not confirmed by the server yet. */
  isOffline: boolean
  /** The server ended the session during use: a bar asks to sign in again. */
  needsSignIn: boolean
  lock: EntryLock | null
}

export type Session = {
  store: StoreApi<SessionState>
  /** Asks the server for the user; without a response opens the stored identity. */
  check: () => Promise<void>
  /**
   * False when the server refuses the credentials.
   * @throws NetworkError, ApiError (SIGN_IN_CODE_REQUIRED for users with codes, 429 with its message, 5xx)
   */
  login: (loginId: string, password: string, code?: string) => Promise<boolean>
  /** Like `login`, within the running app: the page stays; another user starts over at `/`. */
  signInAgain: (loginId: string, password: string, code?: string) => Promise<boolean>
  unlock: (pin: string) => Promise<PinOutcome>
  /** Clears the session here even if the server is unreachable. */
  logout: () => Promise<void>
  hasPrivilege: (name: Privilege) => boolean
  /** Call when a request gets a 401 while the app is open. */
  reportSignedOut: () => void
  /** Call after each response of the server: resets the offline time. */
  reportConnection: () => void
  applyFresh: (fresh: { user: SessionUser; privileges: Privilege[] }) => void
  onOtherTab: (change: SessionChange) => void
  countOfflineTime: () => Promise<void>
  onOnline: () => Promise<void>
}
