import { AppError } from '#schema/errors.ts'

/** Any one asker fills this many keys at most; the oldest go first. */
const maxKeys = 50_000

type Window = { count: number; endsMs: number }

export type WindowLimit = ReturnType<typeof createWindowLimit>

/** `message`: what is said instead of the usual words. */
type Limit = { max: number; windowMs: number; message?: string }

/** At most `max` calls of one key within `windowMs` of the first. Kept in memory: a restart forgives. */
export function createWindowLimit({ max, windowMs, message }: Limit, clock: () => Date) {
  const windowByKey = new Map<string, Window>()
  return {
    /**
     * Counts a call.
     * @returns takes the call back, where it came to nothing
     * @throws AppError TOO_MANY_REQUESTS with the seconds until the window ends
     */
    take(key: string): () => void {
      const nowMs = clock().getTime()
      const known = windowByKey.get(key)
      // A clock that was set back must not stretch a window.
      const window = known !== undefined && known.endsMs > nowMs && known.endsMs - nowMs <= windowMs ? known : { count: 0, endsMs: nowMs + windowMs }
      if (window.count >= max) throw new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds: Math.ceil((window.endsMs - nowMs) / 1000) })
      window.count++
      windowByKey.delete(key)
      windowByKey.set(key, window)
      if (windowByKey.size > maxKeys) windowByKey.delete(windowByKey.keys().next().value as string)
      return () => void window.count--
    },
  }
}

/** Counts a call under several limits, or under none when one of them is used up. */
export function takeAll(taken: readonly (readonly [WindowLimit, string])[]): () => void {
  const giveBacks: (() => void)[] = []
  const giveAllBack = () => giveBacks.forEach((giveBack) => giveBack())
  try {
    for (const [limit, key] of taken) giveBacks.push(limit.take(key))
  } catch (error) {
    giveAllBack()
    throw error
  }
  return giveAllBack
}
