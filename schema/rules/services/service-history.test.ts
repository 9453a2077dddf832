import { describe, expect, it } from 'vitest'
import { texts } from '../../language/compiled/orderForm/orderForm-en.ts'
import { findModel, historyToText, type RepairedOrder, toServiceHistory } from './service-history.ts'

const service = { brand: 'Apple', model: 'iPhone 12', name: 'Screen' }
const models = ['iPhone 12', 'iPhone 12 Pro', 'iPhone 1']
let count = 0
const order = (more: Partial<RepairedOrder> = {}): RepairedOrder => ({
  id: `order-${count++}`,
  itemDetails: 'Apple iPhone 12, black',
  issueDescription: 'Screen broken',
  createdAt: '2026-03-01T10:00:00.000Z',
  fixedAt: '2026-03-03T10:00:00.000Z',
  claimOf: null,
  price: 129,
  ...more,
})
const money = (amount: number): string => amount.toFixed(2)

describe('the history of a repair', () => {
  it('PRICES-01: counts finished orders of the model and the repair, with median time and price and what came back', () => {
    const [first, second] = [order(), order({ price: 99, fixedAt: '2026-03-02T10:00:00.000Z' })]
    const orders = [
      first,
      second,
      order({ price: null, fixedAt: '2026-03-09T10:00:00.000Z' }),
      order({ claimOf: first.id }),
      order({ claimOf: first.id, fixedAt: null }),
      order({ fixedAt: null }),
      order({ itemDetails: 'iPhone 12 Pro' }),
      order({ issueDescription: 'Battery' }),
    ]
    const history = toServiceHistory(service, models, orders)
    expect(history).toEqual({ times: 3, days: 2, price: 99, cameBack: 1 })
    expect(historyToText(service, { ...history, times: 41, price: 129, cameBack: 4 }, { money, texts })).toBe(
      'iPhone 12, Screen: 41 times, 2 days, 129.00, 4 came back',
    )
    expect(historyToText(service, toServiceHistory(service, models, []), { money, texts })).toBe('iPhone 12, Screen: not done here yet')
  })

  it('PRICES-01: takes the longest model that a description names, by whole words', () => {
    expect([findModel('apple IPHONE 12 pro max', models), findModel('iPhone 123', models), findModel('iPhone-12 (black)', models)]).toEqual([
      'iPhone 12 Pro',
      undefined,
      'iPhone 12',
    ])
  })
})
