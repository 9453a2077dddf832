import { randomBytes } from 'node:crypto'
import { apiTokenPrefix } from '#schema/api/tokens.ts'
import type { SessionUser } from '#schema/api/sync.ts'
import type { Privilege } from '#schema/privileges.ts'
import { textToPrivileges, textToShopIds } from '../queries/people/api-tokens.ts'
import type { Services } from '../services.ts'
import { userColumns, userRowToSessionUser } from '../queries/people/session-user.ts'
import { toSha256 } from '../to-sha256.ts'

const tokenPattern = new RegExp(`^${apiTokenPrefix}[A-Za-z0-9_-]{43}$`)

/** Last use is stored at most once a minute, so that reads do not write each time. */
const noteAfterMs = 60_000

/** A new token of 256 random bits: the text for the owner, the hash for the database. */
export function createTokenText(): { token: string; hash: string } {
  const token = apiTokenPrefix + randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** A token is random enough for a fast, unsalted hash. */
const hashToken = (token: string): string => toSha256(token)

/** `privileges`: as granted to the token, regardless of the owner's present rights. */
export type ApiToken = { id: string; user: SessionUser; privileges: Privilege[]; readOnly: boolean; shopIds: string[] | null }

/** The token with its owner as stored now; undefined for an unknown token. Records its use. */
export async function readApiToken(services: Services, text: string): Promise<ApiToken | 'ended' | undefined> {
  if (!tokenPattern.test(text)) return undefined
  const row = await services.reader
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select([...userColumns, 'api_tokens.id as token_id', 'privileges', 'read_only', 'shop_ids', 'api_tokens.expires_at', 'last_used_at'])
    .where('token_hash', '=', hashToken(text))
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.expires_at !== null && row.expires_at <= services.clock().toISOString()) return 'ended'
  await noteUse(services, row.token_id, row.last_used_at)
  return {
    id: row.token_id,
    user: userRowToSessionUser(row),
    privileges: textToPrivileges(row.privileges),
    readOnly: row.read_only === 1,
    shopIds: textToShopIds(row.shop_ids),
  }
}

async function noteUse(services: Services, tokenId: string, lastUsedAt: string | null): Promise<void> {
  const now = services.clock()
  if (lastUsedAt !== null && Math.abs(now.getTime() - Date.parse(lastUsedAt)) < noteAfterMs) return
  try {
    await services.db.updateTable('api_tokens').set({ last_used_at: now.toISOString() }).where('id', '=', tokenId).execute()
  } catch (error) {
    // A full disk must not block reads; the next use retries.
    services.log.warn({ err: error, tokenId }, 'cannot note the use of an API token')
  }
}
