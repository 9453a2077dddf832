import type { ShopConfigUpdate, ShopUpdate } from '#schema/api/administration.ts'
import { offlineConfigToAnswer, offlineConfigToText } from '#schema/api/offline-config.ts'
import { portalConfigToAnswer, portalConfigToText } from '#schema/api/portal-config.ts'
import type { ShopAnswer, ShopConfig } from '#schema/api/answers/sync-answers.ts'
import { shops } from '#schema/collections/people/shops.ts'
import { AppError } from '#schema/errors.ts'
import { isMember, type Caller } from '#schema/rules/access/access.ts'
import { statusColorsDefault } from '#schema/rules/orders/status-age.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { assertAdministrator } from '../../queries/people/rights.ts'
import { findShop, findShopConfig } from '../../queries/shops.ts'
import type { Services } from '../../services.ts'
import { administer, givenOnly, toChanges } from './administer.ts'
import { listMemberIds } from '../../queries/people/memberships.ts'
import { assertFound } from './assert-found.ts'
import { assertShopNamesFree, shopCodeTaken } from './create-shop.ts'
import { isUniqueViolation } from './unique-violation.ts'

/** Changes the given fields. Administrators only. */
export async function updateShop(services: Services, caller: Caller, shopId: string, values: ShopUpdate): Promise<ShopAnswer> {
  assertAdministrator(caller)
  try {
    return await administer(services, caller.userId, async ({ trx, note, affect }) => {
      const before = assertFound(await findShop(trx, shopId), 'Shop')
      const after: ShopAnswer = { ...before, ...givenOnly(values) }
      await assertShopNamesFree(trx, [after.code], shopId)
      const { name, code, description, color } = after
      await trx.updateTable('shops').set({ name, code, description, color }).where('id', '=', shopId).execute()
      const changes = toChanges<ShopAnswer>(shops.fields, ['name', 'code', 'color'], before, after)
      if (changes.length > 0) await note(shopId, tell('shopChanged', { name: before.name, changes }))
      affect(await listMemberIds(trx, [shopId]))
      return after
    })
  } catch (error) {
    throw isUniqueViolation(error) ? shopCodeTaken() : error
  }
}

/** Colour ranges and portal settings; any member of the shop may change them. */
export async function saveShopConfig(services: Services, caller: Caller, shopId: string, values: ShopConfigUpdate): Promise<ShopConfig> {
  if (!isMember(caller, shopId)) throw new AppError('NOT_FOUND')
  return administer(services, caller.userId, async ({ trx, note, affect }) => {
    const stored = await findShopConfig(trx, shopId)
    const before = {
      ...statusColorsDefault,
      ...stored?.orderConfig.statusColors,
      customerPortal: stored?.customerPortal ?? false,
      ...messagesToText(stored ?? {}),
      ...offlineToText(stored ?? {}),
    }
    const portal = {
      countryCodes: given(values.portalCountryCodes, stored?.portalCountryCodes),
      dailyMessages: given(values.portalDailyMessages, stored?.portalDailyMessages),
    }
    const offline = { days: given(values.offlineDays, stored?.offlineDays), pin: given(values.offlinePin, stored?.offlinePin) }
    const answer = { ...portalConfigToAnswer(portal), ...offlineConfigToAnswer(offline) }
    const after = {
      ...before,
      ...values.orderConfig?.statusColors,
      ...givenOnly({ customerPortal: values.customerPortal }),
      ...messagesToText(answer),
      ...offlineToText(answer),
    }
    const { customerPortal, greenEnd, yellowEnd } = after
    const statusColors = { greenEnd, yellowEnd }
    const row = {
      order_config: JSON.stringify({ statusColors }),
      customer_portal: customerPortal ? 1 : 0,
      portal_config: portalConfigToText(portal),
      offline_entry: offlineConfigToText(offline),
    }
    await trx
      .insertInto('shop_configs')
      .values({ id: services.newId(), shop_id: shopId, ...row })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet(row))
      .execute()
    const changes = toChanges(configFields, Object.keys(configFields) as (keyof typeof configFields)[], before, after)
    if (changes.length > 0) await note(shopId, tell('shopConfiguration', { changes }))
    affect(await listMemberIds(trx, [shopId]))
    return { orderConfig: { statusColors }, customerPortal, ...answer }
  })
}

/** undefined keeps the stored value, null restores the default. */
const given = <Value>(value: Value | null | undefined, stored: Value | undefined): Value | undefined => (value === undefined ? stored : (value ?? undefined))

const messagesToText = ({ portalCountryCodes, portalDailyMessages }: Pick<ShopConfig, 'portalCountryCodes' | 'portalDailyMessages'>) => ({
  portalCountryCodes: portalCountryCodes?.join(', ') ?? null,
  portalDailyMessages: portalDailyMessages ?? null,
})

const offlineToText = ({ offlineDays, offlinePin }: Pick<ShopConfig, 'offlineDays' | 'offlinePin'>) => ({
  offlineDays: offlineDays ?? null,
  offlinePin: offlinePin ?? false,
})

export const configFields = {
  greenEnd: { label: 'Green until day' },
  yellowEnd: { label: 'Yellow until day' },
  customerPortal: { label: 'Customer portal' },
  portalCountryCodes: { label: 'Country codes of text messages' },
  portalDailyMessages: { label: 'Text messages a day' },
  offlineDays: { label: 'Days offline' },
  offlinePin: { label: 'PIN when opening offline' },
}
