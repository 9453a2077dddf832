import type { PublicPrices } from '#schema/api/links/prices.ts'
import { isUuid } from '#schema/values/uuid.ts'
import { findServices } from '#schema/rules/services/service-choice.ts'
import { serviceToDevice } from '#schema/values/services/service-title.ts'
import type { Db } from '../../db/database.ts'
import { listRows } from '../rows/read-rows.ts'
import { findShopProfile, toPublicProfile } from '../shop-profiles.ts'
import { findShop, findShopByCode } from '../shops.ts'

/** The price list of the shop with this code or id, as anybody may read it; undefined where the shop does not show it. */
export async function findPublicPrices(reader: Db, code: string): Promise<PublicPrices | undefined> {
  const shop = isUuid(code) ? await findShop(reader, code.toLowerCase()) : await findShopByCode(reader, code)
  const profile = shop && (await findShopProfile(reader, shop.id))
  if (shop === undefined || profile?.publicPrices !== true) return undefined
  const services = (await listRows(reader, 'services', shop.id, {})).filter(({ archived }) => !archived)
  return {
    shop: { id: shop.id, code: shop.code, name: shop.name },
    profile: toPublicProfile(profile),
    color: shop.color,
    services: findServices(services, '').map((service) => ({
      device: serviceToDevice(service),
      name: service.name,
      price: service.price,
      minutes: service.minutes,
      warrantyDays: service.warrantyDays ?? profile.warrantyDays,
    })),
  }
}
