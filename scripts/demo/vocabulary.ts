/** People and notes are fictional; phone numbers are from ranges reserved for fiction. */

export const firstNames = [
  'Amelia',
  'Ben',
  'Carmen',
  'Dmitri',
  'Elena',
  'Farid',
  'Grace',
  'Hiro',
  'Ines',
  'Jamal',
  'Katya',
  'Liam',
  'Mei',
  'Noor',
  'Oscar',
  'Priya',
  'Quentin',
  'Rosa',
  'Samir',
  'Tess',
  'Umar',
  'Vera',
  'Wanda',
  'Xavier',
  'Yusuf',
  'Zoë',
  'Anaïs',
  'Björn',
  'Chloé',
  'Siobhán',
] as const

export const lastNames = [
  'Abbott',
  'Baptiste',
  'Castellanos',
  'Dvořák',
  'Eriksen',
  'Fontaine',
  'Gupta',
  'Hollingsworth',
  'Ibrahim',
  'Jankowski',
  'Kimura',
  'Larsen',
  'Mbeki',
  'Nakamura',
  "O'Rourke",
  'Pereira',
  'Quigley',
  'Rossi',
  'Schneider',
  'Tanaka',
  'Ueda',
  'Vasquez',
  'Whitfield',
  'Yıldız',
  'Zhang',
] as const

type Kind = {
  items: readonly string[]
  issues: readonly string[]
  parts: readonly string[]
  priceFrom: number
  priceTo: number
}

export const kinds: readonly Kind[] = [
  {
    items: ['iPhone 12', 'iPhone 13 mini', 'iPhone 14 Pro', 'iPhone SE (2022)', 'Galaxy S22', 'Galaxy A54', 'Pixel 7a', 'Fairphone 4', 'OnePlus Nord 2'],
    issues: [
      'Screen cracked after a fall, touch still works',
      'Battery drains within two hours',
      'Does not charge, port feels loose',
      'No sound from the earpiece',
      'Fell into water, was kept in rice for two days',
      'Back camera shakes and will not focus',
      'Restarts by itself when it gets warm',
    ],
    parts: ['Display assembly', 'Battery', 'Charging port', 'Earpiece speaker', 'Rear camera'],
    priceFrom: 45,
    priceTo: 280,
  },
  {
    items: ['MacBook Air M1', 'MacBook Pro 14"', 'ThinkPad T14', 'ThinkPad X1 Carbon', 'XPS 13', 'Surface Laptop 4', 'Aspire 5', 'IdeaPad 3'],
    issues: [
      'Will not turn on, charging light stays dark',
      'Very slow, fan runs all the time',
      'Hinge broken on the left side',
      'Coffee spilled over the keyboard',
      'Wants the data off the old disk',
      'Blue screen after the last update',
      'Trackpad clicks by itself',
    ],
    parts: ['Keyboard', 'SSD 1 TB', 'Battery', 'Hinge set', 'Fan', 'Power jack'],
    priceFrom: 80,
    priceTo: 520,
  },
  {
    items: ['iPad 9th gen', 'iPad Air 4', 'Galaxy Tab S8', 'Kindle Paperwhite'],
    issues: ['Glass cracked, picture is fine', 'Stuck on the logo', 'Charges only at an angle', 'Bent in a backpack'],
    parts: ['Digitizer', 'Battery', 'Charging port'],
    priceFrom: 60,
    priceTo: 240,
  },
  {
    items: ['PlayStation 5', 'Xbox Series S', 'Nintendo Switch', 'Nintendo Switch OLED', 'PlayStation 4 Slim', 'DualSense controller'],
    issues: [
      'HDMI port torn out, no picture',
      'Left stick drifts',
      'Switches off after ten minutes',
      'Disc goes in and comes straight out',
      'Fan is very loud',
    ],
    parts: ['HDMI port', 'Stick module', 'Thermal paste and fan', 'Disc drive'],
    priceFrom: 35,
    priceTo: 190,
  },
  {
    items: [
      'Bose QC35 headphones',
      'Dyson V11',
      'Technics SL-1200',
      'Kenwood mixer',
      'Breville Barista',
      'Omega Seamaster (1978)',
      'Canon AE-1',
      'Ring light stand',
    ],
    issues: [
      'Works for a minute, then stops',
      'Runs but makes a grinding noise',
      'Right side is silent',
      'Leaks from the bottom',
      'Stopped after a power cut',
      'Shutter stays open',
    ],
    parts: ['Motor brushes', 'Belt', 'Capacitor kit', 'Gasket set', 'Ear pads'],
    priceFrom: 25,
    priceTo: 160,
  },
]

export const requests = [
  'Please call before replacing anything',
  'Needs it back before the weekend',
  'Keep the old part',
  'Do not erase the photos',
  'Text instead of calling',
  'Clean the ports while it is open',
] as const

export const notes = [
  'Small dent on the lower right corner, customer knows',
  'Came with charger and sleeve',
  'Passcode written on the bag',
  'Tested with a known good battery',
  'Second visit, see the last order',
  'No SIM inside',
] as const

export const taskTexts = [
  'Order the part',
  'Call with the quote',
  'Back up the data',
  'Burn-in test overnight',
  'Take photos of the damage',
  'Check warranty',
] as const

export const shopTaskTexts = [
  'Order more isopropyl alcohol',
  'Clean the microscope',
  'Count the screens in drawer 3',
  'Replace the till paper',
  'Water the plant by the window',
] as const

export const checklist = [
  'Charger received',
  'Case or sleeve received',
  'SIM card removed',
  'Passcode noted',
  'Powers on at drop-off',
  'Existing damage shown to customer',
] as const

/** Customers who want invoices, of addresses made up. */
export const companies = [
  { name: 'Eastfield Dental Group', street: '9 Orchard Avenue', taxId: '00-0001001', taxExemptReason: null },
  { name: 'Lincoln Elementary School', street: '200 School Lane', taxId: '00-0001002', taxExemptReason: 'Public school' },
  { name: 'Bluewater Charters LLC', street: '3 Pier Road', taxId: '00-0001003', taxExemptReason: null },
  { name: 'Okafor & Daughters Accounting', street: '71 Market Street, Suite 4', taxId: '00-0001004', taxExemptReason: null },
] as const
