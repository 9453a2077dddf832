import { useMemo } from 'react'
import { type ShownProfile, shopToProfile } from '#schema/rules/shop/profile.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'

/** What a shop of this person says of itself, as this device last heard it (SHOP-02); the defaults for any other. */
export function useShopProfile(shopId: string): ShownProfile {
  const shop = useBootstrap()?.shops.find(({ id }) => id === shopId)
  return useMemo(() => shopToProfile(shop ?? { code: '' }), [shop])
}
