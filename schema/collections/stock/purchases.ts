import { choice } from '../../choice-fields.ts'
import { defineCollection, type DocumentOf } from '../../collection.ts'
import { note, optionalReference, optionalText } from '../../fields.ts'
import { purchaseStates } from '../../values/stock/supply-states.ts'

/** What is bought of one supplier at one time. */
export const purchases = defineCollection({
  name: 'purchases',
  fields: {
    supplierId: optionalReference('Supplier', 'suppliers', { onParentDelete: { action: 'refuse', message: 'Purchases still name this supplier.' } }),
    state: choice('State', purchaseStates, 'draft'),
    /** The supplier's number of it. */
    reference: optionalText('Reference', { max: 200 }),
    note: note('Note'),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: { noun: 'purchase', titleField: 'reference', titleOf: ({ reference }) => (typeof reference === 'string' ? reference : 'without reference') },
})

export type Purchase = DocumentOf<typeof purchases>
