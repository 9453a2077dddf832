import { defineCollection, type DocumentOf } from '../../collection.ts'
import { optionalChoice } from '../../choice-fields.ts'
import { flag, optionalAmount, optionalReference, optionalText, optionalWholeNumber, text } from '../../fields.ts'
import { warrantyDaysOptions } from '../../values/services/warranty-days.ts'
import { assetKinds } from '../../values/assets/asset-title.ts'
import { serviceMinutesMax, serviceToTitle } from '../../values/services/service-title.ts'

/** A repair of the price list. Without kind, brand or model it fits any. */
export const services = defineCollection({
  name: 'services',
  fields: {
    kind: optionalChoice('Kind', assetKinds),
    brand: optionalText('Brand', { max: 100 }),
    model: optionalText('Model', { max: 200 }),
    name: text('Name', { required: 'Service name is required', max: 200 }),
    price: optionalAmount('Price', { invalid: 'Price must be a valid positive number' }),
    /** How long the repair takes. */
    minutes: optionalWholeNumber('Minutes', { invalid: 'Minutes must be a whole number from 0', min: 0, max: serviceMinutesMax }),
    warrantyDays: optionalWholeNumber('Warranty days', warrantyDaysOptions),
    /** The part that it takes from stock. */
    productId: optionalReference('Product', 'products', { onParentDelete: { action: 'keep' } }),
    taxRateId: optionalReference('Tax rate', 'tax_rates', { onParentDelete: { action: 'keep' } }),
    archived: flag('Archived'),
  },
  access: { read: 'member', create: 'view_shop_setting', update: 'view_shop_setting', delete: 'nobody' },
  audit: { noun: 'service', titleField: 'name', titleOf: serviceToTitle },
})

export type Service = DocumentOf<typeof services>
