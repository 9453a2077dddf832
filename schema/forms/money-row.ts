import { z } from 'zod'
import { costs, type Cost } from '../collections/costs.ts'
import { payments, type Payment } from '../collections/payments.ts'
import { amount, instantSchema } from '../fields.ts'
import { checkedBy, textToNullable } from './checked-by.ts'

/** Payments and costs are typed alike: an amount, when the tax is in it, what it was for, and a date. */
export type MoneyKind = 'payment' | 'cost'

const textOf = { payment: payments.fields.paymentText, cost: costs.fields.costText }

/** Texts as typed. `date` is an ISO instant, '' for none. Messages in the FORM wording (VAL-22..26, AMB-103). */
export const moneyFormSchema = (kind: MoneyKind) =>
  z.object({
    amount: checkedBy(
      amount('Amount', {
        required: `Please enter a ${kind} amount`,
        invalid: `Please enter a valid positive number for ${kind} amount`,
      }).schema,
    ),
    afterTax: z.boolean(),
    text: checkedBy(textOf[kind].schema),
    date: z.string(),
  })

export type MoneyForm = z.input<ReturnType<typeof moneyFormSchema>>
export type MoneyFormField = keyof MoneyForm

/** Before tax (AMB-101), dated when it is saved. */
export const newMoneyForm = (): MoneyForm => ({ amount: '', afterTax: false, text: '', date: '' })

/** A decimal point that is typed while before tax is chosen says that tax is in the amount (PAY-03); digits behind it say nothing new. */
export const switchesToAfterTax = (amountBefore: string, form: Pick<MoneyForm, 'amount' | 'afterTax'>): boolean => !form.afterTax && form.amount.includes('.') && !amountBefore.includes('.')

/** A valid form as the row's fields; a date that does not parse is left out (PAY-10, AMB-104). */
export function moneyFormToValues(kind: MoneyKind, form: MoneyForm): { [field: string]: string | number | boolean | null } {
  const date = instantSchema().safeParse(form.date)
  return {
    ...(kind === 'payment'
      ? { paymentAmount: Number(form.amount.trim()), paymentText: textToNullable(form.text.trim()) }
      : { costAmount: Number(form.amount.trim()), costText: textToNullable(form.text.trim()) }),
    afterTax: form.afterTax,
    ...(date.success && { createdAt: date.data }),
  }
}

export function moneyToForm(kind: 'payment', row: Payment): MoneyForm
export function moneyToForm(kind: 'cost', row: Cost): MoneyForm
export function moneyToForm(kind: MoneyKind, row: Payment | Cost): MoneyForm {
  const { amount: stored, text } = kind === 'payment' ? paymentParts(row as Payment) : costParts(row as Cost)
  return { amount: stored.toFixed(2).replace(/\.00$/, ''), afterTax: row.afterTax, text: text ?? '', date: row.createdAt }
}

const paymentParts = ({ paymentAmount, paymentText }: Payment) => ({ amount: paymentAmount, text: paymentText })
const costParts = ({ costAmount, costText }: Cost) => ({ amount: costAmount, text: costText })
