import { createStore } from 'zustand/vanilla'
import type { SessionUser } from '#schema/api/sync.ts'
import { isPrivilege, type Privilege } from '#schema/privileges.ts'
import { ApiError } from '#web/api/errors.ts'
import { dayMs } from './offline-age.ts'
import type { EntryLock, Session, SessionPorts, SessionState, StoredIdentity } from './session-types.ts'

type Known = StoredIdentity & { lock: EntryLock | null }

/** Longest wait for the session check before the app opens with the stored identity. */
const checkPatienceMs = 2_500

/** Longest wait for the server at sign-out; after that the request is repeated later. */
const logoutPatienceMs = 3_000

const nobody = { user: null, privileges: [], isOffline: false, needsSignIn: false, lock: null } as const

export function createSession(ports: SessionPorts): Session {
  const { http, identities, offlineEntry, pendingLogout } = ports
  const store = createStore<SessionState>(() => ({ status: 'loading', privilegesLoaded: false, ...nobody }))

  /** Counts sign-ins and sign-outs, so that a response about an earlier session is ignored. */
  let sessionNumber = 0
  let runningLogout: Promise<void> = Promise.resolve()

  const clear = (): void => store.setState({ status: 'signed-out', privilegesLoaded: true, ...nobody })

  /** Status 'loading' makes the guards show their spinner until the sign-in page loads. */
  const clearAndLeave = (): void => {
    store.setState({ status: 'loading', privilegesLoaded: true, ...nobody })
    ports.leaveTo('/login')
  }

  const fetchPrivileges = async (): Promise<Privilege[]> => {
    const { privileges } = await http.request<{ privileges?: unknown }>('GET', '/api/auth/privileges')
    return Array.isArray(privileges) ? privileges.filter((name): name is Privilege => typeof name === 'string' && isPrivilege(name)) : []
  }

  const adopt = async (user: SessionUser, known: StoredIdentity | undefined): Promise<void> => {
    store.setState({ status: 'signed-in', user, isOffline: false, needsSignIn: false, lock: null })
    noteConnection(user.id)
    // A failed read of the privileges means none, unless this device has stored the same user's.
    const privileges = await fetchPrivileges().catch(() => (known?.user.id === user.id ? known.privileges : []))
    if (store.getState().user?.id !== user.id) return
    store.setState({ privileges, privilegesLoaded: true })
    await identities.save({ user, privileges }).catch(() => undefined)
  }

  const noteConnection = (userId: string): void => void offlineEntry.noteConnection(userId).catch(() => undefined)

  const readKnown = async (): Promise<Known | undefined> => {
    const identity = await identities.read().catch(() => undefined)
    if (identity === undefined) return undefined
    const { user, rule } = identity
    const limitMs = rule.days * dayMs
    // A storage failure must not lock the user out.
    const countedMs = await offlineEntry.countTime(user.id, limitMs).catch(() => 0)
    if (countedMs >= limitMs) return { ...identity, lock: { reason: 'limit', user, days: rule.days } }
    const asksPin = rule.asksPin && (await offlineEntry.hasPin(user.id).catch(() => false))
    return { ...identity, lock: asksPin ? { reason: 'pin', user, days: rule.days } : null }
  }

  /** Opens the app with the stored identity, or shows the lock; false without an identity. */
  const openStored = (known: Known | undefined): boolean => {
    if (known === undefined) return false
    if (known.lock !== null) {
      store.setState({ status: 'locked', privilegesLoaded: true, ...nobody, lock: known.lock })
      return true
    }
    store.setState({
      status: 'signed-in',
      user: known.user,
      privileges: known.privileges,
      privilegesLoaded: true,
      isOffline: true,
      needsSignIn: false,
      lock: null,
    })
    return true
  }

  const sendLogout = (): Promise<void> => {
    sessionNumber += 1
    runningLogout = tellServer()
    return runningLogout
  }

  const tellServer = async (): Promise<void> => {
    try {
      await http.request('POST', '/api/logout', undefined, { timeoutMs: logoutPatienceMs })
    } catch (error) {
      // Any response of our server completes the sign-out; without one it is sent again later.
      if (!isServerWord(error)) return
    }
    pendingLogout.set(false)
  }

  const confirm = async (known: Known | undefined): Promise<void> => {
    const wasOpen = (): boolean => store.getState().status === 'signed-in'
    const asked = sessionNumber
    try {
      const { user } = await http.request<{ user?: SessionUser }>('GET', '/api/auth/me')
      if (asked !== sessionNumber) return
      if (user === undefined) throw new Error('/api/auth/me answered no user')
      const present = store.getState().user
      if (present !== null && present.id !== user.id) return ports.leaveTo('/')
      await adopt(user, known)
    } catch (error) {
      if (asked !== sessionNumber) return
      if (isServerWord(error)) {
        if (wasOpen()) return store.setState({ needsSignIn: true, isOffline: false })
        // The identity stays, because unsent changes belong to it; the locked page asks for a sign-in.
        if (store.getState().lock?.reason === 'limit') return
        await identities.clear().catch(() => undefined)
        return clear()
      }
      if (!wasOpen() && !openStored(known)) clear()
    }
  }

  const signIn = async (loginId: string, password: string, code?: string): Promise<SessionUser | undefined> => {
    // A late response to a sign-out would delete the new session's cookie.
    await runningLogout
    try {
      const { user } = await http.request<{ user: SessionUser }>(
        'POST',
        '/api/login',
        { user_id: loginId, password, ...(code !== undefined && { code }) },
        { adoptsServer: true },
      )
      sessionNumber += 1
      pendingLogout.set(false)
      ports.announce({ type: 'signed-in', userId: user.id })
      return user
    } catch (error) {
      if (error instanceof ApiError && error.isFromServer && error.status === 401 && error.code !== 'SIGN_IN_CODE_REQUIRED') return undefined
      throw error
    }
  }

  return {
    store,

    async check() {
      if (pendingLogout.get()) {
        clear()
        return sendLogout()
      }
      const known = await readKnown()
      const isOpenAlready = !ports.isOnline() && openStored(known)
      const confirmed = confirm(known)
      if (isOpenAlready) return
      if (known === undefined) return confirmed
      // A dead network can take a minute to fail, and the app works without it meanwhile.
      await Promise.race([confirmed, new Promise((resolve) => setTimeout(resolve, checkPatienceMs))])
      if (store.getState().status === 'loading' && !openStored(known)) await confirmed
    },

    async login(loginId, password, code) {
      store.setState({ privilegesLoaded: false })
      const user = await signIn(loginId, password, code)
      if (user === undefined) return false
      await adopt(user, await identities.read().catch(() => undefined))
      return true
    },

    async signInAgain(loginId, password, code) {
      const user = await signIn(loginId, password, code)
      if (user === undefined) return false
      if (user.id !== store.getState().user?.id) ports.leaveTo('/')
      else await adopt(user, await identities.read().catch(() => undefined))
      return true
    },

    async unlock(pin) {
      const { lock } = store.getState()
      if (lock?.reason !== 'pin') return { isRight: false, waitMs: 0 }
      const outcome = await offlineEntry.tryPin(lock.user.id, pin)
      const known = outcome.isRight ? await identities.read().catch(() => undefined) : undefined
      // The server may have confirmed or ended the session meanwhile.
      if (known !== undefined && store.getState().lock?.reason === 'pin') openStored({ ...known, lock: null })
      return outcome
    },

    async logout() {
      pendingLogout.set(true)
      await identities.clear().catch(() => undefined)
      ports.announce({ type: 'signed-out' })
      await sendLogout()
      clearAndLeave()
    },

    hasPrivilege: (name) => {
      const { privileges, privilegesLoaded } = store.getState()
      return privilegesLoaded && privileges.includes(name)
    },

    reportSignedOut() {
      if (store.getState().status === 'signed-in') store.setState({ needsSignIn: true })
    },

    reportConnection() {
      const { status, user } = store.getState()
      if (status === 'signed-in' && user !== null) noteConnection(user.id)
    },

    applyFresh({ user, privileges }) {
      const { status, user: present } = store.getState()
      if (status !== 'signed-in' || present?.id !== user.id) return
      store.setState({ user, privileges, privilegesLoaded: true, isOffline: false, needsSignIn: false })
      noteConnection(user.id)
    },

    onOtherTab(change) {
      const { status, user } = store.getState()
      if (change.type === 'signed-out') {
        return status === 'signed-in' || status === 'locked' ? clearAndLeave() : undefined
      }
      // All tabs share the cookie: this tab must not continue as another user, nor stay on the sign-in page.
      if (status === 'signed-in' && user?.id !== change.userId) ports.leaveTo('/')
      else if (status === 'signed-out' || status === 'locked') ports.leaveTo('/')
      else store.setState({ needsSignIn: false })
    },

    async countOfflineTime() {
      if (store.getState().status === 'signed-in') await readKnown()
    },

    async onOnline() {
      if (pendingLogout.get()) return sendLogout()
      const { status, isOffline } = store.getState()
      if (status === 'locked' || (status === 'signed-in' && isOffline)) await confirm(await readKnown())
    },
  }
}

/**
 * Whether our server refused the request. A captive portal, a proxy's error page, a 5xx or a throttled response say
 * nothing about the session.
 */
const isServerWord = (error: unknown): boolean =>
  error instanceof ApiError && error.isFromServer && error.status < 500 && ![408, 421, 429].includes(error.status)
