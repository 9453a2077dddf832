import { defineCollection, type DocumentOf } from '../../collection.ts'
import { reference } from '../../fields.ts'

/**
 * One tick of one checklist item on one order. Its id is derived from both (uuid v5, namespace = order id,
 * name = item id), so the ticks of two devices are one row.
 */
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
