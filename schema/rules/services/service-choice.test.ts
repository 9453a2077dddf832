import { describe, expect, it } from 'vitest'
import type { Service } from '../../collections/stock/services.ts'
import { findDevice, findDevicesNamedBy, findServices, listRepairs, planTakenServices } from './service-choice.ts'

const base = {
  shopId: 's',
  createdAt: '',
  updatedAt: '',
  seq: 1,
  kind: null,
  minutes: null,
  warrantyDays: null,
  productId: null,
  taxRateId: null,
  archived: false,
}
const service = (id: string, model: string | null, name: string, price: number | null, more: Partial<Service> = {}): Service => ({
  ...base,
  id,
  brand: model === null ? null : 'Apple',
  model,
  name,
  price,
  ...more,
})
const screen = service('screen', 'iPhone 12', 'Screen', 129.1, { productId: 'glass', warrantyDays: 180 })
const battery = service('battery', 'iPhone 12', 'Battery', 59.2)
const check = service('check', null, 'Check', null)
const pro = service('pro', 'iPhone 12 Pro', 'Screen', 199)

describe('the choice from the price list', () => {
  it('PRICES-01: goes from the device that a text names to its repairs, and to those of any device', () => {
    const all = [pro, check, screen, battery]
    expect([findDevice('Apple iPhone 12, black', all), findDevice('iphone 12 pro', all), findDevice('Toaster', all)]).toEqual([
      'Apple iPhone 12',
      'Apple iPhone 12 Pro',
      undefined,
    ])
    expect([findDevicesNamedBy(' ', all), findDevicesNamedBy('12 app', all), findDevicesNamedBy('Samsung Galaxy S23', all)]).toEqual([
      ['Apple iPhone 12 Pro', '', 'Apple iPhone 12'],
      ['Apple iPhone 12 Pro', 'Apple iPhone 12'],
      [],
    ])
    expect(listRepairs(all, 'Apple iPhone 12').map(({ id }) => id)).toEqual(['screen', 'battery', 'check'])
    expect(findServices(all, 'iphone scr').map(({ id }) => id)).toEqual(['pro', 'screen'])
  })

  it('PRICES-01: charges what was taken while the quote is its sum; another amount as quote includes it', () => {
    const planned = (quote: number | null) => {
      const { quoteFromLines, lines } = planTakenServices([screen, battery], quote)
      return { quoteFromLines, included: lines.map(({ included }) => included) }
    }
    expect(planned(188.3)).toEqual({ quoteFromLines: true, included: [false, false] })
    expect(planned(150)).toEqual({ quoteFromLines: false, included: [true, true] })
    expect(planned(null)).toEqual({ quoteFromLines: false, included: [false, false] })
    expect(planTakenServices([], null)).toEqual({ quoteFromLines: false, lines: [] })
    expect(planTakenServices([screen], null).lines).toMatchObject([
      { kind: 'part', productId: 'glass', fromStock: true, unitPrice: 129.1, serviceId: 'screen', warrantyDays: 180 },
    ])
  })
})
