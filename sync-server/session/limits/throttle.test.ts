import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/test-server.ts'
import { createThrottle } from './throttle.ts'

const limit = { freeTries: 3, firstDelayMs: 1000, maxDelayMs: 8000, forgetAfterMs: 60_000 }

test('delays double after the free tries, up to the longest', () => {
  const clock = createTestClock()
  const throttle = createThrottle(limit, clock.now)
  const waits = Array.from({ length: 8 }, () => {
    throttle.begin('key')
    const waitMs = throttle.waitMs('key')
    clock.advance(waitMs)
    return waitMs
  })
  expect(waits).toEqual([0, 0, 1000, 2000, 4000, 8000, 8000, 8000])
})

test('a clock that is set back lengthens no wait', () => {
  const clock = createTestClock()
  const throttle = createThrottle(limit, clock.now)
  for (const key of ['one slip', 'blocked', 'blocked', 'blocked']) throttle.begin(key)
  clock.advance(-86_400_000)
  expect(throttle.waitMs('one slip')).toBe(0)
  expect(throttle.waitMs('blocked')).toBe(1000)
  clock.advance(1000)
  expect(throttle.waitMs('blocked')).toBe(0)
  throttle.begin('blocked')
  expect(throttle.waitMs('blocked')).toBe(2000)
})

test('keys do not touch each other, and a quiet key is forgotten', () => {
  const clock = createTestClock()
  const throttle = createThrottle(limit, clock.now)
  for (let tries = 0; tries < 6; tries++) throttle.begin('one')
  expect(throttle.waitMs('one')).toBeGreaterThan(0)
  expect(throttle.waitMs('other')).toBe(0)
  clock.advance(60_000)
  throttle.begin('one')
  expect(throttle.waitMs('one')).toBe(0)
})

test('a good try clears the key or is taken back', () => {
  const clock = createTestClock()
  const throttle = createThrottle(limit, clock.now)
  throttle.begin('cleared')
  throttle.begin('cleared')
  throttle.succeed('cleared', { forget: true })
  throttle.begin('cleared')
  expect(throttle.waitMs('cleared')).toBe(0)
  for (let tries = 0; tries < 10; tries++) {
    throttle.begin('taken back')
    throttle.succeed('taken back', { forget: false })
  }
  expect(throttle.waitMs('taken back')).toBe(0)
})

test('a blocked key stays blocked, however many others come', () => {
  const throttle = createThrottle(limit, createTestClock().now)
  for (let tries = 0; tries < 4; tries++) throttle.begin('blocked')
  for (let junk = 0; junk < 60_000; junk++) throttle.begin(`junk ${junk}`)
  expect(throttle.waitMs('blocked')).toBeGreaterThan(0)
})
