import type { Services } from '../services.ts'
import { createTotp } from '../session/second-factor.ts'

export type FactorState = 'off' | 'begun' | 'on'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** The app's code at that time. */
export const showCode = (at: Date, ofSecret = secret): string => createTotp(ofSecret, '').generate({ timestamp: at.getTime() })

/** Sets a user's sign-in codes to a state. Returns the app's current code. */
export async function putSecondFactor({ db, newId, clock }: Services, userId: string, state: FactorState): Promise<string> {
  const at = clock().toISOString()
  await db.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  if (state !== 'off')
    await db
      .insertInto('second_factors')
      .values({ id: newId(), user_id: userId, secret, created_at: at, confirmed_at: state === 'on' ? at : null, last_step: 0 })
      .execute()
  return showCode(clock())
}
