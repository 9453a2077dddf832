import { expect, test } from 'vitest'
import { findNextRow } from './use-roving-rows.ts'

test('arrows move by one and stop at the ends', () => {
  expect(findNextRow('ArrowDown', 0, 3)).toBe(1)
  expect(findNextRow('ArrowDown', 2, 3)).toBe(2)
  expect(findNextRow('ArrowUp', 0, 3)).toBe(0)
})

test('Home and End lead to the ends, other keys nowhere', () => {
  expect(findNextRow('Home', 2, 3)).toBe(0)
  expect(findNextRow('End', 0, 3)).toBe(2)
  expect(findNextRow('Tab', 0, 3)).toBeUndefined()
  expect(findNextRow('ArrowDown', 0, 0)).toBeUndefined()
})
