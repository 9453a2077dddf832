import { defineCollection, type DocumentOf } from '../../collection.ts'
import { note, optionalCountryCode, optionalEmail, optionalPhone, optionalText, text } from '../../fields.ts'

export const suppliers = defineCollection({
  name: 'suppliers',
  fields: {
    supplierName: text('Supplier name', { required: 'Supplier name is required', max: 200 }),
    contactName: optionalText('Contact name', { max: 200 }),
    email: optionalEmail('Email'),
    countryCode: optionalCountryCode('Country code'),
    phone: optionalPhone('Phone'),
    address: optionalText('Address', { max: 2000 }),
    notes: note('Notes'),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: { noun: 'supplier', titleField: 'supplierName' },
})

export type Supplier = DocumentOf<typeof suppliers>
