import { costs, type Cost } from '#schema/collections/work/costs.ts'
import { payments, type Payment } from '#schema/collections/work/payments.ts'
import { amountSchema, instantSchema } from '#schema/fields.ts'
import { typedMoneyTexts } from '#schema/rules/money/typed-money-texts.ts'
import { hasTypedCents } from '#schema/rules/money/typed-amount.ts'
import { isRefund } from '#schema/values/payments/payment-kind.ts'
import type { CreateInput, UpdateInput } from '#web/device/rows/op-input.ts'
import { typedAmount } from '#web/forms/checked-by.ts'
import { defineForm, type FormOf, type ShownOf } from '#web/forms/define-form.ts'
import { amountToShopTyped, shopWriting } from '#web/inputs/shop-amounts.ts'

/** Payments and costs share one form: amount, tax, purpose, and date. */
export type MoneyKind = 'payment' | 'cost'

export const moneyCollection = { payment: 'payments', cost: 'costs' } as const satisfies Record<MoneyKind, string>

/** The amount with the form's own messages. */
const amountOf = (kind: MoneyKind) => ({
  typed: typedAmount(amountSchema(typedMoneyTexts.missing[kind], typedMoneyTexts.wrong[kind], 0.01)),
})

/** An ISO instant; '' becomes the time of saving, and an invalid one is dropped. */
const typedDate = { field: 'createdAt', label: 'Date', toValue: (typed: string | boolean) => instantSchema().safeParse(typed).data } as const

const tax = { label: 'Tax' } as const

export const moneyForms = {
  payment: defineForm(payments, {
    amount: { field: 'paymentAmount', ...amountOf('payment') },
    afterTax: tax,
    method: {},
    text: { field: 'paymentText' },
    date: typedDate,
    kind: {},
    refundOf: {},
  }),
  cost: defineForm(costs, {
    amount: { field: 'costAmount', ...amountOf('cost') },
    afterTax: tax,
    method: { field: null, label: 'Method' },
    text: { field: 'costText' },
    date: typedDate,
    kind: { field: null, label: 'Kind' },
    refundOf: { field: null, label: 'Refunded payment' },
  }),
}

export type MoneyForm = FormOf<typeof moneyForms.payment>
export type MoneyFormField = keyof MoneyForm
/** Row fields shown in the form, under the form's names. */
export type MoneyShown = ShownOf<typeof moneyForms.payment>

/** A refund is a payment with a negative amount. */
export type MoneyAct = MoneyKind | 'refund'

export const newMoneyForm = (act: MoneyAct): MoneyForm => ({ ...moneyForms.payment.empty, kind: act === 'refund' ? 'refund' : '' })

type Refunded = Pick<Payment, 'id' | 'paymentAmount' | 'method' | 'afterTax'>

/** A refund of all that is left of a payment, by the same method. */
export const newRefundForm = ({ id, method, afterTax }: Refunded, left: number): MoneyForm => ({
  ...newMoneyForm('refund'),
  amount: amountToShopTyped(left),
  method: method ?? '',
  afterTax,
  refundOf: id,
})

export const moneyFormToAct = (kind: MoneyKind, form: Pick<MoneyForm, 'kind'>): MoneyAct => (isRefund(form) ? 'refund' : kind)

export const moneyToShown = (row: Payment | Cost): MoneyShown =>
  'paymentAmount' in row ? moneyForms.payment.toShown(row) : { ...moneyForms.cost.toShown(row), method: null, kind: null, refundOf: null }

export const moneyToForm = (row: Payment | Cost): MoneyForm => moneyForms.payment.toForm(moneyToShown(row))

/** `tillDayId`: the till into which a payment goes. */
export const moneyToCreate = (
  kind: MoneyKind,
  orderId: string,
  form: MoneyForm,
  id?: string,
  tillDayId: string | null = null,
): CreateInput<'payments' | 'costs'> =>
  kind === 'payment'
    ? { action: 'create', collection: 'payments', id, values: { orderId, ...moneyForms.payment.toValues(form), tillDayId } }
    : { action: 'create', collection: 'costs', id, values: { orderId, ...moneyForms.cost.toValues(form) } }

type MoneyEdit = {
  id: string
  opened: MoneyForm
  form: MoneyForm
  /** The previous row values, where they hold more than the form. */ seen?: MoneyShown | undefined
}

export const moneyToUpdate = (kind: MoneyKind, { id, opened, form, seen }: MoneyEdit): UpdateInput<'payments' | 'costs'> => {
  const { payment, cost } = moneyForms
  return kind === 'payment'
    ? { action: 'update', collection: 'payments', id, values: payment.toChanges(opened, form), seen: seen ? payment.toSeen(seen) : payment.toValues(opened) }
    : { action: 'update', collection: 'costs', id, values: cost.toChanges(opened, form), seen: seen ? cost.toSeen(seen) : cost.toValues(opened) }
}

type TaxTyping = { amountBefore: string; form: Pick<MoneyForm, 'amount' | 'afterTax'>; wasSwitched: boolean }

/**
 * Typing a decimal point while "before tax" is chosen switches to "after tax"; later digits change nothing. Removing it
 * switches back, unless the user made the choice.
 * @returns the new choice; undefined for no change
 */
export function typedAmountToAfterTax({ amountBefore, form, wasSwitched }: TaxTyping): boolean | undefined {
  const { mark } = shopWriting()
  const hasCents = hasTypedCents(form.amount, mark)
  if (!form.afterTax && hasCents && !hasTypedCents(amountBefore, mark)) return true
  return form.afterTax && wasSwitched && !hasCents ? false : undefined
}
