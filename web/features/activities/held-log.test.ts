import { describe, expect, it } from 'vitest'
import type { Activity } from '#schema/collections/people/activities.ts'
import { readHeldSince, readNewestSeq } from './held-log.ts'

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
