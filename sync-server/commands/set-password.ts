import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access.ts'
import { assertAdministrator } from '../access/rights.ts'
import type { StaffSession } from '../app-env.ts'
import type { Services } from '../services.ts'
import { hashPassword, verifyPassword } from '../session/passwords.ts'
import { administer, type Administration } from './administer.ts'
import { assertFound, findUserTitle, listShopIdsOfUser } from './affected.ts'

/** By an administrator, without the old one. Every session of the user ends, but for the administrator's own (AMB-11). */
export async function resetPassword(services: Services, caller: Caller, session: StaffSession, userId: string, newPassword: string): Promise<void> {
  assertAdministrator(caller)
  const passwordHash = await hashPassword(newPassword)
  await administer(services, caller.userId, async (act) => {
    assertFound(await findUserTitle(act.trx, userId), 'User')
    await act.trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
    await afterChange(services, act, userId, session.id, 'Password reset')
  })
}

/** @throws AppError VALIDATION 'Current password is incorrect' */
export async function changeOwnPassword(services: Services, { id: sessionId, userId }: StaffSession, passwords: { currentPassword: string; newPassword: string }): Promise<void> {
  const stored = await services.reader.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  if (!(await verifyPassword(stored?.password_hash, passwords.currentPassword))) throw incorrect()
  const passwordHash = await hashPassword(passwords.newPassword)
  await administer(services, userId, async (act) => {
    // Only over the password that was checked: a reset in between counts more.
    const changed = await act.trx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', userId)
      .where('password_hash', '=', stored?.password_hash ?? '')
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw incorrect()
    await afterChange(services, act, userId, sessionId, 'Password changed')
  })
}

async function afterChange(services: Services, { trx, noteIn, endSession }: Administration, userId: string, keptSessionId: string, text: string): Promise<void> {
  const ended = await trx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', keptSessionId).returning('id').execute()
  for (const { id } of ended) endSession(id)
  await noteIn(await listShopIdsOfUser(trx, userId), `User '${await findUserTitle(trx, userId)}': ${text}`)
  services.log.info({ userId, endedSessions: ended.length }, 'password set')
}

const incorrect = (): AppError => new AppError('VALIDATION', 'Current password is incorrect', { issues: [{ path: 'currentPassword', message: 'Current password is incorrect' }] })
