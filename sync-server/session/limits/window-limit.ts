import { AppError } from '#schema/errors.ts'
import { createBoundedKeys } from './bounded-keys.ts'

type Window = { count: number; endsMs: number }

export type WindowLimit = ReturnType<typeof createWindowLimit>

/** `message`: replaces the usual one. */
type Limit = { max: number; windowMs: number; message?: string }

/** At most `max` calls of one key within `windowMs` of the first. Kept in memory: a restart forgives. */
export function createWindowLimit({ max, windowMs, message }: Limit, clock: () => Date) {
  const windows = createBoundedKeys<Window>({ mustStay: ({ count }) => 2 * count >= max, isOver: ({ endsMs }) => endsMs <= clock().getTime() })

  const readWindow = (key: string, nowMs: number): Window => {
    const known = windows.get(key)
    // A clock that was set back must not stretch a window.
    return known !== undefined && known.endsMs > nowMs && known.endsMs - nowMs <= windowMs ? known : { count: 0, endsMs: nowMs + windowMs }
  }

  const assertRoom = (key: string): void => {
    const nowMs = clock().getTime()
    const { count, endsMs } = readWindow(key, nowMs)
    if (count >= max) throw new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds: Math.ceil((endsMs - nowMs) / 1000) })
  }

  return {
    /** @throws AppError TOO_MANY_REQUESTS with the seconds until the window ends */
    assertRoom,
    /**
     * Counts a call.
     * @returns takes the call back, where it came to nothing
     * @throws AppError TOO_MANY_REQUESTS, and counts nothing then
     */
    take(key: string): () => void {
      assertRoom(key)
      const window = readWindow(key, clock().getTime())
      window.count++
      windows.set(key, window)
      return () => {
        window.count--
        if (windows.get(key) !== window) return
        if (window.count === 0) windows.delete(key)
        else windows.set(key, window)
      }
    },
    /** Number of remembered keys. */
    get size(): number {
      return windows.size
    },
  }
}

/** Counts a call under several limits, or under none when one of them is used up; the first in the list is asked first. */
export function takeAll(taken: readonly (readonly [WindowLimit, string])[]): () => void {
  for (const [limit, key] of taken) limit.assertRoom(key)
  const giveBacks = taken.map(([limit, key]) => limit.take(key))
  return () => giveBacks.forEach((giveBack) => giveBack())
}
