import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestLimits, type TestLimits } from '../../testing/test-limits.ts'

const hourMs = 3_600_000
const isOver = { code: 'TOO_MANY_REQUESTS' }

let limits: TestLimits
beforeEach(async () => {
  limits = await openTestLimits({ sweepEvery: 100, sparseBelow: 3, sparseMax: 20 })
})
afterEach(() => limits.close())

const rows = () => limits.world.services.reader.selectFrom('limits').select(['key', 'count']).execute()
const times = async (count: number, call: () => Promise<unknown>): Promise<void> => {
  for (let done = 0; done < count; done++) await call()
}

const call = (shop: string) => limits.limiter.take('message try', { shop })
/** Ten are free, then waits grow to 15 minutes. */
const fail = (device: string) => limits.limiter.take('known device', { device, account: 'ann' })
const waitOf = (device: string): Promise<number> =>
  fail(device).then(
    () => 0,
    (error: { retryAfterSeconds: number }) => error.retryAfterSeconds,
  )

test('so many calls are let through within an hour of the first', async () => {
  await call('north')
  limits.clock.advance(hourMs / 2)
  await times(19, () => call('north'))
  await expect(call('north')).rejects.toMatchObject({ ...isOver, retryAfterSeconds: 1_800 })
  await call('south')
  limits.clock.advance(hourMs / 2)
  await times(20, () => call('north'))
  await expect(call('north')).rejects.toMatchObject({ ...isOver, retryAfterSeconds: 3_600 })
})

test('waits between failed tries double, up to the longest, and a refused try does not count', async () => {
  await times(10, () => fail('tablet'))
  const waits: number[] = []
  for (let tries = 0; tries < 12; tries++) {
    const wait = await waitOf('tablet')
    expect(await waitOf('tablet')).toBe(wait)
    waits.push(wait)
    limits.clock.advance(wait * 1_000)
    await fail('tablet')
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  expect(await waitOf('phone')).toBe(0)
  limits.clock.advance(hourMs)
  await times(10, () => fail('tablet'))
})

test('of several limits none counts while one of them has to wait', async () => {
  const order = (customer: string) => limits.limiter.take('portal order', { address: '203.0.113.1', customer })
  await times(20, () => order('carla'))
  await times(100, () => expect(order('carla')).rejects.toMatchObject(isOver))
  await times(20, () => order('dora'))
  await times(20, () => order('emil'))
  await expect(order('fay')).rejects.toMatchObject(isOver)
  expect(await rows()).toHaveLength(4)
})

test('a good try forgives the failures before it, and one that came to nothing takes back itself', async () => {
  await times(9, () => fail('tablet'))
  await (await fail('tablet')).giveBack()
  await (await fail('tablet')).succeed()
  await times(10, () => fail('tablet'))
  await expect(fail('tablet')).rejects.toMatchObject(isOver)
  await times(30, async () => (await call('north')).giveBack())
  await times(20, () => call('north'))
})

test('calls of two servers at the same moment all count', async () => {
  const other = limits.openElsewhere()
  const calls = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? limits.limiter : other).take('message try', { shop: 'north' }))
  expect((await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  const tries = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? limits.limiter : other).take('known device', { device: 'tablet', account: 'ann' }))
  expect((await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('a clock that was set back makes nobody wait longer', async () => {
  await times(20, () => call('north'))
  await times(20, () => waitOf('tablet'))
  limits.clock.advance(-24 * hourMs)
  await times(20, () => call('north'))
  await expect(call('north')).rejects.toMatchObject({ retryAfterSeconds: 3_600 })
  expect(await waitOf('tablet')).toBe(0)
})

test('clocks of two servers that differ a little begin no new count', async () => {
  await times(20, () => call('north'))
  limits.clock.advance(-20_000)
  await expect(call('north')).rejects.toMatchObject(isOver)
})

test('a key at its limit stays there, however many others come, and of those few are remembered', async () => {
  await times(20, () => call('north'))
  await times(10, () => fail('tablet'))
  for (let junk = 0; junk < 170; junk++) {
    limits.clock.advance(1)
    await call(`junk ${junk}`)
  }
  await expect(call('north')).rejects.toMatchObject(isOver)
  await expect(fail('tablet')).rejects.toMatchObject(isOver)
  expect(await rows()).toHaveLength(22)
})

test('what has ended leaves the table', async () => {
  for (let shop = 0; shop < 10; shop++) await times(9, () => call(`shop ${shop}`))
  limits.clock.advance(hourMs)
  await times(10, () => call('north'))
  expect(await rows()).toHaveLength(1)
})

test('what visitors typed is not to be read in the table', async () => {
  await limits.limiter.take('send code', { shop: 'north', phone: '+15550102000', address: '203.0.113.1' })
  expect(JSON.stringify(await rows())).not.toMatch(/5550102000|north|203\.0/)
})
