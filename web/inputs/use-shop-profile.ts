import { useMemo } from 'react'
import type { ShownProfile } from '#schema/rules/shop/profile.ts'
import { shopProfile } from '#web/device/platform/known-shop.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'

/** What a shop of this person says of itself; the defaults for any other. */
export function useShopProfile(shopId: string): ShownProfile {
  const bootstrap = useBootstrap()
  return useMemo(() => shopProfile(bootstrap, shopId), [bootstrap, shopId])
}
