import { toLimitKey, type LimitStore } from './limits/limit-store.ts'
import { addCounts, clockToleranceMs, usedUp, type WindowLimit } from './limits/window-limit.ts'

const limit: WindowLimit = {
  name: 'api token',
  max: 600,
  windowMs: 60_000,
  message: 'An API token may make 600 requests a minute. Please wait a moment.',
}

/** Requests that a process counts by itself before it tells the others: a commit for each would cost more than most requests. */
const toldEvery = 10

/** Remembered tokens, above which those are dropped whose minute is over. */
const sweepAbove = 1_000

/** `known`: of all processes, as of the last answer. `untold`: of this one, since. */
type Share = { known: number; untold: number; telling: Promise<void> | undefined; endsMs: number }

export type TokenLimit = ReturnType<typeof createTokenLimit>

/**
 * Limit of one program's requests: enough to read a whole shop, too few to slow others down. One process counts exactly; each further
 * one may let nine more through, since a program must never be refused below its limit.
 */
export function createTokenLimit(store: LimitStore) {
  const shareByToken = new Map<string, Share>()

  const readShare = (tokenId: string, nowMs: number): Share => {
    const known = shareByToken.get(tokenId)
    // A clock that was set back must not stretch a window.
    if (known !== undefined && known.endsMs > nowMs && known.endsMs - nowMs <= limit.windowMs + clockToleranceMs) return known
    if (shareByToken.size > sweepAbove) for (const [id, { endsMs }] of shareByToken) if (endsMs <= nowMs) shareByToken.delete(id)
    const share = { known: 0, untold: 0, telling: undefined, endsMs: nowMs + limit.windowMs }
    shareByToken.set(tokenId, share)
    return share
  }

  const tell = async (tokenId: string, share: Share, now: Date): Promise<void> => {
    const count = share.untold
    try {
      const [counted] = await addCounts(store.db, [{ limit, key: toLimitKey(limit.name, tokenId), count }], now)
      if (counted === undefined) return
      share.known = counted.count
      share.endsMs = Date.parse(counted.ends_at)
      share.untold -= count
    } catch (error) {
      // A full disk must not keep anybody from reading: this process counts by itself, and tells later.
      store.log.warn({ err: error, tokenId }, 'cannot count the requests of an API token')
    }
  }

  return {
    /** Counts a request. @throws AppError TOO_MANY_REQUESTS with the seconds until the minute ends */
    async take(tokenId: string): Promise<void> {
      const now = store.clock()
      const share = readShare(tokenId, now.getTime())
      // Of a burst no more slips through than of requests that come one after the other.
      while (share.telling !== undefined && (share.known === 0 || share.untold >= toldEvery)) await share.telling
      assertRoom(share, 1, now)
      share.untold++
      if (share.known > 0 && share.untold < toldEvery) return
      share.telling ??= tell(tokenId, share, now).finally(() => (share.telling = undefined))
      await share.telling
      assertRoom(share, 0, now)
    },
  }
}

function assertRoom({ known, untold, endsMs }: Share, more: number, now: Date): void {
  if (known + untold + more > limit.max) throw usedUp(limit, endsMs, now)
}
