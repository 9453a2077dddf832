import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { type MoneyForm, type MoneyFormField, moneyForms } from './form.ts'
import { methodToText } from '#web/language/payment-methods-texts.ts'
import { t } from './money-texts.ts'

function valueToText(form: MoneyForm, field: MoneyFormField, { date, time }: ShopFormat): string {
  if (field === 'afterTax') return form.afterTax ? t.afterTax() : t.beforeTax()
  if (field === 'date') return form.date === '' ? '' : `${date(form.date)}, ${time(form.date)}`
  if (field === 'method') return form.method === '' ? '' : methodToText(form.method)
  if (field === 'kind') return form.kind === '' ? '' : t.noun.refund()
  // An id says nothing to a person.
  if (field === 'refundOf') return ''
  return form[field]
}

/** 'Amount is now 80'. */
export const moneyChangeToText = (stored: MoneyForm, field: MoneyFormField, format: ShopFormat): string =>
  fieldToNews(moneyForms.payment, field, valueToText(stored, field, format))

/** The typed values, one line per field, for the clipboard. */
export const moneyFormToText = (form: MoneyForm, format: ShopFormat): string => typedToLines(moneyForms.payment, (field) => valueToText(form, field, format))
