import { defineCollection, type DocumentOf } from '../../collection.ts'
import { optionalReference, text } from '../../fields.ts'

/** A node of the shop's inventory tree. Products refer to it by `categoryHierarchyId`. */
export const categories = defineCollection({
  name: 'categories',
  fields: {
    name: text('Name', { required: 'Category name is required', max: 200 }),
    parentId: optionalReference('Parent', 'categories', {
      onParentDelete: { action: 'refuse', message: 'This category still holds categories.' },
    }),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: { noun: 'category', titleField: 'name' },
})

export type Category = DocumentOf<typeof categories>
