import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { lastHolderText } from '#schema/rules/access/administration.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { assertAdministrator, assertMayAdministerUser } from '../../queries/people/rights.ts'
import type { Tx } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { noteSecurityEvent } from '../../session/security-log.ts'
import { administer } from './administer.ts'
import { findUserTitle, listMemberIds, listShopIdsOfUser } from '../../queries/people/memberships.ts'
import { assertFound } from './assert-found.ts'

/**
 * Disabling ends all sessions at once and blocks sign-in and tokens until the user is enabled again. Memberships and
 * privileges stay.
 * @throws AppError FORBIDDEN for a user with privileges that the caller lacks; CONFLICT for oneself and for the last
 *   administrator
 */
export async function setUserDisabled(services: Services, caller: Caller, userId: string, disabled: boolean): Promise<void> {
  assertAdministrator(caller)
  await administer(services, caller.userId, async ({ trx, at, affect, endSession, noteIn }) => {
    const title = assertFound(await findUserTitle(trx, userId), 'User')
    await assertMayAdministerUser(trx, caller, userId)
    if (disabled && userId === caller.userId) throw new AppError('CONFLICT', 'You cannot disable yourself.')
    const changed = await trx
      .updateTable('users')
      .set({ disabled_at: disabled ? at : null })
      .where('id', '=', userId)
      .where('disabled_at', disabled ? 'is' : 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return
    if (disabled) {
      await assertAdministratorLeft(trx)
      for (const { id } of await trx.deleteFrom('sessions').where('user_id', '=', userId).returning('id').execute()) endSession(id)
    }
    const shopIds = await listShopIdsOfUser(trx, userId)
    await noteIn(shopIds, tell(disabled ? 'userDisabled' : 'userEnabled', { user: title }))
    await noteSecurityEvent(services, trx, { kind: disabled ? 'user-disabled' : 'user-enabled', userId: caller.userId, subjectUserId: userId })
    affect([userId, ...(await listMemberIds(trx, shopIds))])
  })
}

/** Catches two administrators who disable each other at the same time. */
async function assertAdministratorLeft(trx: Tx): Promise<void> {
  const left = await trx
    .selectFrom('users')
    .innerJoin('users_privileges', 'users_privileges.user_id', 'users.id')
    .innerJoin('privileges', 'privileges.id', 'users_privileges.privilege_id')
    .select('users.id')
    .where('privileges.privilege_name', '=', 'view_app_setting')
    .where('users.disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!left) throw new AppError('CONFLICT', lastHolderText('view_app_setting'))
}
