import { products } from '#schema/collections/stock/products.ts'
import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { type ProductForm, productForm, type ProductFormField } from './product-form.ts'
import type { ProductWords } from './use-product-words.ts'

function valueToText(form: ProductForm, field: ProductFormField, { nameById }: ProductWords): string {
  const value = form[field]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (products.fields[field].kind !== 'id') return value
  return value === '' ? 'none' : (nameById.get(value) ?? 'another one')
}

/** 'Inventory count is now 7'. */
export const productChangeToText = (stored: ProductForm, field: ProductFormField, words: ProductWords): string =>
  fieldToNews(productForm, field, valueToText(stored, field, words))

/** What was typed, one line a field, for copying. */
export const productFormToText = (form: ProductForm, words: ProductWords): string =>
  typedToLines(productForm, (field) => (form[field] === '' || form[field] === false ? '' : valueToText(form, field, words)))
