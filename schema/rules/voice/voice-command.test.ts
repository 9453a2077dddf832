import { describe, expect, it } from 'vitest'
import { applySpokenText } from './voice-command.ts'

describe('a spoken phrase', () => {
  it.each([
    ['', 'cracked screen', 'cracked screen'],
    ['Front', 'cracked screen ', 'Front cracked screen'],
    ['Front:\n', 'cracked', 'Front:\ncracked'],
    ['Front', '   ', 'Front'],
    ['Front', 'please clear text', 'Front please clear text'],
  ])('behind %j, %j makes %j', (current, spoken, expected) => {
    expect(applySpokenText(current, spoken)).toBe(expected)
  })

  it.each(['clear text', 'Clear text.', ' CLEAR  TEXT ', 'empty the text', 'Empty the text!'])('%j empties the field', (spoken) => {
    expect(applySpokenText('Front cracked', spoken)).toBe('')
  })
})
