import { products } from '#schema/collections/stock/products.ts'
import type { ProductForm, ProductFormField } from '#schema/forms/product.ts'
import { textToPreview } from '#web/forms/news/remote-changes.ts'
import type { ProductWords } from './use-product-words.ts'

function valueToText(form: ProductForm, field: ProductFormField, { nameById }: ProductWords): string {
  const value = form[field]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (products.fields[field].kind !== 'id') return value
  return value === '' ? 'none' : (nameById.get(value) ?? 'another one')
}

/** 'Inventory count is now 7'. */
export const productChangeToText = (stored: ProductForm, field: ProductFormField, words: ProductWords): string =>
  `${products.fields[field].label} is now ${textToPreview(valueToText(stored, field, words))}`

/** What was typed, one line a field, for copying. */
export const productFormToText = (form: ProductForm, words: ProductWords): string =>
  (Object.keys(form) as ProductFormField[])
    .flatMap((field) => (form[field] === '' || form[field] === false ? [] : [`${products.fields[field].label}: ${valueToText(form, field, words)}`]))
    .join('\n')
