import { describe, expect, it } from 'vitest'
import type { UnsentDelete } from '#web/device/outbox/unsent/unsent-deletes.ts'
import { toDeletedEntries } from './deleted-entries.ts'
import { noDeletedFilters } from './deleted-filters.ts'

const orderId = '7d1f0a3e-5f0b-4c55-8a0e-1b5a1f0a7c12'
const words = { money: String, prefixes: ['H-', 'K-'] }

function unsentOrder(number: number | null): UnsentDelete {
  const row = { id: orderId, customerId: 'ada', itemDetails: 'iPhone 12', number }
  // Safe: the list reads only these fields.
  return { collection: 'orders', id: orderId, at: '2026-03-02T10:00:00.000Z', deletion: 'one', wentWith: [], row: row as unknown as UnsentDelete['row'] }
}

const entriesOf = (number: number | null, search = '') =>
  toDeletedEntries([], { deletes: [unsentOrder(number)], restoring: [] }, new Map([['ada', 'Ada']]), { ...noDeletedFilters, search }, 'me', words)

describe('an order that this device deleted and has not sent', () => {
  it('shows its ticket before its customer', () => {
    expect(entriesOf(1042)).toMatchObject([{ title: 'iPhone 12', details: ['H-1042', 'Ada'] }])
  })

  it('shows no ticket before it has a number', () => {
    expect(entriesOf(null)).toMatchObject([{ title: 'iPhone 12', details: ['Ada'] }])
  })

  it('is found by its ticket, in any case and by the number alone', () => {
    for (const search of ['H-1042', 'h-1042', '1042', 'h1042', 'H 1042', 'k1042', 'iphone h1042']) expect(entriesOf(1042, search)).toHaveLength(1)
    for (const search of ['H-77', 'x1042']) expect(entriesOf(1042, search)).toEqual([])
  })
})
