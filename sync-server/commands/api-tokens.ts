import { apiTokensMax, type ApiTokenCreatedAnswer } from '#schema/api/tokens.ts'
import { AppError } from '#schema/errors.ts'
import type { Privilege } from '#schema/privileges.ts'
import type { Caller } from '#schema/rules/access.ts'
import type { Tx } from '../db/database.ts'
import type { Services } from '../services.ts'
import { createTokenText, privilegesToText } from '../session/api-tokens.ts'
import { administer } from './administer.ts'
import { assertFound, findUserTitle, listShopIdsOfUser } from './affected.ts'
import { assertPasswordUnchanged, type CheckedPassword } from './set-password.ts'

/** No token can do more than its owner. */
function assertHoldsAll({ privileges }: Caller, wanted: readonly Privilege[]): void {
  if (!wanted.every((privilege) => privileges.has(privilege))) throw new AppError('FORBIDDEN', 'You can only give a token privileges that you hold yourself.')
}

/**
 * A new token of the caller, who has just proved the password.
 * @throws AppError FORBIDDEN for a privilege that the caller lacks; CONFLICT when there are too many
 */
export async function createApiToken(services: Services, caller: Caller, checked: CheckedPassword, { name, privileges }: { name: string; privileges: Privilege[] }): Promise<ApiTokenCreatedAnswer> {
  assertHoldsAll(caller, privileges)
  const { token, hash } = createTokenText()
  return administer(services, caller.userId, async ({ trx, noteIn, noteSecurity }) => {
    // A reset in between revokes every token, so this one must not come after it.
    await assertPasswordUnchanged(trx, checked)
    await assertRoomForOne(trx, caller.userId)
    const row = { id: services.newId(), name, created_at: services.clock().toISOString(), last_used_at: null }
    await trx.insertInto('api_tokens').values({ ...row, user_id: caller.userId, token_hash: hash, privileges: privilegesToText(privileges), read_only: 0 }).execute()
    await noteIn(await listShopIdsOfUser(trx, caller.userId), `User '${await findUserTitle(trx, caller.userId)}': API token '${name}' created`)
    await noteSecurity({ kind: 'token-made', detail: name })
    return { id: row.id, name, privileges, createdAt: row.created_at, lastUsedAt: null, token }
  })
}

/** One of the caller's own: it is worth nothing from now on. @throws AppError NOT_FOUND, also for somebody else's */
export async function revokeApiToken(services: Services, { userId }: Caller, tokenId: string): Promise<void> {
  await administer(services, userId, async ({ trx, noteIn, noteSecurity }) => {
    const deleted = await trx.deleteFrom('api_tokens').where('id', '=', tokenId).where('user_id', '=', userId).returning('name').executeTakeFirst()
    const { name } = assertFound(deleted, 'API token')
    await noteIn(await listShopIdsOfUser(trx, userId), `User '${await findUserTitle(trx, userId)}': API token '${name}' revoked`)
    await noteSecurity({ kind: 'token-revoked', detail: name })
  })
}

async function assertRoomForOne(trx: Tx, userId: string): Promise<void> {
  const tokens = await trx.selectFrom('api_tokens').select('id').where('user_id', '=', userId).execute()
  if (tokens.length >= apiTokensMax) throw new AppError('CONFLICT', `You have ${apiTokensMax} API tokens, which is the most. Revoke one that is not needed any more.`)
}
