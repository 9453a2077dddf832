import { describe, expect, it } from 'vitest'
import type { Activity } from '#schema/collections/people/activities.ts'
import { readHeldSince, readNewestSeq, extentToFooterNote, extentToText, type LogExtent, needsOlder, toBeginningText } from './activities-view.tsx'

const at = (ms: number): string => new Date(ms).toISOString()
const startMs = Date.UTC(2026, 2, 2)
const toId = (ms: number, version = '7'): string => {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${version}000-8000-000000000000`
}

/** An entry that arrived `seq` minutes after the start and was created `lateMinutes` before that. */
const activity = (seq: number, lateMinutes = 0, version = '7'): Activity => {
  const arrivedMs = startMs + seq * 60_000
  const doneAt = at(arrivedMs - lateMinutes * 60_000)
  return {
    id: toId(arrivedMs, version),
    shopId: 's',
    createdAt: doneAt,
    updatedAt: doneAt,
    seq,
    auditText: 'x',
    kind: null,
    values: null,
    userId: null,
    arrivedAt: lateMinutes > 1 ? at(arrivedMs) : null,
    orderId: null,
    customerId: null,
  }
}
const entries = (count: number, first: Activity): Activity[] => [first, ...Array.from({ length: count - 1 }, (_, index) => activity(first.seq + 1 + index))]

describe('what a device holds of the log', () => {
  it('is all of it as long as it would have been given more', () => {
    expect(readHeldSince([], null)).toBeNull()
    expect(readHeldSince(entries(999, activity(1)), null)).toBeNull()
  })

  it('goes back to where the log begins when older entries have ended, and no further', () => {
    const beginsAt = at(startMs)
    expect(readHeldSince([], beginsAt)).toBe(beginsAt)
    expect(readHeldSince(entries(999, activity(1)), beginsAt)).toBe(beginsAt)
    expect(readHeldSince(entries(1_000, activity(500)), beginsAt)).toBe(at(startMs + 500 * 60_000 + 1))
  })

  it('goes back to when its first entry arrived, though that one may have been done long before', () => {
    const arrivedJustAfter = at(startMs + 500 * 60_000 + 1)
    expect(readHeldSince(entries(1_000, activity(500)), null)).toBe(arrivedJustAfter)
    expect(readHeldSince(entries(1_000, activity(500, 10_000)).toReversed(), null)).toBe(arrivedJustAfter)
    expect(readHeldSince(entries(1_000, activity(500, 0, '4')), null)).toBe(at(startMs + 500 * 60_000))
  })

  it('goes back as far after an update of the app, which leaves the places in the feed to be asked for again', () => {
    const older = entries(1_500, activity(500)).map((entry) => ({ ...entry, seq: 0 }))
    expect(readHeldSince([...older.slice(700).toReversed(), ...older.slice(0, 700)], null)).toBe(at(startMs + 500 * 60_000 + 1))
  })

  it('has a newest entry by arrival', () => {
    expect(readNewestSeq([activity(3), activity(7, 10_000), activity(5)])).toBe(7)
    expect(readNewestSeq([])).toBe(-1)
  })
})

const extent = (more: Partial<LogExtent>): LogExtent => ({
  completeSince: '2026-03-01T00:00:00.000Z',
  isAsking: false,
  hasFetched: false,
  isOffline: false,
  isFiltered: false,
  ...more,
})

it('the count of a log that the server may have more of says what it counts', () => {
  expect(extentToFooterNote(extent({}))).toBe('of those on this device')
  expect(extentToFooterNote(extent({ isAsking: true }))).toBe('so far')
  expect(extentToFooterNote(extent({ hasFetched: true }))).toBe('of those loaded')
  expect(extentToFooterNote(extent({ completeSince: null }))).toBeUndefined()
})

it.each([
  [{}, 'Entries since Mar 1 are shown.'],
  [{ isFiltered: true }, 'Entries since Mar 1 are searched.'],
  [{ isFiltered: true, isAsking: true }, 'Searching older entries on the server...'],
  [{ isOffline: true }, 'Older entries need a connection to the server.'],
  [{ isOffline: true, isFiltered: true }, 'Only entries since Mar 1 are searched. Older entries need a connection to the server.'],
] as const)('the end of the log tells how far it reaches: %o', (more, text) => {
  expect(extentToText(extent(more), 'Mar 1')).toBe(text)
})

it('days that lie in what the device holds need nothing from the server', () => {
  expect(needsOlder(null, null)).toBe(false)
  expect(needsOlder('2026-03-01', '2026-03-02')).toBe(false)
  expect(needsOlder('2026-03-01', '2026-02-28')).toBe(true)
  expect(needsOlder('2026-03-01', null)).toBe(true)
})

it('a log whose older entries have ended says where it begins, and which of them are still there', () => {
  expect(toBeginningText('Mar 1, 2026')).toBe('The log begins on Mar 1, 2026. Older entries have been removed, except those of orders that are not finished.')
})
