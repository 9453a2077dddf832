/** Kinds of devices, in the order in which they are offered. */
export const assetKinds = ['phone', 'tablet', 'laptop', 'desktop', 'console', 'watch', 'audio', 'appliance', 'other'] as const

export type AssetKind = (typeof assetKinds)[number]

const kindTexts: Readonly<Record<AssetKind, string>> = {
  phone: 'Phone',
  tablet: 'Tablet',
  laptop: 'Laptop',
  desktop: 'Desktop',
  console: 'Console',
  watch: 'Watch',
  audio: 'Audio',
  appliance: 'Appliance',
  other: 'Device',
}

/** A kind of a newer version reads as a device. */
export const assetKindToText = (kind: unknown): string => kindTexts[assetKinds.find((known) => known === kind) ?? 'other']

type AssetValues = Readonly<Record<string, unknown>>

const toWords = (values: readonly unknown[]): string => values.filter((value) => typeof value === 'string' && value !== '').join(' ')

/** "Apple iPhone 12", what Device Details of an order begins with; '' where neither is known. */
export const assetToDetails = ({ brand, model }: AssetValues): string => toWords([brand, model])

/** What names a device in lists and activities; never empty. No serial number: an activity outlives what is erased. */
export const assetToTitle = (asset: AssetValues): string => assetToDetails(asset) || assetKindToText(asset['kind'])

/** "Apple iPhone 12 · C39XY", which tells two alike apart. */
export const assetToChoice = (asset: AssetValues): string => {
  const mark = asset['serial'] ?? asset['imei'] ?? asset['color']
  return typeof mark === 'string' && mark !== '' ? `${assetToTitle(asset)} · ${mark}` : assetToTitle(asset)
}
