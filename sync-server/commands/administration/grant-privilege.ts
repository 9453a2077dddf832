import type { PrivilegeAnswer } from '#schema/api/answers/administration-answers.ts'
import { AppError } from '#schema/errors.ts'
import type { Privilege } from '#schema/privileges.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { lastHolderText } from '#schema/rules/access/administration.ts'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { assertAdministrator, assertMayAdministerUser } from '../../queries/people/rights.ts'
import type { Tx } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { administer } from './administer.ts'
import { findUserTitle, listShopIdsOfUser } from '../../queries/people/memberships.ts'
import { assertFound, assertReferred } from './assert-found.ts'
import { staffByPrivileges } from './become-employee.ts'

const findPrivilege = (privilegeId: string) => privilegeRows.find(({ id }) => id === privilegeId)

/** Administrators may grant privileges they do not hold: one without a holder would be lost. Writes to the security log. */
export async function grantPrivilege(services: Services, caller: Caller, userId: string, privilegeId: string): Promise<PrivilegeAnswer> {
  assertAdministrator(caller)
  return administer(services, caller.userId, async (administration) => {
    const { trx, affect, noteIn, noteSecurity } = administration
    const title = assertFound(await findUserTitle(trx, userId), 'User')
    const { privilegeName } = assertReferred(findPrivilege(privilegeId), 'privilegeId', 'Privilege')
    if (await findGrant(trx, userId, privilegeId)) throw new AppError('UNIQUE_CONSTRAINT_VIOLATION', 'This user already has this privilege.')
    await trx.insertInto('users_privileges').values({ id: services.newId(), user_id: userId, privilege_id: privilegeId }).execute()
    await staffByPrivileges(services, administration, userId)
    await noteIn(await listShopIdsOfUser(trx, userId), tell('privilegeAssigned', { user: title, privilege: privilegeName }))
    await noteSecurity({ kind: 'privilege-granted', subjectUserId: userId, detail: privilegeName })
    affect([userId])
    return { id: privilegeId, privilegeName }
  })
}

/** The last holder of a privilege keeps it. */
export async function removePrivilege(services: Services, caller: Caller, userId: string, privilegeId: string): Promise<void> {
  assertAdministrator(caller)
  await administer(services, caller.userId, async (administration) => {
    const { trx, affect, noteIn, noteSecurity } = administration
    const title = assertFound(await findUserTitle(trx, userId), 'User')
    await assertMayAdministerUser(trx, caller, userId)
    const grant = assertFound(await findGrant(trx, userId, privilegeId), 'Privilege')
    const privilegeName = assertFound(findPrivilege(privilegeId), 'Privilege').privilegeName
    await assertOthersHold(trx, userId, { id: privilegeId, name: privilegeName })
    await trx.deleteFrom('users_privileges').where('id', '=', grant.id).execute()
    await staffByPrivileges(services, administration, userId)
    await noteIn(await listShopIdsOfUser(trx, userId), tell('privilegeRemoved', { user: title, privilege: privilegeName }))
    await noteSecurity({ kind: 'privilege-removed', subjectUserId: userId, detail: privilegeName })
    affect([userId])
  })
}

const findGrant = (trx: Tx, userId: string, privilegeId: string) =>
  trx.selectFrom('users_privileges').select('id').where('user_id', '=', userId).where('privilege_id', '=', privilegeId).executeTakeFirst()

async function assertOthersHold(trx: Tx, userId: string, privilege: { id: string; name: Privilege }): Promise<void> {
  const other = await trx
    .selectFrom('users_privileges')
    .innerJoin('users', 'users.id', 'users_privileges.user_id')
    .select('users.id')
    .where('privilege_id', '=', privilege.id)
    .where('users.id', '!=', userId)
    // Disabled users do not count as holders.
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!other) throw new AppError('CONFLICT', lastHolderText(privilege.name))
}
