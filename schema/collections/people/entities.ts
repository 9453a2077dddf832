import { defineServerTable } from '../../collection.ts'
import { optionalCountryCode, optionalPhone, optionalText, reference, serverInstant, text } from '../../fields.ts'

const cascade = { action: 'cascade' } as const

export const entities = defineServerTable({
  name: 'entities',
  fields: {
    entityName: text('Entity name', { required: 'Please provide both entity name and contact name.', max: 200 }),
    contactName: text('Contact name', { required: 'Please provide both entity name and contact name.', max: 200 }),
    countryCode: optionalCountryCode('Country code'),
    phone: optionalPhone('Phone'),
    alternateCountryCode: optionalCountryCode('Alternate country code'),
    alternatePhone: optionalPhone('Alternate phone'),
    entityAddress: optionalText('Entity address', { max: 2000 }),
    createdAt: serverInstant('Created'),
  },
})

export const entityUsers = defineServerTable({
  name: 'entity_users',
  fields: {
    entityId: reference('Entity', 'entities', { required: 'Entity ID is required', onParentDelete: cascade }),
    userId: reference('User', 'users', { required: 'User ID is required', onParentDelete: cascade }),
    createdAt: serverInstant('Assigned'),
  },
})

/** A shop belongs to at most one entity. */
export const entityShops = defineServerTable({
  name: 'entity_shops',
  fields: {
    entityId: reference('Entity', 'entities', { required: 'Entity ID is required', onParentDelete: cascade }),
    shopId: reference('Shop', 'shops', { required: 'Shop ID is required', onParentDelete: cascade }),
    createdAt: serverInstant('Linked'),
  },
})
