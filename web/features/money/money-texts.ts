import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { formatDate, formatTime } from '#web/inputs/time/time.ts'
import { type MoneyForm, type MoneyFormField, moneyForms } from './form.ts'

function valueToText(form: MoneyForm, field: MoneyFormField): string {
  if (field === 'afterTax') return form.afterTax ? 'After tax' : 'Before tax'
  if (field === 'date') return form.date === '' ? '' : `${formatDate(form.date)}, ${formatTime(form.date)}`
  return form[field]
}

/** 'Amount is now 80'. */
export const moneyChangeToText = (stored: MoneyForm, field: MoneyFormField): string => fieldToNews(moneyForms.payment, field, valueToText(stored, field))

/** What was typed, one line a field, for copying. */
export const moneyFormToText = (form: MoneyForm): string => typedToLines(moneyForms.payment, (field) => valueToText(form, field))
