import { describe, expect, it } from 'vitest'
import { findCaret, skipSeparator, typedToPhone } from './phone-input.tsx'

describe('phone input', () => {
  it('keeps digits only, at most 15', () => {
    expect(typedToPhone('(555) 12a', 9, '+1').digits).toBe('55512')
    expect(typedToPhone('1'.repeat(20), 20, '+1').digits).toHaveLength(15)
  })

  it('keeps the caret behind the digit that was typed, across the dashes', () => {
    expect(typedToPhone('5551', 4, '+1')).toEqual({ digits: '5551', caret: 5 })
    expect(typedToPhone('559-51234', 3, '+1')).toEqual({ digits: '55951234', caret: 3 })
    expect(typedToPhone('', 0, '+1')).toEqual({ digits: '', caret: 0 })
  })

  it('finds the place behind the n-th digit', () => {
    expect(findCaret('555-123-4567', 0)).toBe(0)
    expect(findCaret('555-123-4567', 3)).toBe(3)
    expect(findCaret('555-123-4567', 4)).toBe(5)
    expect(findCaret('555-123-4567', 10)).toBe(12)
  })

  it('deletes the digit next to a dash, not the dash', () => {
    expect(skipSeparator('Backspace', '555-1', 4)).toBe(3)
    expect(skipSeparator('Delete', '555-1', 3)).toBe(4)
    expect(skipSeparator('Backspace', '555-1', 5)).toBeUndefined()
    expect(skipSeparator('a', '555-1', 4)).toBeUndefined()
    expect(skipSeparator('Backspace', '+44', 1)).toBeUndefined()
  })
})
