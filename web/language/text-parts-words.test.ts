import { expect, test } from 'vitest'
import { describeTextParts } from './text-parts-words.ts'

test('the parts of a text message are told with the sign that makes them shorter', () => {
  expect(describeTextParts('Ready')).toBe('1 text (5 of 160 letters)')
  expect(describeTextParts(`“${'a'.repeat(160)}`)).toBe('2 texts (161 of 306 letters)')
  expect(describeTextParts('Ready 😀')).toBe('1 text (8 of 70 letters; 😀 makes texts shorter)')
})
