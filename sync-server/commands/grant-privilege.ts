import type { PrivilegeAnswer } from '#schema/api/administration-answers.ts'
import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access.ts'
import { privilegeRows } from '#schema/rules/reference-rows.ts'
import { assertAdministrator } from '../access/rights.ts'
import type { Tx } from '../db/database.ts'
import type { Services } from '../services.ts'
import { administer } from './administer.ts'
import { assertFound, assertReferred, findUserTitle, listShopIdsOfUser } from './affected.ts'

const findPrivilege = (privilegeId: string) => privilegeRows.find(({ id }) => id === privilegeId)

/** By administrators, who cannot give what they do not hold themselves (AMB-26). */
export async function grantPrivilege(services: Services, caller: Caller, userId: string, privilegeId: string): Promise<PrivilegeAnswer> {
  assertAdministrator(caller)
  return administer(services, caller.userId, async ({ trx, affect, noteIn }) => {
    const title = assertFound(await findUserTitle(trx, userId), 'User')
    const { privilegeName } = assertReferred(findPrivilege(privilegeId), 'privilegeId', 'Privilege')
    if (!caller.privileges.has(privilegeName)) throw new AppError('FORBIDDEN', 'You can only assign privileges that you hold yourself.')
    if (await findGrant(trx, userId, privilegeId)) throw new AppError('UNIQUE_CONSTRAINT_VIOLATION', 'This user already has this privilege.')
    await trx.insertInto('users_privileges').values({ id: services.newId(), user_id: userId, privilege_id: privilegeId }).execute()
    await noteIn(await listShopIdsOfUser(trx, userId), `User '${title}': privilege '${privilegeName}' assigned`)
    affect([userId])
    return { id: privilegeId, privilegeName }
  })
}

/** The last administrator stays one (AMB-36). */
export async function removePrivilege(services: Services, caller: Caller, userId: string, privilegeId: string): Promise<void> {
  assertAdministrator(caller)
  await administer(services, caller.userId, async ({ trx, affect, noteIn }) => {
    const title = assertFound(await findUserTitle(trx, userId), 'User')
    const grant = assertFound(await findGrant(trx, userId, privilegeId), 'Privilege')
    const privilegeName = assertFound(findPrivilege(privilegeId), 'Privilege').privilegeName
    if (privilegeName === 'view_app_setting') await assertOthersHold(trx, userId, privilegeId)
    await trx.deleteFrom('users_privileges').where('id', '=', grant.id).execute()
    await noteIn(await listShopIdsOfUser(trx, userId), `User '${title}': privilege '${privilegeName}' removed`)
    affect([userId])
  })
}

const findGrant = (trx: Tx, userId: string, privilegeId: string) =>
  trx.selectFrom('users_privileges').select('id').where('user_id', '=', userId).where('privilege_id', '=', privilegeId).executeTakeFirst()

async function assertOthersHold(trx: Tx, userId: string, privilegeId: string): Promise<void> {
  const other = await trx.selectFrom('users_privileges').select('id').where('privilege_id', '=', privilegeId).where('user_id', '!=', userId).executeTakeFirst()
  if (!other) throw new AppError('CONFLICT', 'This is the last user with view_app_setting. Assign it to somebody else first.')
}
