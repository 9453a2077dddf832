import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/test-server.ts'
import { createWindowLimit, takeAll } from './window-limit.ts'

const hourMs = 3_600_000
const isOver = expect.objectContaining({ code: 'TOO_MANY_REQUESTS' })

test('a key may be taken so often within an hour of its first time', () => {
  const clock = createTestClock()
  const limit = createWindowLimit({ max: 2, windowMs: hourMs }, clock.now)
  limit.take('a')
  clock.advance(hourMs / 2)
  limit.take('a')
  expect(() => limit.take('a')).toThrow(expect.objectContaining({ retryAfterSeconds: 1800 }))
  limit.take('b')
  clock.advance(hourMs / 2)
  limit.take('a')
})

test('what came to nothing is given back', () => {
  const limit = createWindowLimit({ max: 1, windowMs: hourMs }, createTestClock().now)
  limit.take('a')()
  limit.take('a')
  expect(() => limit.take('a')).toThrow(isOver)
})

test('of several limits none counts when one of them is used up', () => {
  const { now } = createTestClock()
  const [wide, narrow] = [createWindowLimit({ max: 2, windowMs: hourMs }, now), createWindowLimit({ max: 1, windowMs: hourMs }, now)]
  takeAll([
    [wide, 'a'],
    [narrow, 'a'],
  ])
  for (let tries = 0; tries < 3; tries++)
    expect(() =>
      takeAll([
        [wide, 'a'],
        [narrow, 'a'],
      ]),
    ).toThrow(isOver)
  wide.take('a')
})

test('a clock that was set back does not make anybody wait longer', () => {
  const clock = createTestClock()
  const limit = createWindowLimit({ max: 1, windowMs: hourMs }, clock.now)
  limit.take('a')
  clock.advance(-24 * hourMs)
  expect(() => limit.take('a')).not.toThrow()
})

test('a key at its limit stays there, however many others come', () => {
  const limit = createWindowLimit({ max: 5, windowMs: hourMs }, createTestClock().now)
  for (let count = 0; count < 5; count++) limit.take('phone')
  for (let count = 0; count < 4; count++) limit.take('nearly there')
  for (let junk = 0; junk < 60_000; junk++) limit.take(`junk ${junk}`)
  expect(() => limit.take('phone')).toThrow(isOver)
  limit.take('nearly there')
  expect(() => limit.take('nearly there')).toThrow(isOver)
  expect(limit.size).toBeLessThanOrEqual(50_002)
})

test('only what counted takes a place', () => {
  const { now } = createTestClock()
  const [address, phone] = [createWindowLimit({ max: 3, windowMs: hourMs }, now), createWindowLimit({ max: 5, windowMs: hourMs }, now)]
  for (let junk = 0; junk < 100; junk++) {
    try {
      takeAll([
        [address, 'one'],
        [phone, `junk ${junk}`],
      ])
    } catch {
      continue
    }
  }
  phone.take('given back')()
  expect([address.size, phone.size]).toEqual([1, 3])
})

test('keys at their limit are forgotten when their time is over', () => {
  const clock = createTestClock()
  const limit = createWindowLimit({ max: 1, windowMs: hourMs }, clock.now)
  for (let key = 0; key < 50_000; key++) limit.take(`old ${key}`)
  clock.advance(hourMs)
  for (let key = 0; key < 10; key++) limit.take(`new ${key}`)
  expect(limit.size).toBe(10)
})
