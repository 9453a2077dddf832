import { describe, expect, it } from 'vitest'
import { orderStatusIdByName } from '../../values/order-status.ts'
import { findFirstOrder, isUnderWarranty, toWarrantyDays, toWarrantyUntil } from './warranty.ts'

const line = (warrantyDays: number | null, serviceDays: number | null = null, kind = 'part') => ({ kind, warrantyDays, serviceDays })
const settings = { warrantyDays: 90, timeZone: 'America/New_York' }
const pickedUp = { orderStatusId: orderStatusIdByName['Picked up'], statusChangedAt: '2026-03-02T03:30:00.000Z' }

describe('the warranty of an order', () => {
  it("WARR-01: takes a line's days before its service's before the shop's, and the longest of all lines", () => {
    expect(toWarrantyDays([], 90)).toBe(90)
    expect(toWarrantyDays([line(30, 365)], 90)).toBe(30)
    expect(toWarrantyDays([line(null, 365)], 90)).toBe(365)
    expect(toWarrantyDays([line(30), line(null)], 90)).toBe(90)
    expect(toWarrantyDays([line(0)], 90)).toBe(0)
    expect(toWarrantyDays([line(30), line(null, null, 'discount')], 90)).toBe(30)
  })

  it("WARR-01: counts from the day of pick-up in the shop's zone, and is none before it or for 0 days", () => {
    expect(toWarrantyUntil(pickedUp, [line(1)], settings)).toBe('2026-03-02')
    expect(toWarrantyUntil(pickedUp, [line(1)], { ...settings, timeZone: 'Europe/Berlin' })).toBe('2026-03-03')
    expect(toWarrantyUntil({ ...pickedUp, orderStatusId: orderStatusIdByName.Fixed }, [line(1)], settings)).toBeNull()
    expect(toWarrantyUntil(pickedUp, [line(0)], settings)).toBeNull()
  })

  it('WARR-01: of a claim, and of a claim on it, is that of the first order', () => {
    const order = (id: string, claimOf: string | null) => ({ ...pickedUp, id, claimOf })
    const orders = [order('first', null), order('claim', 'first'), order('again', 'claim'), order('orphan', 'gone'), order('a', 'b'), order('b', 'a')]
    const byId = new Map(orders.map((one) => [one.id, one]))
    expect(orders.map((one) => findFirstOrder(one, byId).id)).toEqual(['first', 'first', 'first', 'orphan', 'b', 'a'])
  })

  it('WARR-01: holds through its last day', () => {
    expect([isUnderWarranty('2026-03-02', '2026-03-02'), isUnderWarranty('2026-03-02', '2026-03-03'), isUnderWarranty(null, '2026-03-03')]).toEqual([
      true,
      false,
      false,
    ])
  })
})
