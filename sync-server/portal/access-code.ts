import type { Services } from '../services.ts'
import { toWiderNetworks } from '../session/limits/networks.ts'
import { verifyPassword } from '../session/passwords.ts'
import { toWho, type OtpAsker } from './otp.ts'
import { findPhoneOwners, ownersMax } from '../queries/portal/phone-owners.ts'
import type { Portal } from './portal.ts'
import { wrongDetails } from './wrong-details.ts'

/**
 * Finds the customer with this phone and access code. Takes the same time however many customers share the phone or
 * have a code.
 * @throws AppError UNAUTHENTICATED, whatever was wrong; TOO_MANY_REQUESTS; UNAVAILABLE
 */
export async function verifyAccessCode(services: Services, portal: Portal, asker: OtpAsker, accessCode: string): Promise<{ id: string; name: string }> {
  const { shopId, remoteAddress } = asker
  const guess = await portal.limiter.take('access code', toWho(asker))
  try {
    const owners = (await findPhoneOwners(services.reader, shopId, asker)).filter(({ accessCodeHash }) => accessCodeHash !== null)
    const turn = { from: toWiderNetworks(remoteAddress)[1] ?? remoteAddress }
    let found: { id: string; name: string } | undefined
    // People who share a phone have separate codes. Always compare `ownersMax` codes, even after a match.
    for (let place = 0; place < ownersMax; place++) {
      const owner = owners[place]
      const fits = await verifyPassword(owner?.accessCodeHash, accessCode, turn)
      if (fits && owner) found ??= { id: owner.id, name: owner.name }
    }
    if (found) {
      await guess.succeed()
      return found
    }
  } catch (error) {
    await guess.giveBack()
    throw error
  }
  throw wrongDetails()
}
