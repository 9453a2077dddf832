import { afterEach, describe, expect, it } from 'vitest'
import type { Cost } from '#schema/collections/work/costs.ts'
import type { Payment } from '#schema/collections/work/payments.ts'
import { openShopAmounts } from '#web/inputs/shop-amounts.ts'
import { paymentToLine } from './money-row.ts'
import { moneyForms as forms, moneyToCreate, moneyToForm, newMoneyForm, typedAmountToAfterTax } from './form.ts'

const due = '2026-03-02T14:00:00.000Z'

afterEach(() => openShopAmounts(undefined))

describe('payment and cost form', () => {
  const problemsOf = (kind: 'payment' | 'cost', amount: string): string[] =>
    (forms[kind].schema.safeParse({ ...newMoneyForm(kind), amount }).error?.issues ?? []).map(({ message }) => message)

  it.each(['payment', 'cost'] as const)('asks for the %s amount in the words of the form', (kind) => {
    expect(problemsOf(kind, '')).toEqual([`Please enter a ${kind} amount`])
    for (const amount of ['0', '-5', 'ten', '1.234', '100000000'])
      expect(problemsOf(kind, amount)).toEqual([`Please enter a valid positive number for ${kind} amount`])
    expect(problemsOf(kind, '12.50')).toEqual([])
  })

  it('reads and shows amounts as the open shop writes them (PRICE-05)', () => {
    openShopAmounts({ currency: 'EUR', locale: 'de-DE' })
    expect(moneyToCreate('payment', 'order', { ...newMoneyForm('payment'), amount: '1.189,50 €' }).values).toMatchObject({ paymentAmount: 1189.5 })
    expect(moneyToForm({ costAmount: 12.5, costText: null, afterTax: true, createdAt: due } as Cost).amount).toBe('12,50')
    openShopAmounts({ currency: 'JPY', locale: 'ja-JP' })
    expect(problemsOf('cost', '¥1,200')).toEqual([])
    expect(problemsOf('cost', '12.5')).toEqual(['Yen have no decimals.'])
  })

  it('takes a decimal point for an amount with tax, only while before tax is chosen', () => {
    const typed = (amountBefore: string, amount: string, afterTax: boolean, wasSwitched = false) =>
      typedAmountToAfterTax({ amountBefore, form: { amount, afterTax }, wasSwitched })
    expect(typed('1', '12', false)).toBeUndefined()
    expect(typed('12', '12.', false)).toBe(true)
    expect(typed('', '12.50', false)).toBe(true)
    expect(typed('12.', '12.5', false)).toBeUndefined()
    expect(typed('12', '12.', true)).toBeUndefined()
    // 31.5 corrected to 31: after an automatic switch, and after the user's choice.
    expect(typed('31.', '31', true, true)).toBe(false)
    expect(typed('31.', '31', true, false)).toBeUndefined()
    expect(typed('', '1,234', false)).toBeUndefined()
  })

  it('says of a payment how it was paid, and of a refund that it is one', () => {
    const created = (act: 'payment' | 'refund', method: string) => moneyToCreate('payment', 'order', { ...newMoneyForm(act), amount: '5', method }).values
    expect(created('payment', 'card')).toMatchObject({ method: 'card', paymentAmount: 5 })
    expect(created('refund', '')).toMatchObject({ kind: 'refund' })
  })

  it('leaves out a date that does not parse', () => {
    expect(forms.cost.toValues({ ...newMoneyForm('cost'), amount: '12.5', afterTax: true, text: ' part ', date: 'soon' })).toEqual({
      costAmount: 12.5,
      costText: 'part',
      afterTax: true,
    })
    expect(forms.payment.toValues({ ...newMoneyForm('payment'), amount: '12', method: 'card', date: due })).toEqual({
      paymentAmount: 12,
      paymentText: null,
      afterTax: false,
      method: 'card',
      kind: null,
      refundOf: null,
      createdAt: due,
    })
  })

  it('says of a refund what it is, and asks for the same positive amount', () => {
    const refund = { ...newMoneyForm('refund'), amount: '5', method: 'cash' }
    expect(forms.payment.toValues(refund)).toMatchObject({ paymentAmount: 5, method: 'cash', kind: 'refund' })
    expect(problemsOf('payment', '-5')).toHaveLength(1)
    const row = { paymentAmount: 5, paymentText: null, afterTax: false, method: 'cash', kind: 'refund', createdAt: due } as Payment
    expect(paymentToLine(row)).toMatchObject({ act: 'refund', amount: -5, form: { amount: '5', kind: 'refund', method: 'cash' } })
  })

  it('opens a stored row as it was typed', () => {
    const cost = { costAmount: 12.5, costText: null, afterTax: true, createdAt: due } as Cost
    expect(moneyToForm(cost)).toEqual({ ...newMoneyForm('cost'), amount: '12.50', afterTax: true, date: due })
  })
})
