// The device's external dependencies, which tests replace.

/** The used part of Web Locks. */
export type LockPort = {
  request: <T>(name: string, options: { steal?: boolean; signal?: AbortSignal; mode?: 'shared' }, run: () => Promise<T>) => Promise<T>
  /** Locks of this page only. */
  isOfPage?: true
  /** Holders in all tabs; missing where only this page is known. */
  countHolders?: (name: string) => Promise<number>
}

/** Messages between one user's tabs. */
export type ChannelPort = { post: (message: unknown) => void; listen: (listener: (message: unknown) => void) => void; close: () => void }

/** Small notes outside IndexedDB, which survive when the browser deletes the databases. */
export type NotePort = { read: (key: string) => string | null; write: (key: string, value: string | null) => void }

/** Resolves after the duration, or at once when the signal is aborted. */
export type Wait = (durationMs: number, signal: AbortSignal) => Promise<void>

export type WakeUp = 'online' | 'offline' | 'visible'

export type Ports = {
  locks: LockPort
  openChannel: (name: string) => ChannelPort
  notes: NotePort
  clock: () => Date
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  newId: () => string
  /** 0 to 1. */
  random: () => number
  wait: Wait
  /** Calls back when the network comes or goes or the page becomes visible; returns the unsubscribe function. */
  watchWakeUps: (listener: (reason: WakeUp) => void) => () => void
}

export const browserLocks = (): LockPort =>
  typeof navigator === 'undefined' || navigator.locks === undefined
    ? createTabLocks()
    : {
        request: (name, options, run) => navigator.locks.request(name, options, run),
        countHolders: async (name) => ((await navigator.locks.query()).held ?? []).filter((lock) => lock.name === name).length,
      }

/** Fallback without Web Locks (plain http): locks within this page only. */
export function createTabLocks(): LockPort {
  const tailByName = new Map<string, Promise<unknown>>()
  return {
    isOfPage: true,
    async request(name, { signal, mode }, run) {
      // Only exclusive requests wait for shared ones, and other pages send none.
      if (mode === 'shared') return run()
      const before = tailByName.get(name) ?? Promise.resolve()
      const mine = before.then(() => {
        signal?.throwIfAborted()
        return run()
      })
      tailByName.set(
        name,
        mine.catch(() => undefined),
      )
      return mine
    },
  }
}

export function openBrowserChannel(name: string): ChannelPort {
  const channel = new BroadcastChannel(name)
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => channel.addEventListener('message', (event) => listener(event.data)),
    close: () => channel.close(),
  }
}

/** Storage that is missing, full or blocked throws; returns undefined then. */
export function tryStorage<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/**
 * Notes in localStorage and in a cookie, since some browsers clear localStorage together with IndexedDB. Without
 * either, the notes last as long as the page.
 */
export function browserNotes(): NotePort {
  const kept = new Map<string, string>()
  return {
    read: (key) => tryStorage(() => localStorage.getItem(key)) ?? tryStorage(() => readCookie(key)) ?? kept.get(key) ?? null,
    write(key, value) {
      if (value === null) kept.delete(key)
      else kept.set(key, value)
      tryStorage(() => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)))
      tryStorage(() => writeCookie(key, value))
    },
  }
}

/** The browsers' maximum. */
const cookieMaxAgeSeconds = 400 * 24 * 60 * 60

function readCookie(key: string): string | null {
  const entry = document.cookie.split('; ').find((text) => text.startsWith(`${key}=`))
  return entry === undefined ? null : decodeURIComponent(entry.slice(key.length + 1))
}

function writeCookie(key: string, value: string | null): void {
  document.cookie = `${key}=${encodeURIComponent(value ?? '')}; Path=/; SameSite=Strict; Max-Age=${value === null ? 0 : cookieMaxAgeSeconds}`
}

export const timerWait: Wait = (durationMs, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, durationMs)
    signal.addEventListener('abort', done)
  })

export function watchBrowserWakeUps(listener: (reason: WakeUp) => void): () => void {
  if (typeof window === 'undefined') return () => undefined
  const onOnline = (): void => listener('online')
  const onOffline = (): void => listener('offline')
  const onVisibility = (): void => {
    if (document.visibilityState === 'visible') listener('visible')
  }
  window.addEventListener('online', onOnline)
  window.addEventListener('offline', onOffline)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    window.removeEventListener('online', onOnline)
    window.removeEventListener('offline', onOffline)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
