import { useSyncExternalStore } from 'react'
import { correctedNow, watchClock } from '#web/device/platform/device-clock.ts'

const stepMs = 60_000
let now = correctedNow()
let timer: ReturnType<typeof setInterval> | undefined
let stopWatching = () => {}
const listeners = new Set<() => void>()

const tick = () => {
  now = correctedNow()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = correctedNow()
    timer = setInterval(tick, stepMs)
    stopWatching = watchClock(tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    stopWatching()
  }
}

const readNow = (): Date => now

/** The time for labels, corrected for the device's clock error; updates once a minute, in all components at once. */
export const useNow = (): Date => useSyncExternalStore(subscribe, readNow, readNow)
