import { defineCollection, type DocumentOf } from '../../collection.ts'
import { count, flag, note, optionalAmount, optionalReference, optionalText, reference, text } from '../../fields.ts'

/** A stock item. Counts of two devices merge as differences. */
export const products = defineCollection({
  name: 'products',
  fields: {
    name: text('Name', { required: 'Product name is required', max: 200 }),
    categoryHierarchyId: reference('Category', 'categories', {
      required: 'Category is required',
      onParentDelete: { action: 'refuse', message: 'This category still holds products.', unless: 'archived' },
    }),
    supplierId: optionalReference('Supplier', 'suppliers', {
      onParentDelete: { action: 'refuse', message: 'Products still name this supplier.' },
    }),
    conditionId: optionalReference('Condition', 'product_conditions', { onParentDelete: { action: 'keep' } }),
    typeId: optionalReference('Type', 'product_types', { onParentDelete: { action: 'keep' } }),
    colorId: optionalReference('Color', 'product_colors', { onParentDelete: { action: 'keep' } }),
    sku: optionalText('SKU', { max: 100 }),
    /** EAN, UPC or GTIN; several separated by spaces. */
    barcode: optionalText('Barcode', { max: 500 }),
    supplierSku: optionalText('Supplier SKU', { max: 100 }),
    /** Where it lies. */
    location: optionalText('Location', { max: 200 }),
    inventoryCount: count('Inventory count', { invalid: 'Inventory count must be a positive integer', initial: 0, merge: 'sum' }),
    reorderPoint: count('Reorder point', { invalid: 'Reorder point must be a positive integer', initial: 0 }),
    costPrice: optionalAmount('Cost price', { invalid: 'Cost price must be a valid positive number' }),
    salePrice: optionalAmount('Sale price', { invalid: 'Sale price must be a valid positive number' }),
    description: note('Description'),
    taxRateId: optionalReference('Tax rate', 'tax_rates', { onParentDelete: { action: 'keep' } }),
    /** No longer sold: left out of lists, searches and sums. */
    archived: flag('Archived'),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'nobody' },
  audit: { noun: 'product', titleField: 'name' },
})

export type Product = DocumentOf<typeof products>
