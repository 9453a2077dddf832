import { describe, expect, it } from 'vitest'
import { mergeField, type Json, type MergePolicy } from '#schema/values/merge.ts'
import { forgottenToBase } from './ops.ts'

const tryAgain = (policy: MergePolicy, held: Json, typed: Json) =>
  mergeField(policy, { base: forgottenToBase(policy, held, typed), current: held, next: typed })

describe('a change whose author’s sight of the row is forgotten, tried again', () => {
  it('replaces what somebody set and says so, takes an empty field, and leaves what is the same', () => {
    expect(tryAgain('set', 'Of another', 'Typed')).toEqual({ value: 'Typed', outcome: 'replaced', replaced: 'Of another' })
    expect(tryAgain('set', false, true)).toMatchObject({ value: true, outcome: 'replaced' })
    expect(tryAgain('set', null, 'Typed')).toEqual({ value: 'Typed', outcome: 'taken' })
    expect(tryAgain('set', 'Typed', 'Typed')).toMatchObject({ outcome: 'unchanged' })
  })

  it('empties a field that somebody emptied', () => {
    expect(tryAgain('set', 'Of another', null)).toEqual({ value: null, outcome: 'taken' })
    expect(tryAgain('text', 'A\nB', '')).toMatchObject({ value: '', outcome: 'taken' })
  })

  it('adds lines to those of others, takes none away and doubles none', () => {
    expect(tryAgain('text', 'First\nOf another', 'First\nTyped')).toMatchObject({ value: 'First\nOf another\nTyped', outcome: 'merged' })
    expect(tryAgain('text', 'First\nOf another', 'Typed\nFirst')).toMatchObject({ value: 'Typed\nFirst\nOf another' })
    expect(tryAgain('text', null, 'Typed')).toMatchObject({ value: 'Typed', outcome: 'taken' })
    expect(tryAgain('text', 'screw\nscrew', 'screw\nTyped')).toMatchObject({ value: 'screw\nscrew\nTyped' })
  })

  it('takes a line away where nothing else was meant', () => {
    expect(tryAgain('text', 'First\nSecond', 'First')).toMatchObject({ value: 'First', outcome: 'taken' })
  })

  it('leaves a stock at the count that was typed, never adds that count to it', () => {
    expect(tryAgain('sum', 4, 3)).toMatchObject({ value: 3, outcome: 'taken' })
  })
})
