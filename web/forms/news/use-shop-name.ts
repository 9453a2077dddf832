import { useBootstrap } from '#web/device/react/use-device.ts'

export function useShopName(shopId: string | undefined): string {
  return useBootstrap()?.shops.find(({ id }) => id === shopId)?.name ?? 'another shop'
}
