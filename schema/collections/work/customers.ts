import { defineCollection, type DocumentOf } from '../../collection.ts'
import { flag, note, optionalCountryCode, optionalEmail, optionalInstant, optionalPhone, optionalReference, optionalText, secret, text } from '../../fields.ts'
import { foldText } from '../../values/customer-match.ts'

/** A shop's customer. The access code is write-only: a hash on the server, a flag everywhere else. */
export const customers = defineCollection({
  name: 'customers',
  fields: {
    name: text('Name', { required: 'Customer name is required', max: 200 }),
    countryCode: optionalCountryCode('Country code'),
    phone: optionalPhone('Phone'),
    alternateCountryCode: optionalCountryCode('Alternate country code'),
    alternatePhone: optionalPhone('Alternate phone'),
    email: optionalEmail('Email'),
    customerNotes: note('Customer notes'),
    /** Customers who are not the same person: `schema/rules/customers/strangers.ts`. */
    strangers: note('Not the same as'),
    /** From a registration, and not yet confirmed by staff: see `sync-server/portal`. */
    phoneUnconfirmed: flag('Phone unconfirmed'),
    alternatePhoneUnconfirmed: flag('Alternate phone unconfirmed'),
    /** Nothing is sent to them. */
    noMessages: flag('No messages'),
    hasAccessCode: flag('Has access code', false, { writer: 'server' }),
    /** Set when everything that identified the customer was erased for good; the orders stay. */
    erasedAt: optionalInstant('Erased', { writer: 'server' }),
    accessCodeHash: secret(optionalText('Access code')),
    /** Of a deleted customer: whose the orders and devices are now, and what still comes for them. */
    mergedInto: secret(optionalReference('Merged into', 'customers', { onParentDelete: { action: 'keep' } })),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'delete_customer' },
  audit: { noun: 'customer', titleField: 'name' },
  localKeys: { sortKey: { maxLength: 100, of: (customer) => customerSortKey(customer), isOnServer: true } },
  localIndexes: [['shopId', 'sortKey']],
})

export type Customer = DocumentOf<typeof customers>

/** Customers are listed by name, without regard to case and accents; the id keeps equal names apart. */
const customerSortKey = (customer: { id: string; name: string }): string => `${foldText(customer.name).slice(0, 60)}\u0001${customer.id}`
