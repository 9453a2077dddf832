/** Days a device still opens without its server: default and bounds. */
export const offlineDaysDefault = 30
export const offlineDaysMin = 1
export const offlineDaysMax = 365

type ShopOffline = { config: { offlineDays?: number | undefined; offlinePin?: boolean | undefined } }

export type OfflineRule = { days: number; asksPin: boolean }

/** The strictest rule of the user's shops, because the device holds rows of all of them. */
export function shopsToOfflineRule(shops: readonly ShopOffline[]): OfflineRule {
  const days = shops.map(({ config }) => config.offlineDays ?? offlineDaysDefault)
  return { days: days.length === 0 ? offlineDaysDefault : Math.min(...days), asksPin: shops.some(({ config }) => config.offlinePin === true) }
}
