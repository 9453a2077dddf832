import type { Bootstrap } from '#schema/api/sync.ts'
import type { SyncApi } from '../platform/server-port.ts'

/** An answer that nobody asked for in this time is too old to begin with. */
const freshMs = 10_000

export type HeadStart = { api: SyncApi; bootstrap: Promise<Bootstrap> }

/**
 * Asks who this is while the storage is still being opened. Whoever asks that first gets this answer, as if it came then; the live
 * stream asks again when it opens, so nothing that changed meanwhile is missed.
 */
export function makeHeadStart(api: SyncApi, monotonic: () => number): HeadStart {
  const askedAt = monotonic()
  let answeredAt = askedAt
  const bootstrap = api.bootstrap(new AbortController().signal).then((answer) => {
    answeredAt = monotonic()
    return answer
  })
  bootstrap.catch(() => undefined)
  let isTaken = false
  const take = async (signal: AbortSignal): Promise<Bootstrap> => {
    const answer = await bootstrap.catch(() => undefined)
    if (answer === undefined || signal.aborted) return api.bootstrap(signal)
    // The device's clock is compared with it now.
    return { ...answer, serverTime: new Date(Date.parse(answer.serverTime) + monotonic() - answeredAt).toISOString() }
  }
  return {
    bootstrap,
    api: {
      ...api,
      bootstrap(signal) {
        const isUsable = !isTaken && monotonic() - askedAt < freshMs
        isTaken = true
        return isUsable ? take(signal) : api.bootstrap(signal)
      },
    },
  }
}
