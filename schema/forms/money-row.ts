import { z } from 'zod'
import { costs, type Cost } from '../collections/work/costs.ts'
import { payments, type Payment } from '../collections/work/payments.ts'
import { amount, instantSchema } from '../fields.ts'
import { type DecimalMark, hasTypedCents, typedAmountToPlain } from '../rules/money/typed-amount.ts'
import { checkedBy, textToNullable } from './checked-by.ts'

/** Payments and costs are typed alike: an amount, when the tax is in it, what it was for, and a date. */
export type MoneyKind = 'payment' | 'cost'

const textOf = { payment: payments.fields.paymentText, cost: costs.fields.costText }

/** Texts as typed, the amount as people write it with `mark`. `date` is an ISO instant, '' for none. Messages in the FORM wording (VAL-22..26, AMB-103). */
export const moneyFormSchema = (kind: MoneyKind, mark: DecimalMark = '.') =>
  z.object({
    amount: checkedBy(
      amount('Amount', {
        required: `Please enter a ${kind} amount`,
        invalid: `Please enter a valid positive number for ${kind} amount`,
      }).schema,
      (text) => typedAmountToPlain(text, mark),
    ),
    afterTax: z.boolean(),
    text: checkedBy(textOf[kind].schema),
    date: z.string(),
  })

export type MoneyForm = z.input<ReturnType<typeof moneyFormSchema>>
export type MoneyFormField = keyof MoneyForm

/** Before tax (AMB-101), dated when it is saved. */
export const newMoneyForm = (): MoneyForm => ({ amount: '', afterTax: false, text: '', date: '' })

type TaxTyping = { amountBefore: string; form: Pick<MoneyForm, 'amount' | 'afterTax'>; wasSwitched: boolean; mark: DecimalMark }

/**
 * A decimal point that is typed while before tax is chosen says that tax is in the amount (PAY-03); digits behind it say nothing new.
 * Taken away again it says the opposite, unless a person chose.
 * @returns what the choice becomes, undefined where it stays
 */
export function typedAmountToAfterTax({ amountBefore, form, wasSwitched, mark }: TaxTyping): boolean | undefined {
  const hasCents = hasTypedCents(form.amount, mark)
  if (!form.afterTax && hasCents && !hasTypedCents(amountBefore, mark)) return true
  return form.afterTax && wasSwitched && !hasCents ? false : undefined
}

/** A valid form as the row's fields; a date that does not parse is left out (PAY-10, AMB-104). */
export function moneyFormToValues(kind: MoneyKind, form: MoneyForm, mark: DecimalMark = '.'): { [field: string]: string | number | boolean | null } {
  const date = instantSchema().safeParse(form.date)
  const typedAmount = Number(typedAmountToPlain(form.amount, mark))
  return {
    ...(kind === 'payment'
      ? { paymentAmount: typedAmount, paymentText: textToNullable(form.text.trim()) }
      : { costAmount: typedAmount, costText: textToNullable(form.text.trim()) }),
    afterTax: form.afterTax,
    ...(date.success && { createdAt: date.data }),
  }
}

/** The fields of a row that its form shows, under the form's names. */
export type MoneyValues = { amount: number; text: string | null; afterTax: boolean; date: string }

export function moneyToValues(row: Payment | Cost): MoneyValues {
  const [amount, text] = 'paymentAmount' in row ? [row.paymentAmount, row.paymentText] : [row.costAmount, row.costText]
  return { amount, text, afterTax: row.afterTax, date: row.createdAt }
}

export const moneyValuesToForm = ({ amount, text, afterTax, date }: MoneyValues): MoneyForm => ({
  amount: amountToTyped(amount),
  afterTax,
  text: text ?? '',
  date,
})

export const moneyToForm = (row: Payment | Cost): MoneyForm => moneyValuesToForm(moneyToValues(row))

/** '12.50', '12'; an amount that is none of ours stays as it is. */
export const amountToTyped = (amount: number): string => (Number(amount.toFixed(2)) === amount ? amount.toFixed(2).replace(/\.00$/, '') : String(amount))

/** How the form's fields are called in the row. */
export const moneyRowFields: Record<MoneyKind, Record<MoneyFormField, string>> = {
  payment: { amount: 'paymentAmount', text: 'paymentText', afterTax: 'afterTax', date: 'createdAt' },
  cost: { amount: 'costAmount', text: 'costText', afterTax: 'afterTax', date: 'createdAt' },
}
