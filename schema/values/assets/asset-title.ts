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

/** In English, as files of the price list hold it. Unknown kinds (of newer versions) show as 'other'. */
export const assetKindToText = (kind: unknown): string => kindTexts[assetKinds.find((known) => known === kind) ?? 'other']

type AssetValues = Readonly<Record<string, unknown>>

const toWords = (values: readonly unknown[]): string => values.filter((value) => typeof value === 'string' && value !== '').join(' ')

/** "Apple iPhone 12", initial value of an order's Device Details; '' if neither is known. */
export const assetToDetails = ({ brand, model }: AssetValues): string => toWords([brand, model])

/** Name in lists and activities; never empty. Without the serial number, since activities outlive erasure. */
export const assetToTitle = (asset: AssetValues, kindToText = assetKindToText): string => assetToDetails(asset) || kindToText(asset['kind'])

export const assetToChoice = (asset: AssetValues, kindToText: (kind: unknown) => string): string => {
  const [title, mark] = [assetToTitle(asset, kindToText), asset['serial'] ?? asset['imei'] ?? asset['color']]
  return typeof mark === 'string' && mark !== '' ? `${title} · ${mark}` : title
}
