import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findNextTry, isLate, lateMs, quietFromHour, quietToHour, toSendingTime, tryingMs } from './message-times.ts'

const hourIn = (at: Date, timeZone: string): number => Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at))
const at = (text: string): Date => new Date(text)

describe('toSendingTime', () => {
  it('waits from nine in the evening to eight in the morning of the shop’s own day', () => {
    expect(toSendingTime(at('2026-03-02T20:59:59.000Z'), 'UTC')).toEqual(at('2026-03-02T20:59:59.000Z'))
    expect(toSendingTime(at('2026-03-02T21:00:00.000Z'), 'UTC')).toEqual(at('2026-03-03T08:00:00.000Z'))
    expect(toSendingTime(at('2026-03-03T07:59:59.999Z'), 'UTC')).toEqual(at('2026-03-03T08:00:00.000Z'))
    expect(toSendingTime(at('2026-03-02T21:00:00.000Z'), 'America/New_York')).toEqual(at('2026-03-02T21:00:00.000Z'))
    expect(toSendingTime(at('2026-03-02T15:30:00.000Z'), 'Asia/Kathmandu')).toEqual(at('2026-03-03T02:15:00.000Z'))
  })

  it('knows the nights in which clocks change', () => {
    expect(toSendingTime(at('2026-03-28T22:30:00.000Z'), 'Europe/Berlin')).toEqual(at('2026-03-29T06:00:00.000Z'))
    expect(toSendingTime(at('2026-10-24T22:30:00.000Z'), 'Europe/Berlin')).toEqual(at('2026-10-25T07:00:00.000Z'))
  })

  it('never lies in the quiet hours, never before the message, and never needlessly late', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Chatham', 'Asia/Kolkata')
    const instants = fc.integer({ min: Date.parse('2026-01-01T00:00:00.000Z'), max: Date.parse('2027-01-01T00:00:00.000Z') })
    fc.assert(
      fc.property(instants, zones, (ms, zone) => {
        const asked = new Date(ms)
        const time = toSendingTime(asked, zone)
        const hour = hourIn(time, zone)
        expect(hour).toBeGreaterThanOrEqual(quietToHour)
        expect(hour).toBeLessThan(quietFromHour)
        expect(time.getTime()).toBeGreaterThanOrEqual(ms)
        if (time.getTime() > ms) expect([7, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6]).toContain(hourIn(new Date(time.getTime() - 1), zone))
      }),
    )
  })
})

describe('findNextTry', () => {
  it('rests longer from try to try, and gives up when a day has passed since the first', () => {
    const firstTryAt = at('2026-03-02T10:00:00.000Z')
    const pauses: number[] = []
    let now = firstTryAt
    for (let tries = 1; ; tries += 1) {
      const next = findNextTry(now, { tries, firstTryAt })
      if (next === undefined) break
      pauses.push(next.getTime() - now.getTime())
      now = next
    }
    expect(pauses.slice(0, 4)).toEqual([60_000, 120_000, 300_000, 600_000])
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
    expect(now.getTime() - firstTryAt.getTime()).toBeLessThanOrEqual(tryingMs)
    expect(now.getTime() - firstTryAt.getTime()).toBeGreaterThan(tryingMs - 2 * 60 * 60_000)
    expect(pauses.length).toBeLessThan(30)
  })
})

it('calls a status late that was set long before it came', () => {
  const now = at('2026-03-02T10:00:00.000Z')
  expect(isLate(new Date(now.getTime() - lateMs).toISOString(), now)).toBe(false)
  expect(isLate(new Date(now.getTime() - lateMs - 1).toISOString(), now)).toBe(true)
})
