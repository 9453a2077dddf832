import type { StoreApi } from 'zustand/vanilla'
import type { SessionUser } from '#schema/api/sync.ts'
import type { Privilege } from '#schema/privileges.ts'
import type { OfflineRule } from '#schema/rules/access/offline-entry.ts'
import type { Http } from '#web/api/http.ts'

/** The person who signed in last on this device, and their shops' rule for opening without the server. */
export type StoredIdentity = { user: SessionUser; privileges: Privilege[]; rule: OfflineRule }

/** Why the app does not open without the server: the limit of `days` is over, or a PIN is needed. */
export type EntryLock = { reason: 'limit' | 'pin'; user: SessionUser; days: number }

export type PinOutcome = { isRight: boolean; /** Milliseconds until the next try. */ waitMs: number }

/** This device's stored data for opening without the server. */
export type OfflineEntry = {
  /** Counts the time since the last count. @returns milliseconds counted since the last connection */
  countTime: (userId: string, limitMs: number) => Promise<number>
  /** Resets the count, because the server has responded. */
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
  /** A flag that survives a reload: a sign-out has not reached the server yet. */
  pendingLogout: { get: () => boolean; set: (isPending: boolean) => void }
  offlineEntry: OfflineEntry
  /** Navigates to the sign-in page, or to the first page when another user signed in. */
  leaveTo: (path: '/login' | '/') => void
  /** Tells this browser's other tabs. */
  announce: (change: SessionChange) => void
  isOnline: () => boolean
}

export type SessionChange = { type: 'signed-in'; userId: string } | { type: 'signed-out' }

export type SessionState = {
  /** 'locked': an identity is stored, but the app does not open without the server; see `lock`. */
  status: 'loading' | 'signed-in' | 'signed-out' | 'locked'
  user: SessionUser | null
  privileges: readonly Privilege[]
  privilegesLoaded: boolean
  /** The identity comes from this device; the server has not confirmed it yet. */
  isOffline: boolean
  /** The server ended the session while work goes on: a bar asks to sign in again. */
  needsSignIn: boolean
  /** Set while locked. */
  lock: EntryLock | null
}

export type Session = {
  store: StoreApi<SessionState>
  /** Asks the server who this is; opens the stored identity when no answer comes (AUTH-08..10, AMB-01). */
  check: () => Promise<void>
  /**
   * False when the server refuses the pair.
   * @throws NetworkError, ApiError (SIGN_IN_CODE_REQUIRED of people who use codes, 429 with its message, 5xx)
   */
  login: (loginId: string, password: string, code?: string) => Promise<boolean>
  /** Like `login`, from within the running app: the page stays as it is; another user starts over at `/`. */
  signInAgain: (loginId: string, password: string, code?: string) => Promise<boolean>
  /** Tries a PIN; the right one opens the locked app. */
  unlock: (pin: string) => Promise<PinOutcome>
  /** Clears the session here even if the server cannot be reached now. */
  logout: () => Promise<void>
  hasPrivilege: (name: Privilege) => boolean
  /** To be called when a request gets a 401 while the app is open. */
  reportSignedOut: () => void
  /** To be called when the server has responded: the offline time starts again at 0. */
  reportConnection: () => void
  /** Takes the user and the privileges that the server has just sent. */
  applyFresh: (fresh: { user: SessionUser; privileges: Privilege[] }) => void
  /** To be called when another tab of this browser signed in or out. */
  onOtherTab: (change: SessionChange) => void
  /** To be called at intervals while the page is open: counts the offline time. */
  countOfflineTime: () => Promise<void>
  /** To be called when the network is back. */
  onOnline: () => Promise<void>
}
