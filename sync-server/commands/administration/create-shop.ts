import { z } from 'zod'
import { parseInput } from '#schema/api/parse.ts'
import type { ShopAnswer } from '#schema/api/answers/sync-answers.ts'
import { shops } from '#schema/collections/people/shops.ts'
import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { codeToTicketPrefix } from '#schema/rules/shop/profile.ts'
import { shopCodeSchema, shopColorSchema } from '#schema/rules/text/shop-code.ts'
import { statusColorsDefault } from '#schema/rules/orders/status-age.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import type { Tx } from '../../db/database.ts'
import { startShopFeed } from '../../store/sequence/epochs.ts'
import type { Services } from '../../services.ts'
import { assertMayMakeShops } from '../../queries/people/rights.ts'
import { findShop } from '../../queries/shops.ts'
import { administer } from './administer.ts'
import { assertFound } from './assert-found.ts'
import { isUniqueViolation } from './unique-violation.ts'

const { fields } = shops

const newShopSchema = z.object({
  name: fields.name.schema,
  code: shopCodeSchema,
  color: shopColorSchema.default(null),
  description: fields.description.schema.default(null),
  alias: fields.alias.schema.default(null),
})

export type NewShop = z.input<typeof newShopSchema> & {
  /** The initial members, including the creator. */
  userIds?: readonly string[]
  /** The acting user; without one (demo data, tests) no activity is written. */
  actorId?: string
}

/**
 * Creates a shop with its configuration (2/5 days, portal off), feed and members in one transaction.
 * @throws AppError VALIDATION, or UNIQUE_CONSTRAINT_VIOLATION when another shop has the code or alias
 */
export async function createShop(services: Services, { userIds = [], actorId, ...input }: NewShop): Promise<{ id: string }> {
  const shop = parseInput(newShopSchema, input)
  const id = services.newId()
  try {
    await administer(services, actorId ?? null, async ({ trx, at: createdAt, note, affect, noteSecurity }) => {
      await assertShopNamesFree(trx, [shop.code, shop.alias])
      await trx
        .insertInto('shops')
        .values({ id, ...shop, ticket_prefix: codeToTicketPrefix(shop.code), created_at: createdAt })
        .execute()
      await trx
        .insertInto('shop_configs')
        .values({ id: services.newId(), shop_id: id, order_config: JSON.stringify({ statusColors: statusColorsDefault }), customer_portal: 0 })
        .execute()
      await startShopFeed(trx, id, services.newId)
      for (const userId of new Set(userIds)) {
        await trx.insertInto('shop_users').values({ id: services.newId(), shop_id: id, user_id: userId, created_at: createdAt }).execute()
        await noteSecurity({ kind: 'member-added', subjectUserId: userId, shopId: id })
      }
      affect(userIds)
      if (actorId !== undefined) await note(id, tell('shopCreated', { name: shop.name }))
    })
  } catch (error) {
    throw isUniqueViolation(error) ? shopCodeTaken() : error
  }
  return { id }
}

export async function addShop(services: Services, caller: Caller, shop: Pick<NewShop, 'name' | 'code' | 'description'>): Promise<ShopAnswer> {
  assertMayMakeShops(caller)
  const { id } = await createShop(services, { ...shop, userIds: [caller.userId], actorId: caller.userId })
  return assertFound(await findShop(services.reader, id), 'Shop')
}

/** Codes and aliases share one case-insensitive namespace, which two separate unique indexes cannot enforce. */
export async function assertShopNamesFree(trx: Tx, names: readonly (string | null)[], ownId = ''): Promise<void> {
  for (const name of names) {
    if (name === null) continue
    const other = await trx
      .selectFrom('shops')
      .select('id')
      .where((where) => where.or([where('code', '=', name), where('alias', '=', name)]))
      .where('id', '!=', ownId)
      .executeTakeFirst()
    if (other) throw shopCodeTaken()
  }
}

export const shopCodeTaken = (): AppError =>
  new AppError('UNIQUE_CONSTRAINT_VIOLATION', 'This shop code is already taken.', {
    issues: [{ path: 'code', message: 'This shop code is already taken.' }],
  })
