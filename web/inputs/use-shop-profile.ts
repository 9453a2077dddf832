import { useMemo } from 'react'
import type { ShownProfile } from '#schema/rules/shop/profile.ts'
import { shopProfile } from '#web/device/platform/known-shop.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'

/** The profile of one of the user's shops; the defaults for any other. */
export function useShopProfile(shopId: string): ShownProfile {
  const bootstrap = useBootstrap()
  return useMemo(() => shopProfile(bootstrap, shopId), [bootstrap, shopId])
}
