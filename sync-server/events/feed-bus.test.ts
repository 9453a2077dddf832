import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OwnSeqRanges } from './feed-bus.ts'

test('numbers count as own only where each of them was taken here, whenever that is told', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ isOwn: fc.boolean(), size: fc.integer({ min: 1, max: 3 }), isLate: fc.boolean() }), { maxLength: 20 }), (commits) => {
      const own = new OwnSeqRanges()
      const late: (() => void)[] = []
      let seq = 0
      let known: number | undefined = 0
      let foreign = false
      for (const { isOwn, size, isLate } of commits) {
        const range = { after: seq, to: seq + size }
        seq += size
        if (!isOwn) foreign = true
        else if (isLate) late.push(() => own.add('shop', range))
        else own.add('shop', range)
        if (late.length > 2) {
          // Before all ranges are added, missing seqs count as another process's.
          if (foreign) expect(own.covers('shop', known, seq)).toBe(false)
          own.forget(new Map([['shop', seq]]))
          known = seq
          foreign = false
          for (const tell of late.splice(0)) tell()
        }
      }
      for (const tell of late.splice(0)) tell()
      expect(own.covers('shop', known, seq)).toBe(!foreign)
    }),
  )
})

test('a shop that was never looked at is not known', () => {
  const own = new OwnSeqRanges()
  own.add('shop', { after: 0, to: 5 })
  expect(own.covers('shop', undefined, 5)).toBe(false)
  own.forget(new Map())
  expect(own.covers('shop', 0, 5)).toBe(false)
})
