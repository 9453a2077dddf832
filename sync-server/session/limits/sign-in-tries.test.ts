import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#schema/errors.ts'
import { openTestLimits, type TestLimits } from '../../testing/test-limits.ts'
import { takeSignInTry } from './sign-in-tries.ts'

let limits: TestLimits
beforeEach(async () => {
  limits = await openTestLimits()
})
afterEach(() => limits.close())

const toRefusal = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  throw error
}

const take = (loginId: string, remoteAddress: string, deviceId?: string) => takeSignInTry(limits.limiter, { loginId, remoteAddress, deviceId })

const tryOf = (loginId: string, address: string, deviceId?: string): Promise<AppError | undefined> =>
  take(loginId, address, deviceId).then(() => undefined, toRefusal)

/**
 * A correct password, accepted or refused. It is given back rather than cleared, so that the owner's success does not
 * reset the attacker's count.
 */
const rightTryOf = (loginId: string, address: string, deviceId?: string): Promise<AppError | undefined> =>
  take(loginId, address, deviceId).then((guess) => guess.giveBack().then(() => undefined), toRefusal)

async function triesOf(count: number, toTry: (number: number) => Promise<AppError | undefined>): Promise<(AppError | undefined)[]> {
  const results: (AppError | undefined)[] = []
  for (let number = 0; number < count; number++) results.push(await toTry(number))
  return results
}

test('sign-in tries that are sent at once do not slip through', async () => {
  const refused = (await Promise.all(Array.from({ length: 20 }, () => tryOf('ann', '10.0.0.1')))).filter((error) => error !== undefined)
  expect(refused).toHaveLength(15)
  expect(refused[0]).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429, retryAfterSeconds: 1 })
})

test('the spelling of a login id makes no new key, another address does', async () => {
  for (const loginId of ['ann', 'ANN', ' Ann', 'aNN ', 'ann']) await tryOf(loginId, '10.0.0.1')
  expect(await tryOf('Ann', '10.0.0.1')).toBeDefined()
  expect(await tryOf('Ann', '10.0.0.2')).toBeUndefined()
})

test('one address that guesses at many accounts is slowed down', async () => {
  const results = await triesOf(60, (number) => tryOf(`user${number}`, '10.0.0.1'))
  expect(results.findIndex((error) => error !== undefined)).toBe(50)
})

test('many addresses that guess at one account cost its owner half a minute at most', async () => {
  for (let number = 0; number < 400; number++) {
    await tryOf('ann', `10.0.${number >> 8}.${number & 255}`)
    if (number > 100) limits.clock.advance(1000)
  }
  const refused = await tryOf('ann', '192.168.1.1')
  expect(refused?.retryAfterSeconds ?? 0).toBeLessThanOrEqual(30)
})

test('whoever rotates the addresses of a provider keeps nobody else out: not on a known device, nor on a new one elsewhere', async () => {
  const refused = { known: 0, elsewhere: 0, tries: 0 }
  for (let number = 0; number < 2_000; number++) {
    // A new /64 each time, a new /48 every ten times.
    await tryOf('ann', `2001:db8:${Math.floor(number / 10).toString(16)}:${number.toString(16)}::1`)
    if (number % 3 > 0) continue
    refused.tries += 1
    const known = await rightTryOf('ann', '2001:db8:9999:1::5', 'her tablet')
    const elsewhere = await rightTryOf('ann', '2003:1:2:3::4')
    if (known) refused.known += 1
    if (elsewhere) refused.elsewhere += 1
    limits.clock.advance(100)
  }
  expect(refused).toEqual({ known: 0, elsewhere: 0, tries: 667 })
})

test('a network that guessed waits with its neighbors, for seconds', async () => {
  for (let number = 0; number < 500; number++) await tryOf('ann', `2001:db8:1:${number.toString(16)}::1`)
  const neighbor = await tryOf('ann', '2001:db8:1:ffff::1')
  expect(neighbor?.retryAfterSeconds).toBeGreaterThan(0)
  expect(neighbor?.retryAfterSeconds).toBeLessThanOrEqual(30)
  expect(await tryOf('ann', '203.0.113.9')).toBeUndefined()
})

test('a known device has tries of its own, and then those of everybody', async () => {
  const results = await triesOf(20, () => tryOf('ann', '10.0.0.1', 'tablet'))
  // Ten tries of the device, then five of the address.
  expect(results.findIndex((error) => error !== undefined)).toBe(15)
  expect(await tryOf('bob', '10.0.0.1', 'tablet')).toBeUndefined()
})

test('a try that came to nothing is given back', async () => {
  for (let tries = 0; tries < 200; tries++) await (await take('ann', '10.0.0.1')).giveBack()
  expect(await tryOf('ann', '10.0.0.1')).toBeUndefined()
})
