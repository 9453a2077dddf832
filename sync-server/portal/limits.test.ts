import { describe, expect, test } from 'vitest'
import { AppError } from '#schema/errors.ts'
import { createTestClock } from '../testing/test-server.ts'
import { createPortalLimits } from './limits.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const shopId = 'north'

const isLetThrough = (call: () => unknown): boolean => {
  try {
    call()
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false
    throw error
  }
}
const count = (calls: number, call: (index: number) => unknown): number =>
  Array.from({ length: calls }, (_, index) => isLetThrough(() => call(index))).filter(Boolean).length
const hex = (number: number): string => number.toString(16)

describe('codes by text message', () => {
  const send = (limits: ReturnType<typeof createPortalLimits>, phone: string, remoteAddress: string) => limits.beginSend({ shopId, phone, remoteAddress })

  test('a phone at its limit stays there whatever junk comes, because the address is judged first', () => {
    const clock = createTestClock()
    const limits = createPortalLimits(clock.now)
    expect(count(6, () => send(limits, '+15550102000', '203.0.113.1'))).toBe(5)
    expect(count(60_000, (index) => send(limits, `+1555${index}`, '198.51.100.7'))).toBe(30)
    expect(isLetThrough(() => send(limits, '+15550102000', '203.0.113.1'))).toBe(false)
  })

  test.each([
    ['a /48 of IPv6', (index: number) => `2001:db8:1:${hex(index)}::1`, 60],
    ['a provider of IPv6', (index: number) => `2001:db8:${hex(index)}:1::1`, 120],
    ['a /24 of IPv4', (index: number) => `198.51.100.${index % 256}`, 60],
  ])('%s cannot use up those of a shop, however it rotates its addresses', (_title, toAddress, most) => {
    const limits = createPortalLimits(createTestClock().now)
    expect(count(2_000, (index) => send(limits, `+1555${index}`, toAddress(index)))).toBe(most)
    expect(isLetThrough(() => send(limits, '+15550102000', '203.0.113.1'))).toBe(true)
  })
})

describe('guesses at access codes', () => {
  const guess = (limits: ReturnType<typeof createPortalLimits>, phone: string, remoteAddress: string) =>
    limits.beginGuess({ shopId, phone, remoteAddress }, 'access')

  test('of one phone are a hundred a day at most, however patient and from wherever', () => {
    const clock = createTestClock()
    const limits = createPortalLimits(clock.now)
    let through = 0
    for (let minute = 0; minute < 24 * 60 - 1; minute++) {
      // Ten a minute, each from a network of its own.
      through += count(10, (index) => guess(limits, '+15550102000', `10.${minute >> 8}.${minute & 255}.${index}`))
      clock.advance(60_000)
    }
    expect(through).toBe(100)
    clock.advance(60_000)
    expect(isLetThrough(() => guess(limits, '+15550102000', '192.0.2.1'))).toBe(true)
  })

  test('of one shop are a thousand a day at most', () => {
    const clock = createTestClock()
    const limits = createPortalLimits(clock.now)
    let through = 0
    for (let minute = 0; minute < 24 * 60 - 1; minute++) {
      through += count(4, (index) => guess(limits, `+1555${minute}${index}`, `10.${minute >> 8}.${minute & 255}.${index}`))
      clock.advance(60_000)
    }
    expect(through).toBe(1_000)
  })

  test('of one network leave others theirs, and the right code at once', () => {
    const clock = createTestClock()
    const limits = createPortalLimits(clock.now)
    for (let step = 0; step < 3_000; step++) {
      isLetThrough(() => guess(limits, `+1555${step}`, `2001:db8:${hex(step % 50)}:${hex(step)}::1`))
      clock.advance(20_000)
    }
    expect(isLetThrough(() => guess(limits, '+15550102000', '203.0.113.1'))).toBe(true)
  })

  test('that were right do not count', () => {
    const limits = createPortalLimits(createTestClock().now)
    for (let visit = 0; visit < 1_500; visit++) guess(limits, '+15550102000', '203.0.113.1').succeed()
    for (let visit = 0; visit < 1_500; visit++) guess(limits, '+15550102000', '203.0.113.1').giveBack()
    expect(isLetThrough(() => guess(limits, '+15550102000', '203.0.113.1'))).toBe(true)
  })

  test('do not use up the days of one-time codes', () => {
    const clock = createTestClock()
    const limits = createPortalLimits(clock.now)
    for (let index = 0; index < 200; index++) {
      isLetThrough(() => guess(limits, '+15550102000', `10.0.${index}.1`))
      clock.advance(31_000)
    }
    expect(isLetThrough(() => guess(limits, '+15550102000', '203.0.113.1'))).toBe(false)
    expect(isLetThrough(() => limits.beginGuess({ shopId, phone: '+15550102000', remoteAddress: '203.0.113.1' }, 'otp'))).toBe(true)
    clock.advance(dayMs)
    expect(isLetThrough(() => guess(limits, '+15550102000', '203.0.113.1'))).toBe(true)
  })
})
