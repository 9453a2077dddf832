import { describe, expect, it } from 'vitest'
import { texts } from '../../language/compiled/orderForm/orderForm-en.ts'
import { orderStatusById, orderStatusIdByName } from '../../values/order-status.ts'
import { earlierOrdersToText } from './earlier-orders.ts'

const statusToText = (id: string): string => (orderStatusById.get(id)?.statusName ?? '').toLowerCase()
const format = { now: new Date('2026-03-10T12:00:00.000Z'), timeZone: 'UTC', statusToText, texts }
const order = (id: string, day: string, issueDescription: string, status: keyof typeof orderStatusIdByName = 'Picked up') => ({
  id,
  createdAt: `${day}T08:00:00.000Z`,
  issueDescription,
  orderStatusId: orderStatusIdByName[status],
  statusChangedAt: `${day}T10:00:00.000Z`,
})

describe("a device's earlier orders (ASSET-04)", () => {
  it('are told by their number and the last of them', () => {
    const orders = [order('b', '2026-01-29', 'Screen'), order('a', '2025-01-01', 'Battery'), order('c', '2025-06-01', 'Port')]
    expect(earlierOrdersToText(orders, format)).toBe('Here 3 times; last: Screen, picked up 40 days ago')
  })

  it.each([
    ['2026-03-10', 'Here once; last: Screen, in progress today'],
    ['2026-03-09', 'Here once; last: Screen, in progress yesterday'],
  ])('changed on %s read %s', (day, text) => expect(earlierOrdersToText([order('a', day, 'Screen', 'In Progress')], format)).toBe(text))

  it('are not told where there are none, and a long issue is shortened', () => {
    expect(earlierOrdersToText([], format)).toBeUndefined()
    expect(earlierOrdersToText([order('a', '2026-03-01', 'x'.repeat(100))], format)).toContain(`last: ${'x'.repeat(39)}…,`)
    expect(earlierOrdersToText([order('a', '2026-03-01', `${'x'.repeat(38)}👩‍🔧 is gone`)], format)).toContain(`last: ${'x'.repeat(38)}👩‍🔧…,`)
  })
})
