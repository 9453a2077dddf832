import { defineCollection, type DocumentOf } from '../../collection.ts'
import {
  flag,
  note,
  optionalCountry,
  optionalCountryCode,
  optionalEmail,
  optionalInstant,
  optionalLanguage,
  optionalPhone,
  optionalReference,
  optionalText,
  secret,
  text,
} from '../../fields.ts'
import { foldText } from '../../values/customer-match.ts'

/** The access code is write-only: a hash on the server, a flag everywhere else. */
export const customers = defineCollection({
  name: 'customers',
  fields: {
    name: text('Name', { required: 'Customer name is required', max: 200 }),
    countryCode: optionalCountryCode('Country code'),
    phone: optionalPhone('Phone'),
    /** On purpose: `schema/rules/customers/customer-follow-ups.ts`. */
    noPhone: flag('No phone'),
    alternateCountryCode: optionalCountryCode('Alternate country code'),
    alternatePhone: optionalPhone('Alternate phone'),
    email: optionalEmail('Email'),
    company: optionalText('Company', { max: 200 }),
    street: optionalText('Street', { max: 500 }),
    postalCode: optionalText('Postal code', { max: 20 }),
    city: optionalText('City', { max: 200 }),
    region: optionalText('State or region', { max: 200 }),
    country: optionalCountry('Country'),
    taxId: optionalText('Tax ID', { max: 50 }),
    /** In which the customer is written to. */
    language: optionalLanguage('Language'),
    customerNotes: note('Customer notes'),
    /** Ids of customers who are other people: `schema/rules/customers/strangers.ts`. */
    strangers: note('Not the same as'),
    /** From a portal registration and not confirmed by staff yet; see `sync-server/portal`. */
    phoneUnconfirmed: flag('Phone unconfirmed'),
    alternatePhoneUnconfirmed: flag('Alternate phone unconfirmed'),
    /** Nothing is sent to it until staff, or the customer in the portal, said that it is theirs. */
    emailUnconfirmed: flag('Email unconfirmed'),
    noMessages: flag('No messages'),
    taxExempt: flag('Tax exempt'),
    taxExemptReason: optionalText('Reason of the exemption', { max: 200 }),
    hasAccessCode: flag('Has access code', false, { writer: 'server' }),
    /** When all identifying data was erased; the orders stay. */
    erasedAt: optionalInstant('Erased', { writer: 'server' }),
    accessCodeHash: secret(optionalText('Access code')),
    /** For a deleted customer: the customer who owns the orders and devices now. */
    mergedInto: secret(optionalReference('Merged into', 'customers', { onParentDelete: { action: 'keep' } })),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'delete_customer' },
  audit: { noun: 'customer', titleField: 'name' },
  localKeys: { sortKey: { maxLength: 100, of: (customer) => customerSortKey(customer), serverOf: (customer) => customerSortKey(customer) } },
  localIndexes: [['shopId', 'sortKey']],
})

export type Customer = DocumentOf<typeof customers>

/** Sorted by name, ignoring case and accents; the id breaks ties. */
const customerSortKey = (customer: { id: string; name: string }): string => `${foldText(customer.name).slice(0, 60)}\u0001${customer.id}`
