/** Names of small fixed sets. What is stored keeps the English names. */
export const setNames = {
  // Kinds of device; `other` is any other one.
  deviceKind: {
    phone: 'Phone',
    tablet: 'Tablet',
    laptop: 'Laptop',
    desktop: 'Desktop',
    console: 'Console',
    watch: 'Watch',
    audio: 'Audio',
    appliance: 'Appliance',
    other: 'Device',
  },
  // What a test of a device showed.
  outcome: {
    pass: 'Pass',
    fail: 'Fail',
    'not-testable': 'Not testable',
  },
  // What the shop reminds customers of.
  reminder: {
    'not-picked-up': 'Not picked up',
    'estimate-unanswered': 'Estimate not answered',
    'balance-open': 'Balance still open',
  },
  // What people are in the shop, and what that allows.
  role: {
    technician: 'Technician',
    'front-desk': 'Front desk',
    owner: 'Owner',
  },
  roleAllows: {
    technician: 'Works on orders, tasks and stock, and reads the log.',
    'front-desk': 'The same, reads reports, and deletes customers and orders.',
    owner: 'Everything, settings and people too.',
  },
  // What is kept in stock.
  productCondition: {
    new: 'new',
    used: 'used',
    refurbished: 'refurbished',
    // Taken out of another device.
    pulled: 'pulled',
  },
  productType: {
    device: 'device',
    part: 'part',
    accessory: 'accessory',
    tool: 'tool',
    chemical: 'chemical',
  },
  productColor: {
    red: 'red',
    white: 'white',
    blue: 'blue',
  },
  // Who did what no user did.
  author: {
    'Former user': 'Former user',
    Import: 'Import',
    'Customer portal': 'Customer portal',
  },
  // Lines of a sale.
  sold: {
    discount: 'Discount',
    returned: 'Returned: {item}',
  },
  // In place of the name of a tax rate.
  noRate: {
    'Without a price': 'Without a price',
    'No tax': 'No tax',
    Exempt: 'Exempt',
  },
}
