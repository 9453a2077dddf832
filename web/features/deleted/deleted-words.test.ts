import { describe, expect, it } from 'vitest'
import { needsToText, wentWithToText } from './deleted-words.ts'

describe('the words of the list of deleted rows', () => {
  it('count what went along', () => {
    expect(
      wentWithToText([
        { collection: 'payments', count: 2 },
        { collection: 'tasks', count: 1 },
        { collection: 'checklist_selections', count: 3 },
      ]),
    ).toBe('2\u00a0payments, 1\u00a0task, 3\u00a0checklist ticks')
    expect(wentWithToText([])).toBe('')
  })

  it('name what a row cannot do without, where that may be named', () => {
    expect(needsToText('customers', 'Ada')).toBe('Its customer is deleted too: “Ada”')
    expect(needsToText('orders', null)).toBe('Its order is deleted too')
  })
})
