import { describe, expect, it } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { readStatusAge } from './age-dot.tsx'

const now = new Date('2026-03-10T12:00:00.000Z')
const open = orderStatusIdByName['In Progress']

const ageOf = (statusChangedAt: string | null, colors?: { greenEnd: number; yellowEnd: number }, orderStatusId = open) =>
  readStatusAge({ orderStatusId, statusChangedAt }, { now, timeZone: 'UTC', colors })

describe('status age', () => {
  it('goes green, yellow, red by the shop’s limits', () => {
    const colors = { greenEnd: 1, yellowEnd: 3 }
    expect(ageOf('2026-03-09T23:00:00.000Z', colors)).toMatchObject({ days: 1, tone: 'green' })
    expect(ageOf('2026-03-07T01:00:00.000Z', colors)).toMatchObject({ days: 3, tone: 'yellow' })
    expect(ageOf('2026-03-06T01:00:00.000Z', colors)).toMatchObject({ days: 4, tone: 'red' })
  })

  it('uses 2 and 7 while no configuration is loaded', () => {
    expect(ageOf('2026-03-03T12:00:00.000Z')).toMatchObject({ days: 7, tone: 'yellow' })
    expect(ageOf('2026-03-02T12:00:00.000Z')).toMatchObject({ days: 8, tone: 'red' })
  })

  it('stays neutral for finished orders', () => {
    expect(ageOf('2025-03-02T12:00:00.000Z', undefined, orderStatusIdByName.Fixed)).toMatchObject({ tone: 'neutral' })
  })

  it('is unknown without a time, and has a text for screen readers', () => {
    expect(ageOf(null)).toBeNull()
    expect(ageOf('')).toBeNull()
    expect(ageOf('2026-03-09T12:00:00.000Z')?.text).toBe('1 day since the last status change')
  })
})
