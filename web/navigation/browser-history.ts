/** The app's location: its address, the history entry's state, and a unique key. */
export type AppLocation = { pathname: string; search: string; hash: string; state: unknown; key: string }

/** How the app got there: the first page, Back and Forward are POP. */
type Way = 'POP' | 'PUSH' | 'REPLACE'

export type Move = { way: Way; from: AppLocation; to: AppLocation }

/** A path, or parts of an address: `pathname` defaults to the current one, the rest to empty. */
export type To = string | Partial<Pick<AppLocation, 'pathname' | 'search' | 'hash'>>

/** Returns what to do instead of the move, after the address is restored; undefined allows it. */
export type Guard = (move: Move) => (() => void) | undefined

type Entry = { state?: unknown; key?: string; idx?: number }

export type Present = { location: AppLocation; way: Way }

export type AppHistory = {
  read: () => Present
  subscribe: (onChange: () => void) => () => void
  go: (to: To | number, options?: { replace?: boolean | undefined; state?: unknown }) => void
  /** The last added guard is asked before a move; returns a function that removes it. */
  guard: (guard: Guard) => () => void
  close: () => void
}

/** The browser's history as app locations. A guarded Back is undone before anything sees it. */
export function createHistory(page: Window): AppHistory {
  const readEntry = (): Entry => (page.history.state as Entry | null) ?? {}
  const readLocation = (): AppLocation => {
    const { pathname, search, hash } = page.location
    const { state = null, key = 'default' } = readEntry()
    return { pathname, search, hash, state, key }
  }
  // An entry that was typed or came from another page has no index yet.
  if (readEntry().idx === undefined) page.history.replaceState({ ...readEntry(), idx: 0 }, '')
  let index = readEntry().idx ?? 0
  let present: Present = { location: readLocation(), way: 'POP' }
  const listeners = new Set<() => void>()
  const guards: Guard[] = []
  /** Set from a guarded step until the browser has returned. */
  let onReturned: (() => void) | undefined

  const show = (location: AppLocation, way: Way): void => {
    present = { location, way }
    for (const listener of listeners) listener()
  }

  const ask = (to: AppLocation, way: Way): (() => void) | undefined => guards.at(-1)?.({ way, from: present.location, to })

  const onPop = (): void => {
    const { idx } = readEntry()
    if (onReturned !== undefined && idx !== undefined) {
      // Another step may have occurred in between.
      if (idx !== index) return page.history.go(index - idx)
      const instead = onReturned
      onReturned = undefined
      return instead()
    }
    const to = readLocation()
    const instead = idx === undefined || idx === index ? undefined : ask(to, 'POP')
    if (instead !== undefined && idx !== undefined) {
      onReturned = instead
      return page.history.go(index - idx)
    }
    index = idx ?? index
    show(to, 'POP')
  }
  page.addEventListener('popstate', onPop)

  return {
    read: () => present,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    go: (to, { replace = false, state = null } = {}) => {
      if (typeof to === 'number') return page.history.go(to)
      const way = replace ? 'REPLACE' : 'PUSH'
      const { pathname, search, hash } = new URL(toPath(to, present.location), page.location.origin)
      const location = { pathname, search, hash, state, key: Math.random().toString(36).slice(2, 10) }
      const instead = ask(location, way)
      if (instead !== undefined) return instead()
      const path = pathname + search + hash
      const entry: Entry = { state, key: location.key, idx: replace ? index : index + 1 }
      if (replace) page.history.replaceState(entry, '', path)
      else {
        try {
          page.history.pushState(entry, '', path)
        } catch {
          // Safari allows a hundred entries in half a minute: load further ones.
          return page.location.assign(path)
        }
      }
      index = entry.idx ?? index
      show(location, way)
    },
    guard: (guard) => {
      guards.push(guard)
      return () => {
        guards.splice(guards.indexOf(guard), 1)
      }
    },
    close: () => page.removeEventListener('popstate', onPop),
  }
}

/** Returns an address of this origin: a leading `//` would name another one. */
export function toPath(to: To, here: Pick<AppLocation, 'pathname'>): string {
  const path = typeof to === 'string' ? to : `${to.pathname ?? here.pathname}${to.search ?? ''}${to.hash ?? ''}`
  return path.startsWith('/') ? path.replace(/^\/+/, '/') : here.pathname + path
}
