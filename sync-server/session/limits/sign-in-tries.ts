import { AppError } from '#schema/errors.ts'
import { loginIdToKey } from '#schema/values/text/login-key.ts'
import type { Limiter, Taken } from './limiter.ts'

/** `deviceId`: a device that signed in to this account before. */
type Asker = { loginId: string; remoteAddress: string; deviceId?: string | undefined }

/** Refuses a blocked caller without counting. @throws AppError TOO_MANY_REQUESTS */
export const assertSignInRoom = (limiter: Limiter, asker: Asker): Promise<void> => ownFirst(asker, (use, who) => limiter.assertRoom(use, who))

/** Counts a password or code try as failed until it succeeds. @throws AppError TOO_MANY_REQUESTS */
export const takeSignInTry = (limiter: Limiter, asker: Asker): Promise<Taken> => ownFirst(asker, (use, who) => limiter.take(use, who))

type SignInWho = { account: string; address: string; device: string }

/** A known device first uses its own limit, then the general one. */
async function ownFirst<Result>(
  { loginId, remoteAddress, deviceId }: Asker,
  call: (use: 'known device' | 'sign-in', who: SignInWho) => Promise<Result>,
): Promise<Result> {
  const who = { account: loginIdToKey(loginId), address: remoteAddress, device: deviceId ?? '' }
  if (deviceId === undefined) return call('sign-in', who)
  try {
    return await call('known device', who)
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return call('sign-in', who)
    throw error
  }
}
