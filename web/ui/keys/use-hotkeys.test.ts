import { expect, test } from 'vitest'
import { createHotkeyMatcher, parseHotkey, sequenceTimeoutMs } from './use-hotkeys.ts'

const hotkeys = ['/', 'n', 'c', 'g o', 'g c', '?', 'mod+k', 'Escape']

function pressAll(keys: string[], stepMs = 100) {
  const matcher = createHotkeyMatcher(hotkeys)
  return keys.map((key, index) => matcher.press({ key }, index * stepMs))
}

test('a hotkey is read as its steps', () => {
  expect(parseHotkey('g o')).toEqual(['g', 'o'])
  expect(parseHotkey('Mod+K')).toEqual(['mod+k'])
  expect(parseHotkey('?')).toEqual(['?'])
  expect(parseHotkey('Escape')).toEqual(['Escape'])
})

test('single keys answer at once, in either case', () => {
  expect(pressAll(['n', '/', '?', 'N', 'Escape'])).toEqual(['n', '/', '?', 'n', 'Escape'])
})

test('a sequence answers at its last key and wins over the single key', () => {
  expect(pressAll(['g', 'c', 'c'])).toEqual([undefined, 'g c', 'c'])
})

test('a sequence that waits too long is forgotten', () => {
  expect(pressAll(['g', 'o'], sequenceTimeoutMs + 1)).toEqual([undefined, undefined])
  expect(pressAll(['g', 'c'], sequenceTimeoutMs + 1)).toEqual([undefined, 'c'])
})

test('a wrong second key ends the sequence and is matched as a new first key', () => {
  expect(pressAll(['g', 'n'])).toEqual([undefined, 'n'])
  expect(pressAll(['g', 'x', 'o'])).toEqual([undefined, undefined, undefined])
  expect(pressAll(['g', 'g', 'o'])).toEqual([undefined, undefined, 'g o'])
})

test('modifiers keep plain keys silent', () => {
  const matcher = createHotkeyMatcher(hotkeys)
  expect(matcher.press({ key: 'n', ctrlKey: true }, 0)).toBeUndefined()
  expect(matcher.press({ key: 'n', altKey: true }, 1)).toBeUndefined()
  expect(matcher.press({ key: 'k', metaKey: true }, 2)).toBe('mod+k')
  expect(matcher.press({ key: 'k' }, 3)).toBeUndefined()
})
