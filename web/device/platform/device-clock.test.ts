import { describe, expect, it } from 'vitest'
import { presetToInstant } from '#schema/rules/orders/due.ts'
import { correctedNow, correctInstant, followClockOf, toCorrectionMs, watchClock } from './device-clock.ts'
import { createStore } from './observable.ts'

const dayMs = 86_400_000
const connection = '2026-03-02T09:00:00.000Z'
const connectionMs = Date.parse(connection)
const correction = (offsetMs: number | null, deviceMs: number): number => toCorrectionMs(deviceMs, { offsetMs, serverTime: connection })

describe('the time of a device whose clock is wrong', () => {
  it('goes by the server, as measured at the last connection', () => {
    expect(correction(-400 * dayMs, connectionMs + 400 * dayMs)).toBe(-400 * dayMs)
    expect(correction(-400 * dayMs, connectionMs + 410 * dayMs)).toBe(-400 * dayMs)
    expect(correction(400 * dayMs, connectionMs - 400 * dayMs)).toBe(400 * dayMs)
    expect(correction(11 * 60_000, connectionMs + 5 * dayMs)).toBe(11 * 60_000)
  })

  it('is its own where it was never measured, or is off by ten minutes at most', () => {
    for (const offsetMs of [null, 0, 10 * 60_000, -10 * 60_000]) expect(correction(offsetMs, connectionMs)).toBe(0)
  })

  it('is its own again as soon as the clock was set, without the server', () => {
    expect(correction(-400 * dayMs, connectionMs + dayMs)).toBe(0)
    expect(correction(400 * dayMs, connectionMs + dayMs)).toBe(0)
  })

  it("makes tomorrow the day after the server's, and tells when it changes", () => {
    const serverNow = new Date()
    const clockOffset = createStore<number | null>(null)
    followClockOf({ clockOffset, bootstrap: createStore(null) })
    let told = 0
    const stop = watchClock(() => told++)
    // This machine is 400 days behind the server.
    clockOffset.set(400 * dayMs)
    expect(told).toBe(1)
    const there = new Date(serverNow.getTime() + 400 * dayMs)
    expect(Math.abs(correctedNow().getTime() - there.getTime())).toBeLessThan(60_000)
    expect(correctInstant('2026-03-02T09:00:00.000Z')).toBe('2027-04-06T09:00:00.000Z')
    const tomorrow = { days: 1, hour: 14, timeZone: 'UTC' }
    expect(presetToInstant({ ...tomorrow, now: correctedNow() }).slice(0, 10)).toBe(presetToInstant({ ...tomorrow, now: there }).slice(0, 10))
    clockOffset.set(0)
    expect(correctInstant('2026-03-02T09:00:00.000Z')).toBe('2026-03-02T09:00:00.000Z')
    stop()
  })
})
