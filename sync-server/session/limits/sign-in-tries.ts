import { AppError } from '#schema/errors.ts'
import type { Limiter, Taken } from './limiter.ts'

/** `deviceId`: of a device on which somebody signed in to this very account before. */
type Asker = { loginId: string; remoteAddress: string; deviceId?: string | undefined }

/** The spelling of a login id makes no new account. */
export const loginIdToKey = (loginId: string): string => loginId.trim().toLowerCase()

/** Refuses whoever has to wait; counts nothing. @throws AppError TOO_MANY_REQUESTS */
export const assertSignInRoom = (limiter: Limiter, asker: Asker): Promise<void> => ownFirst(asker, (use, who) => limiter.assertRoom(use, who))

/** Counts a try at a password or a sign-in code. It is a failure until it succeeds. @throws AppError TOO_MANY_REQUESTS */
export const takeSignInTry = (limiter: Limiter, asker: Asker): Promise<Taken> => ownFirst(asker, (use, who) => limiter.take(use, who))

type SignInWho = { account: string; address: string; device: string }

/** A known device has tries of its own, and then those of everybody. */
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
