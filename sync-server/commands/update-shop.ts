import type { ShopConfigUpdate, ShopUpdate } from '#schema/api/administration.ts'
import type { ShopAnswer, ShopConfig } from '#schema/api/sync-answers.ts'
import { shops } from '#schema/collections/shops.ts'
import { AppError } from '#schema/errors.ts'
import { isMember, type Caller } from '#schema/rules/access.ts'
import { statusColorsDefault } from '#schema/rules/status-age.ts'
import { assertAdministrator } from '../access/rights.ts'
import { findShop, findShopConfig } from '../access/shops.ts'
import type { Services } from '../services.ts'
import { administer, changesToText, givenOnly } from './administer.ts'
import { assertFound, listMemberIds } from './affected.ts'
import { assertShopNamesFree, shopCodeTaken } from './create-shop.ts'
import { isUniqueViolation } from './unique-violation.ts'

/** Name, code, description, colour; what is left out stays. Only administrators (AMB-28). */
export async function updateShop(services: Services, caller: Caller, shopId: string, values: ShopUpdate): Promise<ShopAnswer> {
  assertAdministrator(caller)
  try {
    return await administer(services, caller.userId, async ({ trx, note, affect }) => {
      const before = assertFound(await findShop(trx, shopId), 'Shop')
      const after: ShopAnswer = { ...before, ...givenOnly(values) }
      await assertShopNamesFree(trx, [after.code], shopId)
      const { name, code, description, color } = after
      await trx.updateTable('shops').set({ name, code, description, color }).where('id', '=', shopId).execute()
      const text = changesToText<ShopAnswer>(shops.fields, ['name', 'code', 'color'], before, after)
      if (text !== '') await note(shopId, `Shop '${before.name}': ${text}`)
      affect(await listMemberIds(trx, [shopId]))
      return after
    })
  } catch (error) {
    throw isUniqueViolation(error) ? shopCodeTaken() : error
  }
}

/** Colour ranges and portal, by any member of the shop (AMB-30). */
export async function saveShopConfig(services: Services, caller: Caller, shopId: string, values: ShopConfigUpdate): Promise<ShopConfig> {
  if (!isMember(caller, shopId)) throw new AppError('NOT_FOUND')
  return administer(services, caller.userId, async ({ trx, note, affect }) => {
    const stored = await findShopConfig(trx, shopId)
    const before = { ...stored?.orderConfig.statusColors, customerPortal: stored?.customerPortal ?? false }
    const after = { ...statusColorsDefault, ...before, ...values.orderConfig?.statusColors, ...givenOnly({ customerPortal: values.customerPortal }) }
    const { customerPortal, ...statusColors } = after
    const row = { order_config: JSON.stringify({ statusColors }), customer_portal: customerPortal ? 1 : 0 }
    await trx
      .insertInto('shop_configs')
      .values({ id: services.newId(), shop_id: shopId, ...row })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet(row))
      .execute()
    const text = changesToText(configFields, ['greenEnd', 'yellowEnd', 'customerPortal'], { ...statusColorsDefault, ...before }, after)
    if (text !== '') await note(shopId, `Shop configuration: ${text}`)
    affect(await listMemberIds(trx, [shopId]))
    return { orderConfig: { statusColors }, customerPortal }
  })
}

const configFields = { greenEnd: { label: 'Green until day' }, yellowEnd: { label: 'Yellow until day' }, customerPortal: { label: 'Customer portal' } }
