import type { MoneyForm, MoneyFormField } from '#schema/forms/money-row.ts'
import { textToPreview } from '#web/forms/news/remote-changes.ts'
import { formatDate, formatTime } from '#web/inputs/time/time.ts'

const labelByField: Record<MoneyFormField, string> = { amount: 'Amount', afterTax: 'Tax', text: 'Description', date: 'Date' }

function valueToText(form: MoneyForm, field: MoneyFormField): string {
  if (field === 'afterTax') return form.afterTax ? 'After tax' : 'Before tax'
  if (field === 'date') return form.date === '' ? '' : `${formatDate(form.date)}, ${formatTime(form.date)}`
  return form[field]
}

/** 'Amount is now 80'. */
export const moneyChangeToText = (stored: MoneyForm, field: MoneyFormField): string =>
  `${labelByField[field]} is now ${textToPreview(valueToText(stored, field))}`

/** What was typed, one line a field, for copying. */
export const moneyFormToText = (form: MoneyForm): string =>
  (Object.keys(labelByField) as MoneyFormField[])
    .flatMap((field) => (valueToText(form, field) === '' ? [] : [`${labelByField[field]}: ${valueToText(form, field)}`]))
    .join('\n')
