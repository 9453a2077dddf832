import type { Limiter } from '../session/limits/limiter.ts'

/**
 * What a customer's link leads to. Only wrong links count, so that a page with many pictures costs nothing.
 * @throws AppError TOO_MANY_REQUESTS for an address that has guessed much
 */
export async function openLink<Found>(limiter: Limiter, address: string, find: () => Promise<Found | undefined>): Promise<Found | undefined> {
  await limiter.assertRoom('wrong link', { address })
  const found = await find()
  if (found === undefined) await limiter.take('wrong link', { address })
  return found
}
