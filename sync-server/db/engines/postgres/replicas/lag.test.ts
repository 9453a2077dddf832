import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Lag } from './lag.ts'

it('is none where all is there that was written', () => {
  const lag = new Lag(0)
  lag.note({ written: 100, atMs: 1_000 }, 100)
  expect([lag.bytes, lag.msAt(9_000)]).toEqual([0, 0])
  lag.note({ written: 100, atMs: 2_000 }, 140)
  expect([lag.bytes, lag.msAt(9_000)]).toEqual([0, 0])
})

it('is the time since the database was where the replica is', () => {
  const lag = new Lag(0)
  lag.note({ written: 100, atMs: 1_000 }, 100)
  lag.note({ written: 200, atMs: 6_000 }, 100)
  lag.note({ written: 300, atMs: 11_000 }, 250)
  expect([lag.bytes, lag.msAt(12_000)]).toEqual([50, 6_000])
  lag.note({ written: 300, atMs: 16_000 }, 300)
  expect([lag.bytes, lag.msAt(17_000)]).toEqual([0, 0])
})

it('is not known before the first look, nor while the replica is away', () => {
  const lag = new Lag(0)
  expect([lag.bytes, lag.msAt(5_000)]).toEqual([undefined, undefined])
  lag.note({ written: 100, atMs: 1_000 }, 0)
  expect(lag.msAt(5_000)).toBe(5_000)
  lag.forget()
  expect([lag.bytes, lag.msAt(5_000)]).toEqual([undefined, undefined])
})

it('grows for as long as a replica stands still, however long that is, and ends when it is there', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), (looks) => {
      const lag = new Lag(0)
      lag.note({ written: 0, atMs: 0 }, 0)
      for (let look = 1; look <= looks; look++) lag.note({ written: look, atMs: look * 1_000 }, 0)
      expect(lag.msAt(looks * 1_000)).toBe(looks * 1_000)
      lag.note({ written: looks, atMs: looks * 1_000 }, looks)
      expect(lag.msAt(looks * 1_000)).toBe(0)
    }),
  )
})
