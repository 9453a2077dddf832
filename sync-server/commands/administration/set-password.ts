import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { assertAdministrator, assertMayAdministerUser } from '../../queries/people/rights.ts'
import type { StaffSession } from '../../app-env.ts'
import type { Tx } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { assertUncommonPassword } from '../../session/common-passwords.ts'
import { hashPassword, verifyPassword } from '../../session/passwords.ts'
import { tryNoteSecurityEvent } from '../../session/security-log.ts'
import { administer, type Administration } from './administer.ts'
import { findUserTitle, listGuessableNames, listShopIdsOfUser } from '../../queries/people/memberships.ts'
import { assertFound } from './assert-found.ts'

/** Resets a user's password as an administrator. Ends the user's tokens and sessions, except the administrator's own session. */
export async function resetPassword(services: Services, caller: Caller, session: StaffSession, userId: string, newPassword: string): Promise<void> {
  assertAdministrator(caller)
  assertUncommonPassword(newPassword, 'newPassword', await listGuessableNames(services.reader, userId))
  const passwordHash = await hashPassword(newPassword)
  await administer(services, caller.userId, async (administration) => {
    assertFound(await findUserTitle(administration.trx, userId), 'User')
    await assertMayAdministerUser(administration.trx, caller, userId)
    await administration.trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
    const ended = await endTokens(administration.trx, userId)
    await afterChange(services, administration, userId, session.id, ended > 0 ? 'passwordResetAndTokens' : 'passwordReset')
    await administration.noteSecurity({ kind: 'password-reset', subjectUserId: userId })
  })
}

/** `hash`: the one that the password was compared with. */
export type CheckedPassword = { userId: string; hash: string }

/** @throws AppError VALIDATION 'Current password is incorrect' */
export async function checkOwnPassword(services: Services, userId: string, password: string): Promise<CheckedPassword> {
  const stored = await services.reader.selectFrom('users').select(['password_hash', 'login_id']).where('id', '=', userId).executeTakeFirst()
  if (!(await verifyPassword(stored?.password_hash, password)) || !stored) {
    await tryNoteSecurityEvent(services, {
      kind: 'sign-in-failed',
      userId,
      loginId: stored?.login_id ?? null,
      detail: 'Current password of somebody signed in',
    })
    throw incorrect()
  }
  return { userId, hash: stored.password_hash }
}

/** Refuses when the password changed after the check. */
export async function assertPasswordUnchanged(trx: Tx, { userId, hash }: CheckedPassword): Promise<void> {
  if (!(await trx.selectFrom('users').select('id').where('id', '=', userId).where('password_hash', '=', hash).executeTakeFirst())) throw incorrect()
}

/** Changes the caller's password. Other sessions end; tokens stay unless `endTokens`. @throws AppError VALIDATION 'Current password is incorrect' */
export async function changeOwnPassword(
  services: Services,
  { id: sessionId, userId }: StaffSession,
  passwords: { currentPassword: string; newPassword: string; endTokens?: boolean | undefined },
): Promise<void> {
  const checked = await checkOwnPassword(services, userId, passwords.currentPassword)
  assertUncommonPassword(passwords.newPassword, 'newPassword', await listGuessableNames(services.reader, userId))
  const passwordHash = await hashPassword(passwords.newPassword)
  await administer(services, userId, async (administration) => {
    await assertPasswordUnchanged(administration.trx, checked)
    await administration.trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
    const ended = passwords.endTokens === true ? await endTokens(administration.trx, userId) : 0
    await afterChange(services, administration, userId, sessionId, ended > 0 ? 'passwordChangedAndTokens' : 'passwordChanged')
    await administration.noteSecurity({ kind: 'password-changed' })
  })
}

/** @returns how many there were */
const endTokens = async (trx: Tx, userId: string): Promise<number> =>
  (await trx.deleteFrom('api_tokens').where('user_id', '=', userId).returning('id').execute()).length

async function afterChange(
  services: Services,
  { trx, noteIn, endSession }: Administration,
  userId: string,
  keptSessionId: string,
  kind: 'passwordReset' | 'passwordResetAndTokens' | 'passwordChanged' | 'passwordChangedAndTokens',
): Promise<void> {
  const ended = await trx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', keptSessionId).returning('id').execute()
  for (const { id } of ended) endSession(id)
  await noteIn(await listShopIdsOfUser(trx, userId), tell(kind, { user: (await findUserTitle(trx, userId)) ?? userId }))
  services.log.info({ userId, endedSessions: ended.length }, 'password set')
}

const incorrect = (): AppError =>
  new AppError('VALIDATION', 'Current password is incorrect', { issues: [{ path: 'currentPassword', message: 'Current password is incorrect' }] })
