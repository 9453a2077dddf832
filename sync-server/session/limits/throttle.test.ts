import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTry, readTries, readWaitMs, toKeptFrom, type ThrottleLimit, type Tries } from './throttle.ts'

const limit: ThrottleLimit = { name: 'test', freeTries: 3, firstDelayMs: 1000, maxDelayMs: 8000, forgetAfterMs: 60_000 }

/** A key that is tried; what is stored of it is read anew each time, as another process would. */
function openKey() {
  let stored: Tries | undefined
  return {
    waitMs: (nowMs: number): number => {
      stored = readTries(limit, stored, nowMs)
      return readWaitMs(stored, nowMs)
    },
    begin: (nowMs: number): void => void (stored = addTry(limit, readTries(limit, stored, nowMs), nowMs)),
  }
}

test('delays double after the free tries, up to the longest', () => {
  const key = openKey()
  let nowMs = 1_000_000
  const waits = Array.from({ length: 8 }, () => {
    key.begin(nowMs)
    const waitMs = key.waitMs(nowMs)
    nowMs += waitMs
    return waitMs
  })
  expect(waits).toEqual([0, 0, 1000, 2000, 4000, 8000, 8000, 8000])
})

test('a clock that is set back lengthens no wait', () => {
  const [slip, blocked] = [openKey(), openKey()]
  let nowMs = 100_000_000
  slip.begin(nowMs)
  for (let tries = 0; tries < 3; tries++) blocked.begin(nowMs)
  nowMs -= 86_400_000
  expect(slip.waitMs(nowMs)).toBe(0)
  expect(blocked.waitMs(nowMs)).toBe(1000)
  nowMs += 1000
  expect(blocked.waitMs(nowMs)).toBe(0)
  blocked.begin(nowMs)
  expect(blocked.waitMs(nowMs)).toBe(2000)
})

test('a quiet key is forgotten', () => {
  const key = openKey()
  for (let tries = 0; tries < 6; tries++) key.begin(0)
  expect(key.waitMs(0)).toBe(8000)
  key.begin(60_000)
  expect(key.waitMs(60_000)).toBe(0)
})

test('no wait is longer than the longest, whatever clocks of several processes say, and none begins before the free tries', () => {
  const steps = fc.array(fc.record({ byMs: fc.integer({ min: 0, max: 20_000 }), skewMs: fc.integer({ min: -500, max: 500 }) }), { maxLength: 40 })
  fc.assert(
    fc.property(steps, (all) => {
      let stored: Tries | undefined
      let nowMs = 1_000_000
      for (const { byMs, skewMs } of all) {
        nowMs += byMs
        const read = readTries(limit, stored, nowMs + skewMs)
        const waitMs = readWaitMs(read, nowMs + skewMs)
        expect(waitMs).toBeLessThanOrEqual(limit.maxDelayMs + 1_000)
        if (read.failures < limit.freeTries) expect(waitMs).toBe(0)
        if (waitMs === 0) stored = addTry(limit, read, nowMs + skewMs)
      }
    }),
  )
})

test('a key is kept from half of its free tries on', () => {
  expect([toKeptFrom({ ...limit, freeTries: 5 }), toKeptFrom({ ...limit, freeTries: 10 })]).toEqual([3, 5])
})
