import { defineCollection, type DocumentOf } from '../../collection.ts'
import { choice } from '../../choice-fields.ts'
import { imeiSchema, note, optionalText, reference } from '../../fields.ts'
import { mergedFrom } from './merged-from.ts'
import { assetKinds, assetToTitle } from '../../values/assets/asset-title.ts'

/** A customer's device. Orders refer to it and remain when it is deleted. */
export const assets = defineCollection({
  name: 'assets',
  fields: {
    customerId: reference('Customer', 'customers', { required: 'Customer ID is required', onParentDelete: { action: 'cascade' } }),
    kind: choice('Kind', assetKinds, 'other'),
    brand: optionalText('Brand', { max: 100 }),
    model: optionalText('Model', { max: 200 }),
    serial: optionalText('Serial number', { max: 100 }),
    imei: optionalText('IMEI', { max: 15, schema: imeiSchema }),
    color: optionalText('Color', { max: 100 }),
    notes: note('Notes'),
    mergedFrom: mergedFrom(),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: { noun: 'device', titleField: 'model', titleOf: (asset) => assetToTitle(asset) },
  localIndexes: [['customerId']],
})

export type Asset = DocumentOf<typeof assets>
