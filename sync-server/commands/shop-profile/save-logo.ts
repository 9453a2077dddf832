import { AppError } from '#schema/errors.ts'
import { bytesToFileType } from '#schema/rules/files/file-type.ts'
import { isLogoType, logoTexts, type ShownProfile } from '#schema/rules/shop/profile.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { listMemberIds } from '../../queries/people/memberships.ts'
import { findShopProfile } from '../../queries/shop-profiles.ts'
import type { Services } from '../../services.ts'
import { toSha256 } from '../../to-sha256.ts'
import { administer } from '../administration/administer.ts'
import { assertFound } from '../administration/assert-found.ts'
import { assertDrawable } from '../files/assert-drawable.ts'

/** Storing the same picture again changes nothing. */
export async function saveLogo(services: Services, userId: string | null, shopId: string, content: Uint8Array<ArrayBuffer>): Promise<ShownProfile> {
  const mimeType = bytesToFileType(content)
  if (mimeType === null || !isLogoType(mimeType)) throw new AppError('UNSUPPORTED_MEDIA_TYPE', logoTexts.unsupported)
  assertDrawable(content)
  const logo = { sha256: toSha256(content), mime_type: mimeType, content }
  return administer(services, userId, async ({ trx, note, affect }) => {
    const before = assertFound(await findShopProfile(trx, shopId), 'Shop')
    if (before.logo?.sha256 === logo.sha256) return before
    await trx
      .insertInto('shop_logos')
      .values({ shop_id: shopId, ...logo })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet(logo))
      .execute()
    await note(shopId, tell(before.logo === null ? 'logoAdded' : 'logoChanged', {}))
    affect(await listMemberIds(trx, [shopId]))
    return assertFound(await findShopProfile(trx, shopId), 'Shop')
  })
}

export async function removeLogo(services: Services, userId: string | null, shopId: string): Promise<void> {
  await administer(services, userId, async ({ trx, note, affect }) => {
    const { numDeletedRows } = await trx.deleteFrom('shop_logos').where('shop_id', '=', shopId).executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return
    await note(shopId, tell('logoRemoved', {}))
    affect(await listMemberIds(trx, [shopId]))
  })
}
