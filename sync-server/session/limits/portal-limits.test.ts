import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#schema/errors.ts'
import { triesOf } from '../../testing/test-database.ts'
import { openTestLimits, type TestLimits } from '../../testing/test-limits.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const shop = 'north'

let limits: TestLimits
beforeEach(async () => {
  limits = await openTestLimits()
})
afterEach(() => limits.close())

const isLetThrough = (call: () => Promise<unknown>): Promise<boolean> =>
  call().then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false
      throw error
    },
  )
async function count(calls: number, call: (index: number) => Promise<unknown>): Promise<number> {
  let through = 0
  for (let index = 0; index < calls; index++) if (await isLetThrough(() => call(index))) through++
  return through
}
const hex = (number: number): string => number.toString(16)

describe('codes by text message', () => {
  const send = (phone: string, address: string) => limits.limiter.take('send code', { shop, phone, address })

  test('a phone at its limit stays there whatever junk comes, because the address is judged first', async () => {
    expect(await count(6, () => send('+15550102000', '203.0.113.1'))).toBe(5)
    expect(await count(1_000, (index) => send(`+1555${index}`, '198.51.100.7'))).toBe(30)
    expect(await isLetThrough(() => send('+15550102000', '203.0.113.1'))).toBe(false)
  })

  test.each([
    ['a /48 of IPv6', (index: number) => `2001:db8:1:${hex(index)}::1`, 60],
    ['a provider of IPv6', (index: number) => `2001:db8:${hex(index)}:1::1`, 120],
    ['a /24 of IPv4', (index: number) => `198.51.100.${index % 256}`, 60],
  ])('%s cannot use up those of a shop, however it rotates its addresses', async (_title, toAddress, most) => {
    expect(await count(2_000, (index) => send(`+1555${index}`, toAddress(index)))).toBe(most)
    expect(await isLetThrough(() => send('+15550102000', '203.0.113.1'))).toBe(true)
  })
})

describe('guesses at access codes', () => {
  const guess = (phone: string, address: string) => limits.limiter.take('access code', { shop, phone, address })

  test('of one phone are a hundred a day at most, however patient and from wherever', async () => {
    // One a minute, on PostgreSQL one in five minutes.
    const visits = triesOf(24 * 60)
    let through = 0
    for (let visit = 0; visit < visits - 1; visit++) {
      through += await count(10, (index) => guess('+15550102000', `10.${visit >> 8}.${visit & 255}.${index}`))
      limits.clock.advance(dayMs / visits)
    }
    expect(through).toBe(100)
    limits.clock.advance(dayMs / visits)
    expect(await isLetThrough(() => guess('+15550102000', '192.0.2.1'))).toBe(true)
  })

  test('of one shop are a thousand a day at most', async () => {
    let through = 0
    for (let minute = 0; minute < 24 * 60 - 1; minute++) {
      through += await count(4, (index) => guess(`+1555${minute}${index}`, `10.${minute >> 8}.${minute & 255}.${index}`))
      limits.clock.advance(60_000)
    }
    expect(through).toBe(1_000)
  })

  test('of one network leave others theirs, and the right code at once', async () => {
    for (let step = 0; step < 3_000; step++) {
      await isLetThrough(() => guess(`+1555${step}`, `2001:db8:${hex(step % 50)}:${hex(step)}::1`))
      limits.clock.advance(20_000)
    }
    expect(await isLetThrough(() => guess('+15550102000', '203.0.113.1'))).toBe(true)
  })

  test('that were right do not count', async () => {
    for (let visit = 0; visit < triesOf(1_500); visit++) await (await guess('+15550102000', '203.0.113.1')).succeed()
    for (let visit = 0; visit < triesOf(1_500); visit++) await (await guess('+15550102000', '203.0.113.1')).giveBack()
    expect(await isLetThrough(() => guess('+15550102000', '203.0.113.1'))).toBe(true)
  })

  test('do not use up the days of one-time codes', async () => {
    for (let index = 0; index < 200; index++) {
      await isLetThrough(() => guess('+15550102000', `10.0.${index}.1`))
      limits.clock.advance(31_000)
    }
    expect(await isLetThrough(() => guess('+15550102000', '203.0.113.1'))).toBe(false)
    expect(await isLetThrough(() => limits.limiter.take('one-time code', { shop, address: '203.0.113.1' }))).toBe(true)
    limits.clock.advance(dayMs)
    expect(await isLetThrough(() => guess('+15550102000', '203.0.113.1'))).toBe(true)
  })
})
