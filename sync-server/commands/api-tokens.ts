import type { z } from 'zod'
import { apiTokensMax, type apiTokenCreateBody, type ApiTokenCreatedAnswer } from '#schema/api/tokens.ts'
import { AppError } from '#schema/errors.ts'
import type { Privilege } from '#schema/privileges.ts'
import { isMember, type Caller } from '#schema/rules/access/access.ts'
import { privilegesBeyondShops } from '#schema/rules/access/administration.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import type { Tx } from '../db/database.ts'
import type { Services } from '../services.ts'
import { privilegesToText, shopIdsToText } from '../queries/people/api-tokens.ts'
import { createTokenText } from '../session/api-tokens.ts'
import { administer } from './administration/administer.ts'
import { findUserTitle, listShopIdsOfUser } from '../queries/people/memberships.ts'
import { assertFound } from './administration/assert-found.ts'
import { assertPasswordUnchanged, type CheckedPassword } from './administration/set-password.ts'

function assertHoldsAll({ privileges }: Caller, wanted: readonly Privilege[]): void {
  if (!wanted.every((privilege) => privileges.has(privilege))) throw new AppError('FORBIDDEN', 'You can only give a token privileges that you hold yourself.')
}

/** A token for chosen shops is limited to the owner's shops and to privileges that apply within a shop. */
function assertOwnShops(caller: Caller, privileges: readonly Privilege[], shopIds: readonly string[]): void {
  if (!shopIds.every((shopId) => isMember(caller, shopId))) throw refuse('shopIds', 'You can only choose shops that you belong to.')
  const tooWide = privileges.find((privilege) => privilegesBeyondShops.includes(privilege))
  if (tooWide !== undefined) throw refuse('privileges', `${tooWide} reaches beyond the chosen shops. Leave it out, or choose all shops.`)
}

const refuse = (path: string, message: string): AppError => new AppError('VALIDATION', message, { issues: [{ path, message }] })

type NewApiToken = Required<Omit<z.output<typeof apiTokenCreateBody>, 'currentPassword'>>

/**
 * Creates a token for the caller, whose password was just checked.
 * @throws AppError FORBIDDEN for a privilege that the caller lacks; VALIDATION for invalid shops or expiry; CONFLICT
 *   when there are too many
 */
export async function createApiToken(
  services: Services,
  caller: Caller,
  checked: CheckedPassword,
  { name, privileges, readOnly, shopIds, expiresAt }: NewApiToken,
): Promise<ApiTokenCreatedAnswer> {
  assertHoldsAll(caller, privileges)
  if (shopIds !== null) assertOwnShops(caller, privileges, shopIds)
  if (expiresAt !== null && expiresAt <= services.clock().toISOString()) throw refuse('expiresAt', 'The end must lie in the future.')
  const { token, hash } = createTokenText()
  return administer(services, caller.userId, async ({ trx, noteIn, noteSecurity }) => {
    // A concurrent password reset revokes all tokens; do not create one after it.
    await assertPasswordUnchanged(trx, checked)
    await assertRoomForOne(trx, caller.userId)
    const row = {
      id: services.newId(),
      name,
      created_at: services.clock().toISOString(),
      last_used_at: null,
      read_only: readOnly ? 1 : 0,
      shop_ids: shopIdsToText(shopIds),
      expires_at: expiresAt,
    }
    await trx
      .insertInto('api_tokens')
      .values({ ...row, user_id: caller.userId, token_hash: hash, privileges: privilegesToText(privileges) })
      .execute()
    await noteIn(
      await listShopIdsOfUser(trx, caller.userId),
      tell('tokenCreated', { user: (await findUserTitle(trx, caller.userId)) ?? caller.userId, token: name }),
    )
    await noteSecurity({ kind: 'token-made', detail: name })
    return { id: row.id, name, privileges, readOnly, shopIds, expiresAt, createdAt: row.created_at, lastUsedAt: null, token }
  })
}

/** Revokes one of the caller's tokens. @throws AppError NOT_FOUND, also for another user's token */
export async function revokeApiToken(services: Services, { userId }: Caller, tokenId: string): Promise<void> {
  await administer(services, userId, async ({ trx, noteIn, noteSecurity }) => {
    const deleted = await trx.deleteFrom('api_tokens').where('id', '=', tokenId).where('user_id', '=', userId).returning('name').executeTakeFirst()
    const { name } = assertFound(deleted, 'API token')
    await noteIn(await listShopIdsOfUser(trx, userId), tell('tokenRevoked', { user: (await findUserTitle(trx, userId)) ?? userId, token: name }))
    await noteSecurity({ kind: 'token-revoked', detail: name })
  })
}

async function assertRoomForOne(trx: Tx, userId: string): Promise<void> {
  const tokens = await trx.selectFrom('api_tokens').select('id').where('user_id', '=', userId).execute()
  if (tokens.length >= apiTokensMax)
    throw new AppError('CONFLICT', `You have ${apiTokensMax} API tokens, which is the most. Revoke one that is not needed any more.`)
}
