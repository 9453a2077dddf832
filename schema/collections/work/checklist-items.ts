import { defineCollection, type DocumentOf } from '../../collection.ts'
import { text } from '../../fields.ts'

/** An item of the shop's drop-off checklist, referred to by `dropoffChecklistId`; edited online only. */
export const checklistItems = defineCollection({
  name: 'checklist_items',
  fields: {
    name: text('Name', { required: 'Checklist item name is required', max: 200 }),
  },
  access: { read: 'member', create: 'rest', update: 'rest', delete: 'rest' },
  audit: { noun: 'checklist item', titleField: 'name' },
})

export type ChecklistItem = DocumentOf<typeof checklistItems>
