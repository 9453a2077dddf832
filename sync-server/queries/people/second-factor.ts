import type { SecondFactorAnswer } from '#schema/api/answers/account-answers.ts'
import type { Db } from '../../db/database.ts'

/** When sign-in codes were turned on, and how many recovery codes are left. */
export async function readSecondFactor(db: Db, userId: string): Promise<SecondFactorAnswer> {
  const row = await db.selectFrom('second_factors').select('confirmed_at').where('user_id', '=', userId).executeTakeFirst()
  const codes = await db.selectFrom('recovery_codes').select('id').where('user_id', '=', userId).execute()
  return { onSince: row?.confirmed_at ?? null, recoveryCodesLeft: codes.length }
}
