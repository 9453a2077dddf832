import type { productConditions, productTypes } from '#schema/rules/merge/reference-rows.ts'

/** Firms are fictional; phone numbers are from a range reserved for fiction. */

type Condition = (typeof productConditions)[number]['conditionName']
type Type = (typeof productTypes)[number]['typeName']

export type StockGroup = {
  path: readonly string[]
  sku: string
  type: Type
  condition?: Condition
  supplier: string | null
  costFrom: number
  costTo: number
  /** A name that ends with a colour gets that colour. */
  items: readonly string[]
}

type Supplier = { supplierName: string; contactName: string; email: string; countryCode: string; phone: string; notes: string }

export type DemoStock = { suppliers: readonly Supplier[]; groups: readonly StockGroup[] }

const supplier = (supplierName: string, contactName: string, domain: string, phone: string, notes: string): Supplier => ({
  supplierName,
  contactName,
  email: `sales@${domain}.example`,
  countryCode: '+1',
  phone,
  notes,
})

const group = (
  path: string,
  sku: string,
  type: Type,
  from: string | null,
  [costFrom, costTo]: readonly [number, number],
  items: readonly string[],
  condition?: Condition,
): StockGroup => ({
  path: path.split(' / '),
  sku,
  type,
  supplier: from,
  costFrom,
  costTo,
  items,
  ...(condition !== undefined && { condition }),
})

const toolGroups = (from: string): readonly StockGroup[] => [
  group(
    'Workshop / Tools',
    'TOOL',
    'tool',
    from,
    [4, 45],
    ['Precision screwdriver set', 'Opening picks, 10 pieces', 'Anti-static tweezers', 'Suction cup', 'Soldering tip, fine'],
  ),
  group(
    'Workshop / Chemicals',
    'CHEM',
    'chemical',
    from,
    [5, 22],
    ['Isopropyl alcohol 99 %, 1 l', 'Flux pen', 'Thermal paste, 4 g', 'Contact cleaner, 200 ml'],
  ),
]

export const harbourStock: DemoStock = {
  suppliers: [
    supplier('Brightline Displays', 'Nadia Ferro', 'brightline', '4155550171', 'Orders before noon leave the same day'),
    supplier('Cellworks Batteries', 'Owen Pryce', 'cellworks', '2065550134', 'Ships batteries by road only'),
    supplier('Bay Parts Exchange', 'Luz Ortega', 'bayparts', '4155550182', 'Takes cracked glass back'),
    supplier('Fern & Fox Accessories', 'Callum Reid', 'fernfox', '5035550119', 'From 20 pieces on free of shipping'),
  ],
  groups: [
    group(
      'Phones / Screens',
      'SCR',
      'part',
      'Brightline Displays',
      [32, 145],
      [
        'Display iPhone 12',
        'Display iPhone 13 mini',
        'Display iPhone 14 Pro',
        'Display iPhone SE (2022)',
        'Display Galaxy S22',
        'Display Galaxy A54',
        'Display Pixel 7a',
        'Display Fairphone 4',
      ],
    ),
    group(
      'Phones / Batteries',
      'BAT',
      'part',
      'Cellworks Batteries',
      [9, 28],
      [
        'Battery iPhone 12',
        'Battery iPhone 13 mini',
        'Battery iPhone 14 Pro',
        'Battery iPhone SE (2022)',
        'Battery Galaxy S22',
        'Battery Galaxy A54',
        'Battery Pixel 7a',
        'Battery OnePlus Nord 2',
      ],
    ),
    group(
      'Phones / Charging ports',
      'PORT',
      'part',
      'Bay Parts Exchange',
      [5, 18],
      ['Charging port iPhone 12', 'Charging port iPhone 13 mini', 'Charging port Galaxy S22', 'Charging port Galaxy A54', 'Charging port Pixel 7a'],
    ),
    group(
      'Phones / Cameras',
      'CAM',
      'part',
      'Bay Parts Exchange',
      [14, 60],
      ['Rear camera iPhone 12', 'Rear camera iPhone 14 Pro', 'Rear camera Galaxy S22', 'Front camera Pixel 7a'],
      'pulled',
    ),
    group(
      'Phones / Refurbished',
      'REF',
      'device',
      null,
      [110, 320],
      ['iPhone 12 64 GB, blue', 'iPhone SE (2022) 128 GB, red', 'Galaxy A54 128 GB, white', 'Pixel 7a 128 GB'],
      'refurbished',
    ),
    group(
      'Tablets / Glass',
      'GLS',
      'part',
      'Brightline Displays',
      [22, 85],
      ['Digitizer iPad 9th gen, white', 'Digitizer iPad 9th gen, black', 'Display iPad Air 4', 'Display Galaxy Tab S8'],
    ),
    group('Tablets / Batteries', 'TBAT', 'part', 'Cellworks Batteries', [18, 39], ['Battery iPad 9th gen', 'Battery iPad Air 4', 'Battery Kindle Paperwhite']),
    group(
      'Consoles / Ports and drives',
      'CON',
      'part',
      'Bay Parts Exchange',
      [6, 75],
      ['HDMI port PlayStation 5', 'HDMI port Xbox Series S', 'Disc drive PlayStation 4 Slim', 'Fan PlayStation 5'],
    ),
    group(
      'Consoles / Controllers',
      'PAD',
      'part',
      'Bay Parts Exchange',
      [3, 12],
      ['Stick module DualSense', 'Stick module Joy-Con', 'Trigger springs DualSense', 'Joy-Con shell, blue'],
    ),
    group(
      'Accessories / Cases',
      'CASE',
      'accessory',
      'Fern & Fox Accessories',
      [4, 11],
      ['Case iPhone 12, red', 'Case iPhone 12, blue', 'Case iPhone 13 mini, white', 'Case iPhone 14 Pro, blue', 'Case Galaxy S22, red', 'Case Pixel 7a, white'],
    ),
    group(
      'Accessories / Cables and chargers',
      'CBL',
      'accessory',
      'Fern & Fox Accessories',
      [3, 17],
      [
        'USB-C cable 1 m, white',
        'USB-C cable 2 m, white',
        'Lightning cable 1 m, white',
        'USB-C charger 20 W',
        'USB-C charger 65 W',
        'Screen protector iPhone 12',
      ],
    ),
    ...toolGroups('Bay Parts Exchange'),
  ],
}

export const northsideStock: DemoStock = {
  suppliers: [
    supplier('Keystone Laptop Parts', 'Marta Lind', 'keystone-parts', '5035550141', 'Needs the part number of the old keyboard'),
    supplier('Cellworks Batteries', 'Owen Pryce', 'cellworks', '2065550134', 'Ships batteries by road only'),
    supplier('Groove Audio Spares', 'Theo Amari', 'groove-audio', '3105550158', 'Belts by length, call for odd ones'),
    supplier('Rotor & Son', 'Beth Rotor', 'rotor', '5035550163', 'Motor parts, pick up in the yard'),
  ],
  groups: [
    group(
      'Laptops / Keyboards',
      'KEY',
      'part',
      'Keystone Laptop Parts',
      [24, 95],
      [
        'Keyboard ThinkPad T14 US',
        'Keyboard ThinkPad X1 Carbon US',
        'Keyboard XPS 13 US',
        'Keyboard MacBook Air M1 US',
        'Keyboard Aspire 5 US',
        'Keyboard IdeaPad 3 US',
      ],
    ),
    group(
      'Laptops / Batteries',
      'BAT',
      'part',
      'Cellworks Batteries',
      [29, 88],
      ['Battery ThinkPad T14', 'Battery ThinkPad X1 Carbon', 'Battery XPS 13', 'Battery MacBook Air M1', 'Battery MacBook Pro 14"', 'Battery Surface Laptop 4'],
    ),
    group(
      'Laptops / Storage and memory',
      'SSD',
      'part',
      'Keystone Laptop Parts',
      [19, 92],
      ['SSD NVMe 500 GB', 'SSD NVMe 1 TB', 'SSD NVMe 2 TB', 'SSD SATA 1 TB', 'Memory DDR4 16 GB'],
    ),
    group(
      'Laptops / Hinges and fans',
      'HNG',
      'part',
      'Keystone Laptop Parts',
      [9, 36],
      ['Hinge set Aspire 5', 'Hinge set IdeaPad 3', 'Fan ThinkPad T14', 'Fan XPS 13', 'Fan MacBook Pro 14"'],
    ),
    group(
      'Laptops / Power jacks',
      'JACK',
      'part',
      'Keystone Laptop Parts',
      [4, 16],
      ['Power jack Aspire 5', 'Power jack IdeaPad 3', 'USB-C port ThinkPad T14', 'USB-C port XPS 13'],
    ),
    group('Laptops / Refurbished', 'REF', 'device', null, [180, 460], ['ThinkPad T14 16 GB', 'MacBook Air M1 8 GB', 'XPS 13 16 GB'], 'refurbished'),
    group(
      'Audio / Headphones',
      'HEAD',
      'part',
      'Groove Audio Spares',
      [6, 24],
      ['Ear pads Bose QC35', 'Headband Bose QC35', 'Battery Bose QC35', 'Cable 3.5 mm, 1.2 m', 'Ear pads, round 90 mm'],
    ),
    group(
      'Audio / Turntables',
      'TURN',
      'part',
      'Groove Audio Spares',
      [7, 58],
      ['Stylus elliptical', 'Belt 588 mm', 'Slipmat, red', 'Pitch fader SL-1200', 'Phono plugs, pair'],
    ),
    group(
      'Audio / Electronics',
      'ELEC',
      'part',
      'Groove Audio Spares',
      [2, 15],
      ['Capacitor kit, amplifier', 'Capacitor kit, radio', 'Fuse set 5 × 20 mm', 'Potentiometer 50 k'],
    ),
    group('Household / Coffee machines', 'COF', 'part', 'Rotor & Son', [3, 42], ['Gasket set Barista', 'Pump 15 bar', 'Steam wand tip', 'Descaler, 500 ml']),
    group(
      'Household / Mixers and vacuums',
      'MIX',
      'part',
      'Rotor & Son',
      [5, 66],
      ['Motor brushes Kenwood', 'Gear set Kenwood', 'Battery Dyson V11', 'Filter Dyson V11'],
    ),
    group(
      'Household / Motors and belts',
      'MOT',
      'part',
      'Rotor & Son',
      [3, 29],
      ['Drive belt, flat 300 mm', 'Drive belt, round 200 mm', 'Motor brushes, pair 6 mm', 'Bearing 608', 'Bearing 6200', 'Switch 230 V'],
    ),
    ...toolGroups('Keystone Laptop Parts'),
  ],
}
