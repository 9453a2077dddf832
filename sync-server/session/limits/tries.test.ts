import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestLimits, type TestLimits } from '../../testing/test-limits.ts'
import { beginGuess, toGrowing } from './guess-limits.ts'
import { createLimitStore } from './limit-store.ts'
import type { Key } from './tries.ts'

const limit = { ...toGrowing('test', 3, 8000), forgetAfterMs: 60_000 }
const keyOf = (key: string, forget = false): Key => ({ limit, key, forget })

let limits: TestLimits
beforeEach(async () => {
  limits = await openTestLimits({ lightMax: 20, sweepEvery: 10 })
})
afterEach(() => limits.close())

/** Seconds to wait; 0 where the try was let through. */
const tryOf = (key: string): Promise<number> =>
  beginGuess(limits.store, [keyOf(key)]).then(
    () => 0,
    (error: { retryAfterSeconds: number }) => error.retryAfterSeconds,
  )

const rows = () => limits.world.services.reader.selectFrom('limit_tries').select(['key', 'count']).execute()

test('keys do not touch each other, and a refused try does not count', async () => {
  for (let tries = 0; tries < 3; tries++) expect(await tryOf('one')).toBe(0)
  expect([await tryOf('one'), await tryOf('one'), await tryOf('other')]).toEqual([1, 1, 0])
  limits.clock.advance(1_000)
  expect(await tryOf('one')).toBe(0)
  expect((await rows()).map(({ count }) => count).toSorted((one, other) => one - other)).toEqual([1, 4])
})

test('of several keys none counts while one of them waits', async () => {
  for (let tries = 0; tries < 3; tries++) await tryOf('blocked')
  await expect(beginGuess(limits.store, [keyOf('free'), keyOf('blocked')])).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 })
  expect(await rows()).toHaveLength(1)
})

test('tries of two processes at the same moment share what is free', async () => {
  const other = createLimitStore(limits.store)
  const tries = Array.from({ length: 20 }, (_, index) => beginGuess(index % 2 === 0 ? limits.store : other, [keyOf('shared')]))
  const through = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
  expect(through).toHaveLength(3)
})

test('a good try clears the key or is taken back', async () => {
  await tryOf('cleared')
  await (await beginGuess(limits.store, [keyOf('cleared', true)])).succeed()
  expect(await rows()).toEqual([])
  for (let tries = 0; tries < 10; tries++) await (await beginGuess(limits.store, [keyOf('taken back')])).succeed()
  expect(await rows()).toEqual([])
  await tryOf('failed')
  await (await beginGuess(limits.store, [keyOf('failed', true)])).giveBack()
  expect((await rows()).map(({ count }) => count)).toEqual([1])
})

test('a clock that was set back lets a key wait as long as before, and no longer', async () => {
  for (let tries = 0; tries < 3; tries++) await tryOf('blocked')
  limits.clock.advance(-86_400_000)
  expect(await tryOf('blocked')).toBe(1)
  limits.clock.advance(1_000)
  expect(await tryOf('blocked')).toBe(0)
})

test('a blocked key stays blocked, however many others come, and of those few are remembered', async () => {
  for (let tries = 0; tries < 3; tries++) await tryOf('blocked')
  for (let junk = 0; junk < 90; junk++) await tryOf(`junk ${junk}`)
  expect(await tryOf('blocked')).toBe(1)
  expect((await rows()).length).toBeLessThanOrEqual(31)
})

test('keys that were quiet for long leave the table', async () => {
  for (let junk = 0; junk < 9; junk++) await tryOf(`junk ${junk}`)
  limits.clock.advance(60_000)
  await tryOf('new')
  expect(await rows()).toHaveLength(1)
})

test('what visitors typed is not to be read in the table', async () => {
  await tryOf('+15550102000')
  expect(JSON.stringify(await rows())).not.toContain('5550102000')
})
