import { defineCollection, type DocumentOf } from '../../collection.ts'
import { optionalCountryCode, optionalEmail, optionalPhone, optionalReference, reference, text } from '../../fields.ts'

/** A person to whom work is assigned, and perhaps a user who signs in. Name unique within the entity; edited online only. */
export const employees = defineCollection({
  name: 'employees',
  fields: {
    entityId: reference('Entity', 'entities', { required: 'Entity ID is required', onParentDelete: { action: 'keep' } }),
    name: text('Name', { required: 'Employee name is required', max: 200 }),
    email: optionalEmail('Email'),
    countryCode: optionalCountryCode('Country code'),
    phone: optionalPhone('Phone'),
    alternateCountryCode: optionalCountryCode('Alternate country code'),
    alternatePhone: optionalPhone('Alternate phone'),
    userId: optionalReference('User', 'users', { onParentDelete: { action: 'keep' } }),
  },
  access: { read: 'member', create: 'rest', update: 'rest', delete: 'rest' },
  audit: { noun: 'employee', titleField: 'name' },
})

export type Employee = DocumentOf<typeof employees>
