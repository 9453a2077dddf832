import type { StoreApi } from 'zustand/vanilla'
import type { SessionUser } from '#schema/api/sync.ts'
import type { Privilege } from '#schema/privileges.ts'
import type { OfflineRule } from '#schema/rules/access/offline-entry.ts'
import type { Http } from '#web/api/http.ts'

/** Who signed in last on this device, and how their shops want it opened without an answer of the server (AMB-01). */
export type StoredIdentity = { user: SessionUser; privileges: Privilege[]; rule: OfflineRule }

/** Why the device does not open without the server: too long without it, or a PIN is to be typed. */
export type EntryLock = { reason: 'limit' | 'pin'; user: SessionUser; days: number }

export type PinOutcome = { isRight: boolean; /** Until the next try. */ waitMs: number }

/** What this device keeps for opening without the server. */
export type OfflineEntry = {
  /** Counts the time that passed since the last look. @returns milliseconds that count since the last contact */
  countTime: (userId: string, limitMs: number) => Promise<number>
  /** There was contact. */
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
  /** Survives a reload; tells that a sign-out has not reached the server yet (AMB-04). */
  pendingLogout: { get: () => boolean; set: (isPending: boolean) => void }
  offlineEntry: OfflineEntry
  /** Leaves the page for the sign-in page (AUTH-16), or for the first page when somebody else signed in. */
  leaveTo: (path: '/login' | '/') => void
  /** Tells this browser's other tabs. */
  announce: (change: SessionChange) => void
  isOnline: () => boolean
}

export type SessionChange = { type: 'signed-in'; userId: string } | { type: 'signed-out' }

export type SessionState = {
  /** 'locked': this device knows somebody, and does not open for them without the server; see `lock`. */
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
   * False when the server refuses the pair (AMB-02).
   * @throws NetworkError, ApiError (SIGN_IN_CODE_REQUIRED of people who use codes, 429 with its message, 5xx)
   */
  login: (loginId: string, password: string, code?: string) => Promise<boolean>
  /** The same from within the running app: the page stays as it is. Another user starts over at `/`. */
  signInAgain: (loginId: string, password: string, code?: string) => Promise<boolean>
  /** Opens what a PIN locks. */
  unlock: (pin: string) => Promise<PinOutcome>
  /** Clears the session here even if the server cannot be told now (AUTH-15, AUTH-16). */
  logout: () => Promise<void>
  hasPrivilege: (name: Privilege) => boolean
  /** A call was answered with 401 while the app is open. */
  reportSignedOut: () => void
  /** The device has just heard of the server: the time without it begins anew. */
  reportContact: () => void
  /** The server's newest word on this user. */
  applyFresh: (fresh: { user: SessionUser; privileges: Privilege[] }) => void
  /** Another tab of this browser signed in or out. */
  onOtherTab: (change: SessionChange) => void
  /** Now and then, while the page is open: the time without the server counts. */
  countOfflineTime: () => Promise<void>
  /** The network is back. */
  onOnline: () => Promise<void>
}
