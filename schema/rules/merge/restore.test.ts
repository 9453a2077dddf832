import { describe, expect, it } from 'vitest'
import { isRestorable, restorableSince, restorableUntil } from './restore.ts'

describe('the time in which a deletion can be undone', () => {
  const deletedAt = '2026-03-01T10:00:00.000Z'

  it('ends 30 days after the server learned of it, to the millisecond', () => {
    expect(restorableUntil(deletedAt)).toBe('2026-03-31T10:00:00.000Z')
    expect(isRestorable(deletedAt, '2026-03-31T10:00:00.000Z')).toBe(true)
    expect(isRestorable(deletedAt, '2026-03-31T10:00:00.001Z')).toBe(false)
  })

  it('is the same for the list as for the mutation', () => {
    const now = new Date('2026-03-31T10:00:00.000Z')
    expect(deletedAt >= restorableSince(now)).toBe(isRestorable(deletedAt, now.toISOString()))
  })
})
