import { expect, test } from 'vitest'
import { AppError } from '#schema/errors.ts'
import { createTestClock } from '../../testing/test-server.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'

const tryOf = (throttle: ReturnType<typeof createSignInThrottle>, loginId: string, address: string, deviceId?: string): AppError | undefined => {
  try {
    throttle.begin(loginId, address, deviceId)
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

test('whoever rotates the addresses of a provider keeps nobody else out: not on a known device, nor on a new one elsewhere', () => {
  const clock = createTestClock()
  const throttle = createSignInThrottle(clock.now)
  const refused = { known: 0, elsewhere: 0, tries: 0 }
  for (let number = 0; number < 2_000; number++) {
    // Another /64 each time, another /48 every ten times.
    tryOf(throttle, 'ann', `2001:db8:${Math.floor(number / 10).toString(16)}:${number.toString(16)}::1`)
    if (number % 3 > 0) continue
    refused.tries += 1
    const known = throttleTry(throttle, '2001:db8:9999:1::5', 'her tablet')
    const elsewhere = throttleTry(throttle, '2003:1:2:3::4')
    if (known) refused.known += 1
    if (elsewhere) refused.elsewhere += 1
    clock.advance(100)
  }
  expect(refused).toEqual({ known: 0, elsewhere: 0, tries: 667 })
})

test('a network that guessed waits with its neighbors, for seconds', () => {
  const clock = createTestClock()
  const throttle = createSignInThrottle(clock.now)
  for (let number = 0; number < 500; number++) tryOf(throttle, 'ann', `2001:db8:1:${number.toString(16)}::1`)
  const neighbor = tryOf(throttle, 'ann', '2001:db8:1:ffff::1')
  expect(neighbor?.retryAfterSeconds).toBeGreaterThan(0)
  expect(neighbor?.retryAfterSeconds).toBeLessThanOrEqual(30)
  expect(tryOf(throttle, 'ann', '203.0.113.9')).toBeUndefined()
})

test('a known device has tries of its own, and then those of everybody', () => {
  const throttle = createSignInThrottle(createTestClock().now)
  const results = Array.from({ length: 20 }, () => tryOf(throttle, 'ann', '10.0.0.1', 'tablet'))
  // Ten of its own, then five of its address.
  expect(results.findIndex((error) => error !== undefined)).toBe(15)
  expect(tryOf(throttle, 'bob', '10.0.0.1', 'tablet')).toBeUndefined()
})

test('a try that came to nothing is given back', () => {
  const throttle = createSignInThrottle(createTestClock().now)
  for (let tries = 0; tries < 200; tries++) throttle.begin('ann', '10.0.0.1').giveBack()
  expect(tryOf(throttle, 'ann', '10.0.0.1')).toBeUndefined()
})

/** A right password: it is let through, or refused. */
function throttleTry(throttle: ReturnType<typeof createSignInThrottle>, address: string, deviceId?: string): AppError | undefined {
  try {
    // Taken back rather than cleared, so that the owner's success does not end what the guesser has used up.
    throttle.begin('ann', address, deviceId).giveBack()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
