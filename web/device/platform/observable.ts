/** A value that is watched; fits React's useSyncExternalStore. */
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

/** Calls back once for all changes of one turn: for listeners that need the newest value only, while pages come many times a second. */
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

/** Keeps the listener in the set until the answer is called. */
export function watchSet<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
