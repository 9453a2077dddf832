import { AppError } from '#schema/errors.ts'
import { within } from './wipe.ts'

/** Longer than a working storage needs. A storage blocked by a frozen tab must not prevent signing out. */
export const storagePatienceMs = 10_000

export const heldUpMessage = 'The storage of this browser does not answer. Close other tabs of the app, and try again.'

/** @throws AppError UNAVAILABLE if the storage fails or does not respond in time */
export async function readInTime<T>(reading: PromiseLike<T>, patienceMs = storagePatienceMs): Promise<T> {
  const answer = Promise.resolve(reading)
  if (await within(patienceMs, answer)) return answer
  throw new AppError('UNAVAILABLE', heldUpMessage)
}
