/** An observable value; fits React's useSyncExternalStore. */
export type Readable<T> = { get: () => T; subscribe: (listener: () => void) => () => void }
export type Store<T> = Readable<T> & { set: (value: T) => void }

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => watchSet(listeners, listener),
  }
}

/** Calls back once per microtask turn, for listeners that need only the newest value while pages arrive many times a second. */
export function watchLastWord(readable: Readable<unknown>, listener: () => void): () => void {
  let isDue = false
  return readable.subscribe(() => {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      listener()
    })
  })
}

/** Adds the listener; returns its removal. */
export function watchSet<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
