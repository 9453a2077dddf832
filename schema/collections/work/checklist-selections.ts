import { defineCollection, type DocumentOf } from '../../collection.ts'
import { reference } from '../../fields.ts'

/** One ticked item of one order. Its id is uuid v5 (namespace order id, name item id), so that ticks of two devices are one row. */
export const checklistSelections = defineCollection({
  name: 'checklist_selections',
  fields: {
    orderId: reference('Order', 'orders', { required: 'Order ID is required', onParentDelete: { action: 'cascade' } }),
    dropoffChecklistId: reference('Checklist item', 'checklist_items', {
      required: 'Checklist item ID is required',
      onParentDelete: { action: 'cascade' },
    }),
  },
  access: { read: 'member', create: 'member', update: 'nobody', delete: 'member' },
  audit: { noun: 'checklist tick', titleField: 'dropoffChecklistId' },
  localIndexes: [['orderId']],
})

export type ChecklistSelection = DocumentOf<typeof checklistSelections>
