import { expect, it } from 'vitest'
import { makePin, pinIterations, pinPattern, readWait, type StoredPin, tryPin } from './pin.ts'

const at = (seconds: number): Date => new Date(Date.UTC(2026, 2, 2, 9) + seconds * 1_000)
const few = 1_000

async function failTimes(stored: StoredPin, times: number, fromSeconds = 0): Promise<StoredPin> {
  let next = stored
  for (let count = 0; count < times; count++) ({ next } = await tryPin(next, '0000', at(fromSeconds)))
  return next
}

it('is four to twelve digits, stored salted and hashed slowly', async () => {
  expect(['1234', '123456789012'].every((pin) => pinPattern.test(pin))).toBe(true)
  expect(['123', '1234567890123', '12a4', ''].some((pin) => pinPattern.test(pin))).toBe(false)
  const [one, other] = await Promise.all([makePin('2468'), makePin('2468')])
  expect(one).toMatchObject({ iterations: pinIterations, failures: 0 })
  expect(pinIterations).toBeGreaterThanOrEqual(600_000)
  expect(one.hash).not.toBe(other.hash)
  expect(JSON.stringify(one)).not.toContain('2468')
  expect((await tryPin(one, '2468', at(0))).isRight).toBe(true)
  expect((await tryPin(one, '2469', at(0))).isRight).toBe(false)
})

it('waits after five wrong tries, longer with each, and refuses even the right PIN meanwhile', async () => {
  const five = await failTimes(await makePin('2468', few), 5)
  expect(readWait(await failTimes(await makePin('2468', few), 4), at(0))).toBe(0)
  expect(readWait(five, at(0))).toBe(30_000)
  expect(await tryPin(five, '2468', at(29))).toEqual({ isRight: false, next: five })
  const six = await failTimes(five, 1, 30)
  expect(readWait(six, at(30))).toBe(60_000)
  expect(readWait({ ...six, failures: 50 }, at(30))).toBe(3_600_000)
  const right = await tryPin(six, '2468', at(90))
  expect(right).toMatchObject({ isRight: true, next: { failures: 0 } })
})

it('waits no longer than usual after wrong tries that were made while the clock was days ahead', async () => {
  const five = await failTimes(await makePin('2468', few), 5)
  const setBack = -10 * 86_400
  const { isRight, next } = await tryPin(five, '2468', at(setBack))
  expect([isRight, readWait(next, at(setBack))]).toEqual([false, 30_000])
  expect(readWait(next, at(setBack + 31))).toBe(0)
  expect((await tryPin(next, '2468', at(setBack + 31))).isRight).toBe(true)
})

it('waits as long when the clock is set back', async () => {
  const five = await failTimes(await makePin('2468', few), 5)
  expect(readWait(five, at(-86_400))).toBe(30_000)
})
