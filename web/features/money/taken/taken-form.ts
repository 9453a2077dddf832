import { z } from 'zod'
import { hasTypedCents, readTyped } from '#schema/rules/money/typed-amount.ts'
import { amountToCents, centsToAmount } from '#schema/values/money.ts'
import { typedMoneyTexts } from '#schema/rules/money/typed-money-texts.ts'
import { type PaymentMethod, paymentMethods } from '#schema/values/payments/payment-kind.ts'
import type { CreateInput } from '#web/device/rows/op-input.ts'
import { amountToShopTyped, amountToWholeTyped, readShopAmount, shopWriting } from '#web/inputs/shop-amounts.ts'
import { t } from './take-payment-texts.ts'

/** One payment by `method`, or with `isSplit` one for each method that has an amount. `given`: the cash that the customer hands over. */
export type TakenForm = {
  method: PaymentMethod
  amount: string
  isSplit: boolean
  cash: string
  card: string
  transfer: string
  other: string
  given: string
  afterTax: boolean
  text: string
}

export type TakenPart = { method: PaymentMethod; amount: number }

const amountIssue = (typed: string): string | undefined => {
  if (typed.trim() === '') return typedMoneyTexts.missing.payment
  const { amount, problem } = readTyped(typed, shopWriting())
  return problem ?? ((amount ?? 0) > 0 ? undefined : typedMoneyTexts.wrong.payment)
}

const typedText = z.string()

const shape: z.ZodType<TakenForm, TakenForm> = z
  .object({
    method: z.enum(paymentMethods),
    amount: typedText,
    isSplit: z.boolean(),
    cash: typedText,
    card: typedText,
    transfer: typedText,
    other: typedText,
    given: typedText,
    afterTax: z.boolean(),
    text: typedText.max(1000, { error: typedMoneyTexts.noteTooLong }),
  })
  .superRefine((form, context) => {
    const add = (field: keyof TakenForm, message: string | undefined): void => {
      if (message !== undefined) context.addIssue({ code: 'custom', path: [field], message })
    }
    if (!form.isSplit) add('amount', amountIssue(form.amount))
    else {
      const typed = paymentMethods.filter((method) => form[method].trim() !== '')
      if (typed.length === 0) add('cash', amountIssue(''))
      for (const method of typed) add(method, amountIssue(form[method]))
    }
    const cash = toParts(form).find(({ method }) => method === 'cash')
    if (cash === undefined || form.given.trim() === '') return
    const { amount: given, problem = typedMoneyTexts.givenWrong } = readTyped(form.given, shopWriting())
    if (given === null) add('given', problem)
    else if (given < cash.amount) add('given', typedMoneyTexts.givenTooLittle)
  })

export const takenForm = {
  schema: shape,
  empty: {
    method: 'cash',
    amount: '',
    isSplit: false,
    cash: '',
    card: '',
    transfer: '',
    other: '',
    given: '',
    afterTax: false,
    text: '',
  } satisfies TakenForm as TakenForm,
  toField: () => undefined,
}

/** The form for what is to pay; without an amount where nothing is. A payment before anything is charged is a deposit. */
export function openTakenForm({ total, balance, method }: { total: number | null; balance: number | null; method: PaymentMethod }): TakenForm {
  const amount = balance !== null && balance > 0 ? amountToShopTyped(balance) : ''
  return { ...takenForm.empty, method, amount, afterTax: hasTypedCents(amount, shopWriting().mark), text: total === null || total === 0 ? t.deposit() : '' }
}

/** The payments to store. Amounts that cannot be read are left out. */
export function toParts(form: TakenForm): TakenPart[] {
  const typed = form.isSplit ? paymentMethods.map((method) => ({ method, amount: form[method] })) : [{ method: form.method, amount: form.amount }]
  return typed.flatMap(({ method, amount }) => {
    const read = readShopAmount(amount)
    return read === null || read <= 0 ? [] : [{ method, amount: read }]
  })
}

export const sumParts = (parts: readonly TakenPart[]): number => centsToAmount(parts.reduce((cents, { amount }) => cents + amountToCents(amount), 0))

/** From one method to several and back: nothing that was typed is lost. */
export function switchSplit(form: TakenForm): TakenForm {
  if (!form.isSplit) return { ...form, isSplit: true, [form.method]: form[form.method] === '' ? form.amount : form[form.method] }
  const parts = toParts(form)
  return { ...form, isSplit: false, method: parts[0]?.method ?? form.method, amount: parts.length === 0 ? form.amount : amountToShopTyped(sumParts(parts)) }
}

/** The first method's amount after another one was typed: the rest, unless somebody typed the first one too. */
export function giveRest(before: TakenForm, form: TakenForm, changed: PaymentMethod): string {
  const { method, amount } = form
  const whole = readShopAmount(amount)
  if (changed === method || whole === null) return form[method]
  const sum = sumParts(toParts(before))
  if (sum !== whole && !(before[method] === '' && sum > whole)) return form[method]
  const rest = centsToAmount(amountToCents(whole) - amountToCents(sumParts(toParts({ ...form, [method]: '' }))))
  return rest > 0 ? amountToShopTyped(rest) : ''
}

export const toPaymentOps = (orderId: string, form: TakenForm, tillDayId: string | null = null): CreateInput<'payments'>[] =>
  toParts(form).map(({ method, amount }) => ({
    action: 'create',
    collection: 'payments',
    values: { orderId, paymentAmount: amount, method, afterTax: form.afterTax, paymentText: form.text.trim() === '' ? null : form.text.trim(), tillDayId },
  }))

/** "Received 200.00 · change 60.00"; undefined without cash, or while less was given. */
export function changeToText(form: TakenForm): string | undefined {
  const cash = toParts(form).find(({ method }) => method === 'cash')
  const given = readShopAmount(form.given)
  if (cash === undefined || given === null || given < cash.amount) return undefined
  return t.receivedAndChange({
    given: amountToWholeTyped(given),
    change: amountToWholeTyped(centsToAmount(amountToCents(given) - amountToCents(cash.amount))),
  })
}
