import { products } from '#schema/collections/stock/products.ts'
import { checkedBy, optionalText } from '#web/forms/checked-by.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'

/** '' is none for supplier, condition, type and color. */
const chosen = { name: {}, categoryHierarchyId: {}, supplierId: {}, conditionId: {}, typeId: {}, colorId: {}, sku: {} }

const described = { costPrice: {}, salePrice: {}, description: {}, archived: {} }

/** What an emptied count and reorder point become. */
const counts = { inventoryCount: { empty: '0' }, reorderPoint: { empty: '2' } }

/** What the edit dialog holds: texts as typed (VAL-74..78). */
export const productForm = defineForm(products, { ...chosen, ...counts, ...described })

/** The edit dialog's for a product that stands at `count`: one to which lines took it below 0 stands until somebody counts. */
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

/** The add dialog's: the counts may be left empty. */
export const addProductForm = defineForm(products, {
  ...chosen,
  inventoryCount: { ...counts.inventoryCount, typed: optionalText(products.fields.inventoryCount.schema) },
  reorderPoint: { ...counts.reorderPoint, typed: optionalText(products.fields.reorderPoint.schema) },
  ...described,
})

export type ProductForm = FormOf<typeof productForm>
export type ProductFormField = keyof ProductForm

/** `categoryHierarchyId`: where it is asked for, '' where one is to be chosen. */
export const newProductForm = (categoryHierarchyId: string): ProductForm => ({ ...addProductForm.empty, categoryHierarchyId })
