import { describe, expect, it } from 'vitest'
import { checkpointsAreEqual, isBehindAnswers, toAsked, withNoted } from './pull-checkpoints.ts'

const known = { epoch: 'one', seq: 5, mark: 'five' }
const reached = { seq: 9, mark: 'nine' }
const answered = { epoch: 'one', seq: 7, mark: 'seven' }

describe('what the server is asked to vouch for', () => {
  it('is what an answer to a push reached beyond the checkpoint', () => {
    expect(toAsked(known, answered)).toEqual({ ...known, answered: { seq: 7, mark: 'seven' } })
  })

  it('is that beside the head at which the last page was read, wherever each lies', () => {
    for (const seq of [6, 9, 12]) expect(toAsked({ ...known, reached }, { ...answered, seq })).toEqual({ ...known, reached, answered: { seq, mark: 'seven' } })
  })

  it('is nothing more where no answer lies beyond the checkpoint, or in another epoch', () => {
    for (const place of [undefined, { ...answered, seq: 5 }, { ...answered, epoch: 'two' }]) {
      expect(isBehindAnswers(known, place)).toBe(false)
      expect(toAsked({ ...known, reached }, place)).toEqual({ ...known, reached })
    }
  })
})

describe('what is noted with the first rows of a page', () => {
  it('is the head at which the page was read, in place of the one of the page before', () => {
    const from = { shop: { ...known, reached: { seq: 8, mark: 'eight' } } }
    expect(withNoted(from, { shop: { epoch: 'one', seq: 6, mark: 'six', reached } })).toEqual({ shop: { ...known, reached } })
  })

  it('is the last row of the last page', () => {
    expect(withNoted({ shop: known }, { shop: { epoch: 'one', seq: 6, mark: 'six' } })).toEqual({ shop: { ...known, reached: { seq: 6, mark: 'six' } } })
  })

  it('is nothing of a page that reaches nothing new, and leaves other shops as they are', () => {
    expect(withNoted({ shop: known }, { shop: { ...known, reached } })).toBeUndefined()
    expect(withNoted({ shop: known, other: known }, { shop: { ...known, seq: 6 }, other: { ...known, reached } })).toEqual({
      shop: { ...known, reached: { seq: 6, mark: 'five' } },
      other: known,
    })
  })
})

describe('a checkpoint', () => {
  it('is another one when the pull got to the end of the feed without a row, so that live rows are taken again', () => {
    expect(checkpointsAreEqual({ shop: { ...known, reached } }, { shop: known })).toBe(false)
    expect(checkpointsAreEqual({ shop: { ...known, reached } }, { shop: { ...known, reached: { ...reached } } })).toBe(true)
  })
})
