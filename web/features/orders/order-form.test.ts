import { afterEach, describe, expect, it } from 'vitest'
import { orderStatuses, orderStatusIdByName } from '#schema/values/order-status.ts'
import { openShopAmounts } from '#web/inputs/shop-amounts.ts'
import { defaultStatusId, newOrderForm, type OrderForm, orderForm } from './form.ts'

const due = '2026-03-02T14:00:00.000Z'
const customerId = '7b1f2c58-3a50-4a4e-9d5b-0a1d6f0c9e11'
const droppedOff = orderStatusIdByName['Dropped Off']

const empty: OrderForm = newOrderForm({ customerId: '', orderStatusId: '', dueTimestamp: due })
const valid: OrderForm = { ...empty, customerId, orderStatusId: droppedOff, itemDetails: 'iPhone 12', issueDescription: 'Cracked glass' }

const problemsOf = (form: OrderForm): [string, string][] =>
  (orderForm.schema.safeParse(form).error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message])

afterEach(() => openShopAmounts(undefined))

describe('order form', () => {
  it('names every missing field in the words of the form, in the order of the screen', () => {
    expect(Object.fromEntries(problemsOf(empty))).toEqual({
      customerId: 'Customer is required',
      orderStatusId: 'Order status is required',
      itemDetails: 'Item details are required',
      issueDescription: 'Issue description is required',
    })
  })

  it('lets everything else be empty', () => {
    expect(problemsOf({ ...valid, dueTimestamp: '', quotedCost: '', assignedEmployeeId: '' })).toEqual([])
  })

  it('takes a quote as free text up to its limit', () => {
    expect(problemsOf({ ...valid, quotedCost: 'about 80, call first' })).toEqual([])
    expect(problemsOf({ ...valid, quotedCost: 'x'.repeat(101) })).toEqual([['quotedCost', 'Quoted cost must be at most 100 characters']])
  })

  it('stores the plain number of a quote that is an amount as the shop writes it (PRICE-05)', () => {
    const storedOf = (quotedCost: string) => orderForm.toValues({ ...valid, quotedCost }).quotedCost
    expect(['$1,189.50', '1 189,50 €', 'after diagnosis'].map(storedOf)).toEqual(['1189.5', '1189.5', 'after diagnosis'])
    openShopAmounts({ currency: 'EUR', locale: 'de-DE' })
    const opened = orderForm.toForm(orderForm.toValues({ ...valid, quotedCost: '1.189,5' }))
    expect(opened.quotedCost).toBe('1189,50')
    expect(orderForm.toChanges(opened, { ...opened, quotedCost: '1.189,50 €' })).toEqual({})
    openShopAmounts({ currency: 'JPY', locale: 'ja-JP' })
    expect(problemsOf({ ...valid, quotedCost: '12.5' })).toEqual([['quotedCost', 'Yen have no decimals.']])
  })

  it('stores null for what was emptied and keeps the lines of long texts', () => {
    const values = orderForm.toValues({ ...valid, dueTimestamp: '', orderNotes: '', issueDescription: 'one\n two\n' })
    expect(values).toMatchObject({ dueTimestamp: null, orderNotes: null, assignedEmployeeId: null, issueDescription: 'one\n two\n' })
  })

  it('gives only the changed fields of an opened order', () => {
    const opened = orderForm.toForm(orderForm.toValues(valid))
    expect(orderForm.toChanges(opened, { ...opened, quotedCost: '85', priority: true })).toEqual({
      quotedCost: '85',
      priority: true,
    })
  })
})

describe('default status', () => {
  it('is Dropped Off where it exists', () => {
    expect(defaultStatusId(orderStatuses, 'empty')).toBe(droppedOff)
  })

  it('is empty in the order form and the first one in the combined form where it does not', () => {
    const others = orderStatuses.filter(({ id }) => id !== droppedOff)
    expect(defaultStatusId(others, 'empty')).toBe('')
    expect(defaultStatusId(others, 'first')).toBe(others[0]?.id)
    expect(defaultStatusId([], 'first')).toBe('')
  })
})
