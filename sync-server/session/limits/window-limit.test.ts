import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestLimits, type TestLimits } from '../../testing/test-limits.ts'
import { createLimitStore } from './limit-store.ts'
import { takeAll, type WindowLimit } from './window-limit.ts'

const hourMs = 3_600_000
const isOver = { code: 'TOO_MANY_REQUESTS' }
const toLimit = (name: string, max: number): WindowLimit => ({ name, max, windowMs: hourMs })
const [once, twice] = [toLimit('once', 1), toLimit('twice', 2)]

let limits: TestLimits
beforeEach(async () => {
  limits = await openTestLimits({ lightMax: 20, sweepEvery: 10 })
})
afterEach(() => limits.close())

const take = (limit: WindowLimit, key: string): Promise<() => Promise<void>> => takeAll(limits.store, [[limit, key]])
const rows = () => limits.world.services.reader.selectFrom('limit_counts').select(['key', 'count']).execute()

test('a key may be taken so often within an hour of its first time', async () => {
  await take(twice, 'a')
  limits.clock.advance(hourMs / 2)
  await take(twice, 'a')
  await expect(take(twice, 'a')).rejects.toMatchObject({ ...isOver, retryAfterSeconds: 1800 })
  await take(twice, 'b')
  limits.clock.advance(hourMs / 2)
  await take(twice, 'a')
  await take(twice, 'a')
  await expect(take(twice, 'a')).rejects.toMatchObject({ ...isOver, retryAfterSeconds: 3600 })
})

test('what came to nothing is given back', async () => {
  await (
    await take(once, 'a')
  )()
  expect(await rows()).toEqual([])
  await take(once, 'a')
  await expect(take(once, 'a')).rejects.toMatchObject(isOver)
})

test('what is given back after its window has ended takes nothing off the next', async () => {
  const giveBack = await take(once, 'a')
  limits.clock.advance(hourMs)
  await take(once, 'a')
  await giveBack()
  await expect(take(once, 'a')).rejects.toMatchObject(isOver)
})

test('of several limits none counts when one of them is used up', async () => {
  const both = [
    [twice, 'a'],
    [once, 'a'],
  ] as const
  await takeAll(limits.store, both)
  for (let tries = 0; tries < 3; tries++) await expect(takeAll(limits.store, both)).rejects.toMatchObject(isOver)
  await take(twice, 'a')
})

test('calls of two processes at the same moment all count', async () => {
  const other = createLimitStore(limits.store)
  const ten = toLimit('ten', 10)
  const calls = Array.from({ length: 40 }, (_, index) => takeAll(index % 2 === 0 ? limits.store : other, [[ten, 'a']]))
  expect((await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect((await rows()).map(({ count }) => count)).toEqual([10])
})

test('the limit that is named first is the one that a call is told of', async () => {
  const [first, second] = [
    { ...once, message: 'The first.' },
    { ...twice, max: 1, message: 'The second.' },
  ]
  await takeAll(limits.store, [
    [second, 'a'],
    [first, 'a'],
  ])
  const asked = [
    [first, 'a'],
    [second, 'a'],
  ] as const
  await expect(takeAll(limits.store, asked)).rejects.toMatchObject({ message: 'The first.' })
})

test('a clock that was set back does not make anybody wait longer', async () => {
  await take(once, 'a')
  limits.clock.advance(-24 * hourMs)
  await take(once, 'a')
  await expect(take(once, 'a')).rejects.toMatchObject({ retryAfterSeconds: 3600 })
})

test('clocks of two processes that differ a little begin no new window', async () => {
  await take(once, 'a')
  limits.clock.advance(-2_000)
  await expect(take(once, 'a')).rejects.toMatchObject(isOver)
})

test('a key at its limit stays there, however many others come, and of those few are remembered', async () => {
  const five = toLimit('five', 5)
  for (let count = 0; count < 5; count++) await take(five, 'phone')
  for (let count = 0; count < 4; count++) await take(five, 'nearly there')
  for (let junk = 0; junk < 91; junk++) await take(five, `junk ${junk}`)
  await expect(take(five, 'phone')).rejects.toMatchObject(isOver)
  await take(five, 'nearly there')
  await expect(take(five, 'nearly there')).rejects.toMatchObject(isOver)
  expect((await rows()).length).toBeLessThanOrEqual(32)
})

test('only what counted takes a place', async () => {
  const [address, phone] = [toLimit('address', 3), toLimit('phone', 5)]
  for (let junk = 0; junk < 20; junk++) {
    const call = takeAll(limits.store, [
      [address, 'one'],
      [phone, `junk ${junk}`],
    ])
    if (junk < 3) await call
    else await expect(call).rejects.toMatchObject(isOver)
  }
  expect(await rows()).toHaveLength(4)
})

test('keys at their limit are forgotten when their time is over', async () => {
  for (let key = 0; key < 9; key++) await take(once, `old ${key}`)
  limits.clock.advance(hourMs)
  await take(once, 'new')
  expect(await rows()).toHaveLength(1)
})
