import { products } from '#schema/collections/stock/products.ts'
import { amountToWholeTyped } from '#web/inputs/shop-amounts.ts'
import { checkedBy, optionalText } from '#web/forms/checked-by.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'

/** '' means none for supplier, condition, type and color. */
const chosen = {
  name: {},
  categoryHierarchyId: {},
  supplierId: {},
  conditionId: {},
  typeId: {},
  colorId: {},
  sku: {},
  barcode: {},
  supplierSku: {},
  location: {},
}

const price = { toTyped: (value: unknown) => (typeof value === 'number' ? amountToWholeTyped(value) : '') }

const described = { costPrice: price, salePrice: price, taxRateId: {}, description: {}, archived: {} }

/** Values of a cleared count and reorder point. */
const counts = { inventoryCount: { empty: '0' }, reorderPoint: { empty: '2' } }

/** The edit form, with texts as typed. */
export const productForm = defineForm(products, { ...chosen, ...counts, ...described })

/** The edit form of a product with this count. A negative count, left by order lines, is accepted unchanged until someone recounts. */
export const editProductForm = (count: number): typeof productForm =>
  count >= 0
    ? productForm
    : defineForm(products, {
        ...chosen,
        inventoryCount: {
          ...counts.inventoryCount,
          typed: checkedBy(products.fields.inventoryCount.schema, (text) => (text.trim() === String(count) ? counts.inventoryCount.empty : text)),
        },
        reorderPoint: counts.reorderPoint,
        ...described,
      })

/** The add form, where the counts may stay empty. */
export const addProductForm = defineForm(products, {
  ...chosen,
  inventoryCount: { ...counts.inventoryCount, typed: optionalText(products.fields.inventoryCount.schema) },
  reorderPoint: { ...counts.reorderPoint, typed: optionalText(products.fields.reorderPoint.schema) },
  ...described,
})

export type ProductForm = FormOf<typeof productForm>
export type ProductFormField = keyof ProductForm

/** `categoryHierarchyId` is '' when the user must choose one. */
export const newProductForm = (categoryHierarchyId: string): ProductForm => ({ ...addProductForm.empty, categoryHierarchyId })
