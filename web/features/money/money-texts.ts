import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { paymentMethodToText } from '#schema/values/payments/payment-kind.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { type MoneyForm, type MoneyFormField, moneyForms } from './form.ts'

function valueToText(form: MoneyForm, field: MoneyFormField, { date, time }: ShopFormat): string {
  if (field === 'afterTax') return form.afterTax ? 'After tax' : 'Before tax'
  if (field === 'date') return form.date === '' ? '' : `${date(form.date)}, ${time(form.date)}`
  if (field === 'method') return form.method === '' ? '' : paymentMethodToText(form.method)
  if (field === 'kind') return form.kind === '' ? '' : 'Refund'
  // An id says nothing to a person.
  if (field === 'refundOf') return ''
  return form[field]
}

/** 'Amount is now 80'. */
export const moneyChangeToText = (stored: MoneyForm, field: MoneyFormField, format: ShopFormat): string =>
  fieldToNews(moneyForms.payment, field, valueToText(stored, field, format))

/** The typed values, one line per field, for the clipboard. */
export const moneyFormToText = (form: MoneyForm, format: ShopFormat): string => typedToLines(moneyForms.payment, (field) => valueToText(form, field, format))
