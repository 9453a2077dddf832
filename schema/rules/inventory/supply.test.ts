import { describe, expect, it } from 'vitest'
import { findPurchaseLineIssue, purchaseTexts, toPurchaseState, toSuppliedIds, toSupply } from './supply.ts'

const line = (received: number, more: Record<string, unknown> = {}) => ({
  productId: 'p',
  description: null,
  quantity: 5,
  received,
  orderLineId: 'line',
  ...more,
})

describe('a line of a purchase (PARTS-02)', () => {
  it('names a product or describes a part, and receives no more than was ordered', () => {
    expect(findPurchaseLineIssue(line(5))).toBeUndefined()
    expect(findPurchaseLineIssue(line(0, { productId: null, description: 'Glass' }))).toBeUndefined()
    expect(findPurchaseLineIssue(line(0, { productId: null }))).toEqual({ path: 'description', message: purchaseTexts.nothing })
    expect(findPurchaseLineIssue(line(6))).toEqual({ path: 'received', message: 'Only 5 were ordered, so no more can be received' })
    expect(purchaseTexts.tooMany(1)).toBe('Only 1 was ordered, so no more can be received')
  })

  it('makes the part of an order arrive once there is enough of it, and takes that back with what was received', () => {
    const repair = { id: 'line', quantity: 2, supply: 'ordered' }
    expect(toSupply(line(0), line(1), repair)).toBeUndefined()
    expect(toSupply(line(1), line(2), repair)).toBe('arrived')
    // The purchase was for fewer than the repair needs: all of it is here.
    expect(toSupply(line(0, { quantity: 1 }), line(1, { quantity: 1 }), repair)).toBe('arrived')
    expect(toSupply(line(2), line(1), { ...repair, supply: 'arrived' })).toBe('ordered')
    expect(toSupply(line(2), undefined, { ...repair, supply: 'arrived' })).toBe('ordered')
    expect(toSupply(line(2), line(1), { ...repair, supply: 'returned' })).toBeUndefined()
    expect(toSupply(line(2), line(3), repair)).toBeUndefined()
    expect(toSuppliedIds(line(1), line(1, { orderLineId: 'other' }))).toEqual(['line', 'other'])
    expect(toSuppliedIds(undefined, line(1, { orderLineId: null }))).toEqual([])
  })

  it('makes its purchase received with the last missing piece, and sent again when a piece is taken back', () => {
    expect(toPurchaseState(line(4), line(5), [line(5)], 'sent')).toBe('received')
    expect(toPurchaseState(line(4), line(5), [line(4)], 'sent')).toBeUndefined()
    expect(toPurchaseState(line(5), line(4), [line(5)], 'received')).toBe('sent')
    expect(toPurchaseState(line(4), line(5), [], 'cancelled')).toBeUndefined()
    expect(toPurchaseState(line(3), line(4), [], 'draft')).toBeUndefined()
  })
})
