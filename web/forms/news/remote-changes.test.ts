import { describe, expect, it } from 'vitest'
import { findRemoteChanges, textToPreview } from './remote-changes.ts'

const opened = { quotedCost: '80', orderNotes: '', priority: false }

describe('changes of others while a form is open', () => {
  it('names what differs from the form as it was opened', () => {
    expect(findRemoteChanges(opened, { ...opened, quotedCost: '85' }, opened)).toEqual(['quotedCost'])
    expect(findRemoteChanges(opened, opened, { ...opened, quotedCost: '90' })).toEqual([])
  })

  it('is silent where both came to the same', () => {
    expect(findRemoteChanges(opened, { ...opened, priority: true }, { ...opened, priority: true })).toEqual([])
  })

  it('says a value in one line', () => {
    expect(textToPreview(' a\n b ')).toBe('a b')
    expect(textToPreview('')).toBe('empty')
    expect(textToPreview('x'.repeat(500))).toHaveLength(120)
  })
})
