import { z } from 'zod'
import { products, type Product } from '../collections/stock/products.ts'
import { checkedBy, textToNullable } from './checked-by.ts'

const { fields } = products

/** INV-19, INV-20: what an emptied count and reorder point of a new product become. */
export const newProductCounts = { inventoryCount: 0, reorderPoint: 2 } as const

const shape = {
  name: checkedBy(fields.name.schema),
  categoryHierarchyId: checkedBy(fields.categoryHierarchyId.schema),
  /** '' is none for these four (INV-15). */
  supplierId: checkedBy(fields.supplierId.schema),
  conditionId: checkedBy(fields.conditionId.schema),
  typeId: checkedBy(fields.typeId.schema),
  colorId: checkedBy(fields.colorId.schema),
  sku: checkedBy(fields.sku.schema),
  inventoryCount: checkedBy(fields.inventoryCount.schema),
  reorderPoint: checkedBy(fields.reorderPoint.schema),
  costPrice: checkedBy(fields.costPrice.schema),
  salePrice: checkedBy(fields.salePrice.schema),
  description: checkedBy(fields.description.schema),
  archived: z.boolean(),
}

/** What the edit dialog holds: texts as typed (VAL-74..78). */
export const productFormSchema = z.object(shape)

const orEmpty = (schema: z.ZodType<string>) =>
  z
    .string()
    .refine((text) => text === '' || schema.safeParse(text).success, { error: (issue) => schema.safeParse(issue.input).error?.issues[0]?.message ?? '' })

/** The add dialog's: the counts may be left empty. */
export const newProductFormSchema = z.object({ ...shape, inventoryCount: orEmpty(shape.inventoryCount), reorderPoint: orEmpty(shape.reorderPoint) })

export type ProductForm = z.input<typeof productFormSchema>
export type ProductFormField = keyof ProductForm

export type ProductValues = Pick<Product, ProductFormField>

/** `categoryHierarchyId`: where it is asked for, '' where one is to be chosen. */
export const newProductForm = (categoryHierarchyId: string): ProductForm => ({
  name: '',
  categoryHierarchyId,
  supplierId: '',
  conditionId: '',
  typeId: '',
  colorId: '',
  sku: '',
  inventoryCount: String(newProductCounts.inventoryCount),
  reorderPoint: String(newProductCounts.reorderPoint),
  costPrice: '',
  salePrice: '',
  description: '',
  archived: false,
})

/** Total: also takes a form that is not valid yet. An empty count is that of a new product. */
export function productFormToValues(form: ProductForm): ProductValues {
  return {
    name: form.name.trim(),
    categoryHierarchyId: form.categoryHierarchyId,
    supplierId: textToNullable(form.supplierId),
    conditionId: textToNullable(form.conditionId),
    typeId: textToNullable(form.typeId),
    colorId: textToNullable(form.colorId),
    sku: textToNullable(form.sku.trim()),
    inventoryCount: textToNumber(form.inventoryCount) ?? newProductCounts.inventoryCount,
    reorderPoint: textToNumber(form.reorderPoint) ?? newProductCounts.reorderPoint,
    costPrice: textToNumber(form.costPrice),
    salePrice: textToNumber(form.salePrice),
    description: textToNullable(form.description),
    archived: form.archived,
  }
}

export function productToForm(product: ProductValues): ProductForm {
  return {
    name: product.name,
    categoryHierarchyId: product.categoryHierarchyId,
    supplierId: product.supplierId ?? '',
    conditionId: product.conditionId ?? '',
    typeId: product.typeId ?? '',
    colorId: product.colorId ?? '',
    sku: product.sku ?? '',
    inventoryCount: String(product.inventoryCount),
    reorderPoint: String(product.reorderPoint),
    costPrice: priceToText(product.costPrice),
    salePrice: priceToText(product.salePrice),
    description: product.description ?? '',
    archived: product.archived,
  }
}

const priceToText = (price: number | null): string => (price === null ? '' : price.toFixed(2))

const textToNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text))
