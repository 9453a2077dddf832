import { describe, expect, it } from 'vitest'
import type { Op } from '#schema/api/sync.ts'
import { changesToCounts, isSessionNear, sendingToAnnouncement, storageToText, waitingToShops } from './panel-words.ts'

describe('the words of the sync panel', () => {
  const create = (collection: string): Op => ({ action: 'create', collection, id: 'a', values: {} })

  it('tell screen readers how far a long sending is by quarters only', () => {
    const heard = Array.from({ length: 101 }, (_, done) => sendingToAnnouncement({ done: done * 100, total: 10_100 }))
    expect([...new Set(heard)]).toEqual(['Sending changes', '25% of the changes sent', '50% of the changes sent', '75% of the changes sent'])
    expect(sendingToAnnouncement({ done: 5, total: 20 })).toBe('')
  })

  it('count what a file brings', () => {
    const edit: Op = { action: 'update', collection: 'orders', id: 'a', changes: {} }
    const remove: Op = { action: 'delete', collection: 'orders', id: 'a' }
    expect(
      changesToCounts([
        { ops: [create('customers')] },
        { ops: [edit] },
        { ops: [edit, create('payments')] },
        { ops: [edit] },
        { ops: [remove] },
        { ops: [edit] },
      ]),
    ).toEqual(['3 edits', '1 new customer', '1 new payment', '1 deletion'])
    expect(changesToCounts([{ ops: [create('customers'), create('orders')] }, { ops: [create('categories')] }, { ops: [create('categories')] }])).toEqual([
      '2 new categories',
      '1 new customer with order',
    ])
  })

  it('put what waits under its shop, with the oldest mutation, lost shops last', () => {
    const change = (shopId: string, at: string) => ({ mutationId: at, shopId, at, ops: [], summary: '' })
    const shops = waitingToShops([change('lost', '2026-03-01'), change('b', '2026-03-03'), change('b', '2026-03-02')], ['a', 'b'])
    expect(shops.map(({ shopId, oldestAt, changes }) => [shopId, changes.length, oldestAt])).toEqual([
      ['a', 0, null],
      ['b', 2, '2026-03-02'],
      ['lost', 1, '2026-03-01'],
    ])
  })

  it('tell the storage that is used, and of how much', () => {
    expect(storageToText({ usedBytes: 212e6, quotaBytes: 3.1e9, keeping: 'kept' })).toBe('212 MB of 3.1 GB on this device')
    expect(storageToText({ usedBytes: 212e6, quotaBytes: null, keeping: 'kept' })).toBe('212 MB on this device')
  })

  it('speak of the session only when it ends within a day', () => {
    const now = new Date('2026-03-01T09:00:00Z')
    expect(isSessionNear('2026-03-01T20:00:00Z', now)).toBe(true)
    expect(isSessionNear('2026-03-03T20:00:00Z', now)).toBe(false)
  })
})
