/** Days without its server for which a device still opens: where the shop sets nothing, and the bounds of what it may set. */
export const offlineDaysDefault = 30
export const offlineDaysMin = 1
export const offlineDaysMax = 365

type ShopOffline = { config: { offlineDays?: number | undefined; offlinePin?: boolean | undefined } }

export type OfflineRule = { days: number; asksPin: boolean }

/** The strictest rule of a person's shops: the device holds the rows of all of them. */
export function shopsToOfflineRule(shops: readonly ShopOffline[]): OfflineRule {
  const days = shops.map(({ config }) => config.offlineDays ?? offlineDaysDefault)
  return { days: days.length === 0 ? offlineDaysDefault : Math.min(...days), asksPin: shops.some(({ config }) => config.offlinePin === true) }
}
