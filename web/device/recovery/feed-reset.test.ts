import { describe, expect, it } from 'vitest'
import { toCompared, toStart } from '../storage/rows/checkpoint-table.ts'

describe('a feed that is asked for again from its start', () => {
  it('keeps the furthest place that tells its life from another one', () => {
    expect(toStart({ epoch: 'one', seq: 9, mark: 'nine' })).toEqual({ epoch: 'one', seq: 0, reached: { seq: 9, mark: 'nine' } })
    expect(toStart({ epoch: 'one', seq: 9, mark: 'nine', reached: { seq: 12, mark: 'twelve' } })).toEqual({
      epoch: 'one',
      seq: 0,
      reached: { seq: 12, mark: 'twelve' },
    })
    expect(toStart({ epoch: 'one', seq: 9, mark: 'nine', reached: { seq: 7, mark: 'seven' } })).toEqual({
      epoch: 'one',
      seq: 0,
      reached: { seq: 9, mark: 'nine' },
    })
  })

  it('loses nothing when it is asked for from its start twice', () => {
    const once = toStart({ epoch: 'one', seq: 9, mark: 'nine' })
    expect(toStart(once)).toEqual(once)
  })

  it('stays as it is where two lives are being compared, or where no mark was ever known', () => {
    const compared = toCompared({ epoch: 'one', seq: 9, mark: 'nine' })
    expect(toStart(compared)).toEqual(compared)
    expect(toStart({ epoch: 'one', seq: 9 })).toEqual({ epoch: 'one', seq: 0 })
  })
})
