import { AppError } from '#schema/errors.ts'
import type { Services } from '../../services.ts'
import type { Limiter } from './limiter.ts'

/** Requests counted per commit: one commit each would cost more than most requests. */
const countedAtOnce = 10

export type TokenRequests = ReturnType<typeof createTokenRequests>

/** Limit of one program's requests: enough to read a whole shop, too few to slow others down. */
export function createTokenRequests(limiter: Limiter, log: Services['log']) {
  const leftByToken = new Map<string, number>()
  const countingByToken = new Map<string, Promise<void>>()

  const countMore = async (token: string): Promise<void> => {
    try {
      await limiter.take('api token', { token }, countedAtOnce)
    } catch (error) {
      if (error instanceof AppError) throw error
      // A full disk must not block reads.
      log.warn({ err: error, tokenId: token }, 'cannot count the requests of an API token')
    } finally {
      countingByToken.delete(token)
    }
    leftByToken.set(token, countedAtOnce)
  }

  return {
    /** @throws AppError TOO_MANY_REQUESTS with the seconds until the minute ends */
    async take(token: string): Promise<void> {
      for (;;) {
        const left = leftByToken.get(token) ?? 0
        if (left > 0) return void leftByToken.set(token, left - 1)
        const counting = countingByToken.get(token) ?? countMore(token)
        countingByToken.set(token, counting)
        await counting
      }
    },
  }
}
