import type { Limiter } from '../session/limits/limiter.ts'

/**
 * Resolves a customer's link. Only wrong links count and are refused: guesses from a network shut nobody out who has a link.
 * @throws AppError TOO_MANY_REQUESTS for a wrong link of an address with many of them
 */
export async function openLink<Found>(limiter: Limiter, address: string, find: () => Promise<Found | undefined>): Promise<Found | undefined> {
  const found = await find()
  if (found === undefined) await limiter.take('wrong link', { address })
  return found
}
