import { describe, expect, test } from 'vitest'
import { withPlainLineEnds } from './plain-line-ends.ts'

describe('texts in a form', () => {
  test('have the line ends that a browser gives back, and are else as they were stored', () => {
    expect(withPlainLineEnds({ notes: 'one\r\ntwo\rthree\nfour\r\n', count: 3, none: null, isPaid: true })).toEqual({
      notes: 'one\ntwo\nthree\nfour\n',
      count: 3,
      none: null,
      isPaid: true,
    })
  })

  test('are the very same object where nothing is to be done', () => {
    const values = { notes: 'one\ntwo', name: '' }
    expect(withPlainLineEnds(values)).toBe(values)
  })
})
