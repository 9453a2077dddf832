import { describe, expect, it } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { readStatusAge } from './age-dot.tsx'

const now = new Date('2026-03-10T12:00:00.000Z')
const open = orderStatusIdByName['In Progress']

const ageOf = (statusChangedAt: string | null, orderStatusId = open) =>
  readStatusAge({ orderStatusId, statusChangedAt }, { now, timeZone: 'UTC', colors: undefined })

describe('status age', () => {
  it('stays neutral for finished orders', () => {
    expect(ageOf('2025-03-02T12:00:00.000Z', orderStatusIdByName.Fixed)).toMatchObject({ tone: 'neutral' })
  })

  it('is unknown without a time, and has a text for screen readers', () => {
    expect(ageOf(null)).toBeNull()
    expect(ageOf('')).toBeNull()
    expect(ageOf('2026-03-09T12:00:00.000Z')?.text).toBe('1 day since the last status change')
  })
})
