import { expect, test } from 'vitest'
import { AppError } from '#schema/errors.ts'
import { createTestClock } from '../test-server.ts'
import { createSignInThrottle, createThrottle } from './throttle.ts'

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

const tryOf = (throttle: ReturnType<typeof createSignInThrottle>, loginId: string, address: string): AppError | undefined => {
  try {
    throttle.begin(loginId, address)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

test('sign-in tries that are sent at once do not slip through', () => {
  const throttle = createSignInThrottle(createTestClock().now)
  const refused = Array.from({ length: 20 }, () => tryOf(throttle, 'ann', '10.0.0.1')).filter((error) => error !== undefined)
  expect(refused).toHaveLength(15)
  expect(refused[0]).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429, retryAfterSeconds: 1 })
})

test('the spelling of a login id makes no new key, another address does', () => {
  const throttle = createSignInThrottle(createTestClock().now)
  for (const loginId of ['ann', 'ANN', ' Ann', 'aNN ', 'ann']) tryOf(throttle, loginId, '10.0.0.1')
  expect(tryOf(throttle, 'Ann', '10.0.0.1')).toBeDefined()
  expect(tryOf(throttle, 'Ann', '10.0.0.2')).toBeUndefined()
})

test('one address that guesses at many accounts is slowed down', () => {
  const throttle = createSignInThrottle(createTestClock().now)
  const results = Array.from({ length: 60 }, (_, number) => tryOf(throttle, `user${number}`, '10.0.0.1'))
  expect(results.findIndex((error) => error !== undefined)).toBe(50)
})

test('many addresses that guess at one account cost its owner half a minute at most', () => {
  const clock = createTestClock()
  const throttle = createSignInThrottle(clock.now)
  for (let number = 0; number < 400; number++) {
    tryOf(throttle, 'ann', `10.0.${number >> 8}.${number & 255}`)
    if (number > 100) clock.advance(1000)
  }
  const refused = tryOf(throttle, 'ann', '192.168.1.1')
  expect(refused?.retryAfterSeconds ?? 0).toBeLessThanOrEqual(30)
})
