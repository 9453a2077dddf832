import { useSyncExternalStore } from 'react'

const stepMs = 60_000
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const tick = () => {
  now = new Date()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date()
    timer = setInterval(tick, stepMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

const readNow = (): Date => now

/** The present time for labels; moves on once a minute, for all of them together. */
export const useNow = (): Date => useSyncExternalStore(subscribe, readNow, readNow)
