import { defineServerTable } from '../../collection.ts'
import { flag, optionalText, reference, serverInstant, serverInteger, text } from '../../fields.ts'

const cascade = { action: 'cascade' } as const

/** Codes and aliases share one case-insensitive namespace. */
export const shops = defineServerTable({
  name: 'shops',
  fields: {
    name: text('Shop name', { required: 'Shop name is required', max: 200 }),
    code: text('Shop code', {
      required: 'Shop code is required',
      max: 50,
      pattern: { test: (code) => /^[A-Za-z0-9-]+$/.test(code), message: 'Shop code can only contain letters, numbers, and dashes' },
    }),
    color: optionalText('Color', { max: 7 }),
    description: optionalText('Description', { max: 2000 }),
    alias: optionalText('Alias', { max: 50 }),
    /** May be empty. Null: derived from the code, see `schema/rules/shop/profile.ts`. */
    ticketPrefix: optionalText('Ticket prefix', { max: 6 }),
    createdAt: serverInstant('Created'),
  },
})

/** `orderConfig`: JSON text `{ statusColors: { greenEnd, yellowEnd } }`. */
export const shopConfigs = defineServerTable({
  name: 'shop_configs',
  fields: {
    shopId: reference('Shop', 'shops', { required: 'Shop ID is required', onParentDelete: cascade }),
    orderConfig: text('Order configuration', { required: 'Invalid order configuration format', max: 1000 }),
    customerPortal: flag('Customer portal'),
    /** JSON text `{ countryCodes?, dailyMessages? }`; see `schema/rules/customers/portal.ts`. */
    portalConfig: optionalText('Text messages', { max: 1000 }),
    /** JSON text `{ days?, pin? }`; see `schema/rules/access/offline-entry.ts`. */
    offlineEntry: optionalText('Opening offline', { max: 200 }),
  },
})

/** Number of text messages of a shop on a day (`2026-03-01`, UTC): `sent` codes of the portal, `texts` to customers. */
export const portalMessageDays = defineServerTable({
  name: 'portal_message_days',
  fields: {
    shopId: reference('Shop', 'shops', { required: 'Shop ID is required', onParentDelete: cascade }),
    day: text('Day', { required: 'Day is required', max: 10 }),
    sent: serverInteger('Sent'),
    texts: serverInteger('Texts'),
  },
})

export const shopUsers = defineServerTable({
  name: 'shop_users',
  fields: {
    shopId: reference('Shop', 'shops', { required: 'Shop ID is required', onParentDelete: cascade }),
    userId: reference('User', 'users', { required: 'User ID is required', onParentDelete: cascade }),
    createdAt: serverInstant('Assigned'),
  },
})
