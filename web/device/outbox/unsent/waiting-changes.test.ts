import { describe, expect, it } from 'vitest'
import { type SendProgress, toSendProgress } from './waiting-changes.ts'

const follow = (counts: readonly number[]): SendProgress =>
  counts.slice(1).reduce<SendProgress>((progress, waiting, index) => toSendProgress(progress, counts[index] ?? 0, waiting), null)

describe('the progress of sending', () => {
  it('counts what has gone since changes began to wait, with new ones on top', () => {
    expect(follow([0, 10_000, 9_900, 6_600])).toEqual({ done: 3_400, total: 10_000 })
    expect(follow([0, 10, 5, 6, 4])).toEqual({ done: 7, total: 11 })
  })

  it('starts over when nothing is left', () => {
    expect(follow([0, 10, 0])).toBeNull()
    expect(follow([0, 10, 0, 1])).toEqual({ done: 0, total: 1 })
  })
})
