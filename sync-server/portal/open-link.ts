import type { Limiter } from '../session/limits/limiter.ts'

/**
 * Resolves a customer's link. Only wrong links count against the limit, so that pages with many pictures are free.
 * @throws AppError TOO_MANY_REQUESTS for an address with many wrong links
 */
export async function openLink<Found>(limiter: Limiter, address: string, find: () => Promise<Found | undefined>): Promise<Found | undefined> {
  await limiter.assertRoom('wrong link', { address })
  const found = await find()
  if (found === undefined) await limiter.take('wrong link', { address })
  return found
}
