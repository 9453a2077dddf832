import { describe, expect, it } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { readDueCell, readItemTags } from './order-cells.ts'

const format = {
  now: new Date('2026-03-02T12:00:00.000Z'),
  timeZone: 'UTC',
  formatDateTime: (instant: string) => `on ${instant.slice(0, 10)}`,
  formatTime: (instant: string) => instant.slice(11, 16),
}
const open = orderStatusIdByName['In Progress']

describe('Due By', () => {
  it('is blank for finished statuses, with and without a due date', () => {
    for (const name of ['Fixed', 'Not Fixable', 'Part Not Available', 'Recycled', 'Picked up', 'Cancelled'] as const) {
      expect(readDueCell({ orderStatusId: orderStatusIdByName[name], dueTimestamp: '2026-03-01T00:00:00.000Z' }, format)).toBeNull()
      expect(readDueCell({ orderStatusId: orderStatusIdByName[name], dueTimestamp: null }, format)).toBeNull()
    }
  })

  it('says when there is none', () => {
    expect(readDueCell({ orderStatusId: open, dueTimestamp: null }, format)).toMatchObject({ text: 'No due date set', tone: 'muted' })
  })

  it('shows the date and explains it', () => {
    expect(readDueCell({ orderStatusId: open, dueTimestamp: '2026-03-03T14:00:00.000Z' }, format)).toEqual({
      text: 'on 2026-03-03',
      title: 'Complete tomorrow by 14:00',
      tone: 'normal',
    })
    expect(readDueCell({ orderStatusId: open, dueTimestamp: '2026-03-02T11:00:00.000Z' }, format)).toMatchObject({ tone: 'overdue' })
  })
})

describe('tags in front of the item', () => {
  it('come in the documented order, both when both are set', () => {
    expect(readItemTags({ priority: true, repeat: true })).toEqual(['priority', 'repeat'])
    expect(readItemTags({ priority: false, repeat: true })).toEqual(['repeat'])
    expect(readItemTags({ priority: false, repeat: false })).toEqual([])
  })
})
