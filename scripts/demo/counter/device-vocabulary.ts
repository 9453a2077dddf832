import type { AssetKind } from '#schema/values/assets/asset-title.ts'

/** Brand and kind by item text; items without an entry get no device. */
export const deviceByItem: Readonly<Record<string, { kind: AssetKind; brand: string }>> = {
  'iPhone 12': { kind: 'phone', brand: 'Apple' },
  'iPhone 13 mini': { kind: 'phone', brand: 'Apple' },
  'iPhone 14': { kind: 'phone', brand: 'Apple' },
  'iPhone 14 Pro': { kind: 'phone', brand: 'Apple' },
  'iPhone SE (2022)': { kind: 'phone', brand: 'Apple' },
  'Galaxy S22': { kind: 'phone', brand: 'Samsung' },
  'Galaxy A54': { kind: 'phone', brand: 'Samsung' },
  'Pixel 7a': { kind: 'phone', brand: 'Google' },
  'Fairphone 4': { kind: 'phone', brand: 'Fairphone' },
  'OnePlus Nord 2': { kind: 'phone', brand: 'OnePlus' },
  'MacBook Air M1': { kind: 'laptop', brand: 'Apple' },
  'MacBook Pro 14"': { kind: 'laptop', brand: 'Apple' },
  'ThinkPad T14': { kind: 'laptop', brand: 'Lenovo' },
  'ThinkPad X1 Carbon': { kind: 'laptop', brand: 'Lenovo' },
  'XPS 13': { kind: 'laptop', brand: 'Dell' },
  'Surface Laptop 4': { kind: 'laptop', brand: 'Microsoft' },
  'Aspire 5': { kind: 'laptop', brand: 'Acer' },
  'IdeaPad 3': { kind: 'laptop', brand: 'Lenovo' },
  'iPad 9th gen': { kind: 'tablet', brand: 'Apple' },
  'iPad Air 4': { kind: 'tablet', brand: 'Apple' },
  'Galaxy Tab S8': { kind: 'tablet', brand: 'Samsung' },
  'Kindle Paperwhite': { kind: 'tablet', brand: 'Amazon' },
  'PlayStation 5': { kind: 'console', brand: 'Sony' },
  'PlayStation 4 Slim': { kind: 'console', brand: 'Sony' },
  'Xbox Series S': { kind: 'console', brand: 'Microsoft' },
  'Nintendo Switch': { kind: 'console', brand: 'Nintendo' },
  'Nintendo Switch OLED': { kind: 'console', brand: 'Nintendo' },
  'Bose QC35 headphones': { kind: 'audio', brand: 'Bose' },
  'Technics SL-1200': { kind: 'audio', brand: 'Technics' },
  Turntable: { kind: 'audio', brand: 'Thorens' },
  'Dyson V11': { kind: 'appliance', brand: 'Dyson' },
  'Breville Barista': { kind: 'appliance', brand: 'Breville' },
  'Omega Seamaster (1978)': { kind: 'watch', brand: 'Omega' },
}

export const deviceColors = ['Black', 'White', 'Silver', 'Blue', 'Graphite', 'Green'] as const

export const passcodes = ['2580', '031174', '1-4-7-8-9', '482913', '3-6-9-8-7-4', 'biscuit7'] as const

type DemoPhoto = { picture: string; caption: string }

export const photosOf: Partial<Record<AssetKind, { damaged: readonly DemoPhoto[]; whole: readonly DemoPhoto[] }>> = {
  phone: {
    damaged: [
      { picture: 'phone-cracked', caption: 'Glass cracked from the upper right corner' },
      { picture: 'phone-back', caption: 'Scratches on the back, there before' },
    ],
    whole: [{ picture: 'phone-back', caption: 'Scratches on the back, there before' }],
  },
  tablet: { damaged: [{ picture: 'tablet-corner', caption: 'Corner broken, glass cracked from there' }], whole: [] },
  laptop: { damaged: [{ picture: 'laptop-lid', caption: 'Crack in the screen, lower right' }], whole: [] },
  console: { damaged: [], whole: [{ picture: 'console-stick', caption: 'Scratches on the screen, there before' }] },
}

/** The console picture shows a Nintendo. */
export const isPictured = (item: string, kind: AssetKind): boolean => kind !== 'console' || item.startsWith('Nintendo')

export const isDamage = (issue: string): boolean => /crack|broken|bent|fall|fell|torn/i.test(issue)
