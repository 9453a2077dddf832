import { useBootstrap } from '#web/device/react/use-device.ts'

/** Name of a shop of this person. */
export function useShopName(shopId: string | undefined): string {
  return useBootstrap()?.shops.find(({ id }) => id === shopId)?.name ?? 'another shop'
}
