import { describe, expect, it } from 'vitest'
import { createRandom } from '#scripts/demo/random.ts'
import { countTime, dayMs, freshAge, type OfflineAge } from './offline-age.ts'

const isOver = ({ countedMs }: OfflineAge, limitMs: number): boolean => countedMs >= limitMs

const hourMs = dayMs / 24
const limitMs = 30 * dayMs
const start = Date.UTC(2026, 2, 2, 8)
const seeds = Array.from({ length: 200 }, (_, index) => index + 1)

/** A day at the shop: opened in the morning, active every ten minutes, closed in the evening. */
function passDay(age: OfflineAge, morningMs: number, limit = limitMs): OfflineAge {
  let next = countTime(age, { nowMs: morningMs, openMs: 0, limitMs: limit })
  for (let minute = 10; minute <= 600; minute += 10) next = countTime(next, { nowMs: morningMs + minute * 60_000, openMs: 10 * 60_000, limitMs: limit })
  return next
}

describe('the time without the server', () => {
  it('ends after about as many days as the shop says, with a correct clock', () => {
    for (const days of [2, 7, 30, 90]) {
      let age = freshAge(start)
      let day = 0
      while (!isOver(age, days * dayMs)) age = passDay(age, start + ++day * dayMs, days * dayMs)
      expect(day, String(days)).toBeGreaterThanOrEqual(days - 1)
      expect(day, String(days)).toBeLessThanOrEqual(days + 1)
    }
  })

  it('goes on through a page that is never closed, also where it sleeps at night', () => {
    let age = freshAge(start)
    for (let day = 1; day <= 30; day++) age = countTime(age, { nowMs: start + day * dayMs, openMs: 5 * hourMs, limitMs })
    expect(isOver(age, limitMs)).toBe(true)
  })

  it('is not ended by a clock that is 10 or 400 days ahead, whatever the limit, nor by one that is set right again', () => {
    for (const aheadDays of [10, 400, 40_000]) {
      for (const days of [1, 7, 30, 365]) {
        const ahead = countTime(freshAge(start), { nowMs: start + aheadDays * dayMs, openMs: 0, limitMs: days * dayMs })
        expect(isOver(ahead, days * dayMs)).toBe(false)
        const right = countTime(ahead, { nowMs: start + hourMs, openMs: 0, limitMs: days * dayMs })
        expect(isOver(right, days * dayMs)).toBe(days === 1 && right.countedMs >= dayMs)
        expect(right.countedMs).toBeLessThanOrEqual(dayMs + hourMs)
      }
    }
  })

  it('is not extended without end by a clock that is set back, however often: what is used counts by a clock that only goes forward', () => {
    for (const seed of seeds) {
      const random = createRandom(seed)
      let age = freshAge(start)
      let usedMs = 0
      while (!isOver(age, limitMs)) {
        const openMs = random.between(1, 600) * 60_000
        usedMs += openMs
        age = countTime(age, { nowMs: start - random.between(0, 400) * dayMs, openMs: 0, limitMs })
        age = countTime(age, { nowMs: start, openMs, limitMs })
      }
      expect(usedMs).toBeLessThanOrEqual(limitMs + 10 * hourMs)
    }
  })

  it('never runs backwards, and no count adds more than a day beyond the time that the page itself was open', () => {
    for (const seed of seeds) {
      const random = createRandom(seed)
      let age = freshAge(start)
      for (let look = 0; look < 200; look++) {
        const openMs = random.between(0, 3 * 24) * hourMs
        const next = countTime(age, { nowMs: start + random.between(-500, 500) * dayMs, openMs, limitMs })
        expect(next.countedMs).toBeGreaterThanOrEqual(age.countedMs + openMs)
        expect(next.countedMs).toBeLessThanOrEqual(age.countedMs + Math.max(openMs, dayMs))
        age = next
      }
    }
  })

  it('counts a device in a drawer a day for each time it is opened', () => {
    let age = freshAge(start)
    for (let week = 1; week <= 4; week++) age = countTime(age, { nowMs: start + week * 7 * dayMs, openMs: 0, limitMs })
    expect(age.countedMs).toBe(4 * dayMs)
  })
})
