import type { Services } from '../services.ts'
import { verifyPassword } from '../session/passwords.ts'
import type { OtpAsker } from './otp.ts'
import { findPhoneOwners } from './portal-customers.ts'
import type { Portal } from './portal.ts'
import { wrongDetails } from './wrong-details.ts'

/**
 * The customer with this phone and access code. An unknown number costs as much time as a wrong code of a known one.
 * @throws AppError UNAUTHENTICATED, alike for whatever was wrong; TOO_MANY_REQUESTS
 */
export async function verifyAccessCode(services: Services, portal: Portal, asker: OtpAsker, accessCode: string): Promise<{ id: string; name: string }> {
  const { shopId, countryCode, phone, remoteAddress } = asker
  const guess = portal.limits.beginGuess({ shopId, phone: countryCode + phone, remoteAddress }, 'access')
  const owners = await findPhoneOwners(services.reader, shopId, asker)
  const withCode = owners.filter(({ accessCodeHash }) => accessCodeHash !== null)
  // People who share a phone have a code each; without any, one comparison is made for the time's sake.
  for (const owner of withCode.length === 0 ? [undefined] : withCode) {
    const fits = await verifyPassword(owner?.accessCodeHash, accessCode)
    if (!fits || !owner) continue
    guess.succeed()
    return { id: owner.id, name: owner.name }
  }
  throw wrongDetails()
}
