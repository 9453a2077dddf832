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
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
