import { afterEach, describe, expect, it } from 'vitest'
import { openShopAmounts } from '#web/inputs/shop-amounts.ts'
import { changeToText, giveRest, openTakenForm, sumParts, switchSplit, takenForm, toParts, toPaymentOps } from './taken-form.ts'

const opened = openTakenForm({ total: 140, balance: 140, method: 'cash' })
const problemsOf = (form: typeof opened): string[] =>
  (takenForm.schema.safeParse(form).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)

afterEach(() => openShopAmounts(undefined))

describe('taking a payment', () => {
  it('begins with the balance and the last method, and saves that at once', () => {
    expect(opened).toMatchObject({ amount: '140', method: 'cash', text: '' })
    expect(problemsOf(opened)).toEqual([])
    expect(toPaymentOps('o', opened)).toEqual([
      expect.objectContaining({ values: { orderId: 'o', paymentAmount: 140, method: 'cash', afterTax: false, paymentText: null, tillDayId: null } }),
    ])
    expect(openTakenForm({ total: 140, balance: 12.5, method: 'card' })).toMatchObject({ amount: '12.50', method: 'card', afterTax: true })
  })

  it('is a deposit before anything is charged, and has no amount where nothing is to pay', () => {
    expect(openTakenForm({ total: null, balance: null, method: 'card' })).toMatchObject({ amount: '', text: 'Deposit' })
    expect(openTakenForm({ total: 50, balance: -10, method: 'card' })).toMatchObject({ amount: '', text: '' })
    expect(problemsOf({ ...opened, amount: '' })).toEqual(['amount: Please enter a payment amount'])
    for (const amount of ['0', '-5', 'ten'])
      expect(problemsOf({ ...opened, amount })).toEqual(['amount: Please enter a valid positive number for payment amount'])
  })

  it('tells the change of cash, also beside other methods', () => {
    expect(changeToText({ ...opened, given: '200' })).toBe('Received 200.00 · change 60.00')
    expect(changeToText({ ...opened, isSplit: true, cash: '39.95', card: '100', given: '50' })).toBe('Received 50.00 · change 10.05')
    expect(changeToText({ ...opened, given: '' })).toBeUndefined()
    expect(changeToText({ ...opened, method: 'card', given: '200' })).toBeUndefined()
    expect(problemsOf({ ...opened, given: '100' })).toEqual(['given: This is less than what is paid in cash.'])
    expect(problemsOf({ ...opened, method: 'card', given: '100' })).toEqual([])
  })

  it('tells change without decimals where the currency has none, and with the shop’s mark (PAY-01)', () => {
    openShopAmounts({ currency: 'JPY', locale: 'ja-JP' })
    expect(changeToText({ ...opened, given: '¥200' })).toBe('Received 200 · change 60')
    expect(problemsOf({ ...opened, amount: '12.5' })).toEqual(['amount: Yen have no decimals.'])
    openShopAmounts({ currency: 'EUR', locale: 'de-DE' })
    expect(changeToText({ ...opened, given: '200' })).toBe('Received 200,00 · change 60,00')
  })

  it('stores one payment for each method that has an amount', () => {
    const split = { ...switchSplit(opened), cash: '40', card: '100' }
    expect(toParts(split)).toEqual([
      { method: 'cash', amount: 40 },
      { method: 'card', amount: 100 },
    ])
    expect(toPaymentOps('o', split).map(({ values }) => values)).toMatchObject([
      { method: 'cash', paymentAmount: 40 },
      { method: 'card', paymentAmount: 100 },
    ])
    expect(problemsOf({ ...split, card: 'x' })).toEqual(['card: Please enter a valid positive number for payment amount'])
    expect(problemsOf({ ...split, cash: '', card: '' })).toEqual(['cash: Please enter a payment amount'])
  })

  it('gives the first method the rest of what the others pay, until somebody types an amount of its own there', () => {
    const type = (form: typeof opened, method: 'cash' | 'card', amount: string) => {
      const next = { ...form, [method]: amount }
      return { ...next, cash: giveRest(form, next, method) }
    }
    const split = switchSplit(opened)
    const paid = ['2', '20', '200', '20', '20.5'].reduce((form, typed) => type(form, 'card', typed), split)
    expect([paid.cash, paid.card]).toEqual(['119.50', '20.5'])
    expect(type(split, 'card', '200').cash).toBe('')
    expect(type(paid, 'card', '').cash).toBe('140')
    const own = type(type(split, 'cash', '100'), 'card', '20')
    expect([own.cash, own.card]).toEqual(['100', '20'])
  })

  it('keeps what was typed when somebody goes to several methods and back', () => {
    const split = switchSplit(opened)
    expect(split).toMatchObject({ isSplit: true, cash: '140', card: '' })
    expect(switchSplit({ ...split, cash: '', card: '99.50' })).toMatchObject({ isSplit: false, method: 'card', amount: '99.50' })
    expect(sumParts(toParts({ ...split, cash: '0.1', card: '0.2' }))).toBe(0.3)
  })
})
