import { updatePersonal } from '#web/device/storage/identity-store.ts'
import { countTime, freshAge, type OfflineAge } from './offline-age.ts'
import { makePin, readWait, type StoredPin, tryPin } from './pin.ts'
import type { OfflineEntry } from './session-types.ts'

export type PersonalStore = <Value>(
  kind: 'offline-age' | 'pin',
  userId: string,
  change: (stored: Value | undefined) => Value | undefined,
) => Promise<Value | undefined>

type Clocks = { now: () => Date; /** Milliseconds of a monotonic clock. */ monotonic: () => number }

type PinSettings = { set: (userId: string, pin: string) => Promise<void>; remove: (userId: string) => Promise<void> }

/** This device's stored data for opening offline (offline time, PIN), as seen by one page. */
export function createOfflineEntry(update: PersonalStore, { now, monotonic }: Clocks): OfflineEntry & { pins: PinSettings } {
  /** The page's clock and the stored count at its last count. Other tabs count the same time, which must not count twice. */
  let counted: { userId: string; atMs: number; countedMs: number } | undefined
  const rememberCount = (userId: string, age: OfflineAge | undefined, atMs: number): number => {
    counted = { userId, atMs, countedMs: age?.countedMs ?? 0 }
    return counted.countedMs
  }
  return {
    async countTime(userId, limitMs) {
      const atMs = monotonic()
      const nowMs = now().getTime()
      const age = await update<OfflineAge>('offline-age', userId, (stored = freshAge(nowMs)) => {
        const ownMs = counted?.userId === userId ? atMs - counted.atMs - Math.max(0, stored.countedMs - counted.countedMs) : 0
        return countTime(stored, { nowMs, openMs: Math.max(0, ownMs), limitMs })
      })
      return rememberCount(userId, age, atMs)
    },
    async noteConnection(userId) {
      const atMs = monotonic()
      rememberCount(userId, await update<OfflineAge>('offline-age', userId, () => freshAge(now().getTime())), atMs)
    },
    hasPin: async (userId) => (await update<StoredPin>('pin', userId, (stored) => stored)) !== undefined,
    async tryPin(userId, typed) {
      const stored = await update<StoredPin>('pin', userId, (same) => same)
      if (stored === undefined) return { isRight: false, waitMs: 0 }
      const { isRight, next } = await tryPin(stored, typed, now())
      // Keep wrong tries that other tabs stored meanwhile.
      const kept = await update<StoredPin>(
        'pin',
        userId,
        (latest) => latest && { ...next, failures: isRight ? 0 : Math.max(next.failures, latest.failures + (next === stored ? 0 : 1)) },
      )
      return { isRight, waitMs: kept === undefined ? 0 : readWait(kept, now()) }
    },
    pins: {
      async set(userId, pin) {
        const made = await makePin(pin)
        await update<StoredPin>('pin', userId, () => made)
      },
      remove: async (userId) => void (await update<StoredPin>('pin', userId, () => undefined)),
    },
  }
}

export const browserOfflineEntry = createOfflineEntry(updatePersonal, { now: () => new Date(), monotonic: () => performance.now() })
