import { type AgeBand, ageBandDays, type StatusColors, statusColorsWithoutConfig } from '#schema/rules/orders/status-age.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'

/** The shop's own limits; undefined until they are known here. */
export const useStatusColors = (shopId: string): StatusColors | undefined =>
  useBootstrap()?.shops.find(({ id }) => id === shopId)?.config.orderConfig.statusColors

/** The days on which orders of this age got their status. */
export function useAgeDays(shopId: string, age: AgeBand | null): ReturnType<typeof ageBandDays> | undefined {
  const colors = useStatusColors(shopId) ?? statusColorsWithoutConfig
  const { timeZone } = useShopFormat()
  return age === null ? undefined : ageBandDays(age, colors, correctedNow(), timeZone)
}
