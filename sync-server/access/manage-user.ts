import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access.ts'
import type { Db } from '../db/database.ts'
import { readCaller } from './caller.ts'

/** Whoever may act on a person's access must hold all that the person holds. @throws AppError FORBIDDEN */
export async function assertHoldsAllOf(db: Db, { privileges }: Caller, userId: string): Promise<void> {
  const target = await readCaller(db, userId)
  if (![...target.privileges].every((privilege) => privileges.has(privilege))) throw new AppError('FORBIDDEN', 'This person holds privileges that you do not hold.')
}
