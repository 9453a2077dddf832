import { expect, it } from 'vitest'
import { clockToText } from './clock-words.ts'

it.each([
  [-400 * 86_400_000, "This device's clock is 400 days ahead. Times are corrected; set the clock."],
  [86_400_000 + 5_000, "This device's clock is 1 day behind. Times are corrected; set the clock."],
  [-3 * 3_600_000 + 900, "This device's clock is 3 hours ahead. Times are corrected; set the clock."],
  [11 * 60_000, "This device's clock is 11 minutes behind. Times are corrected; set the clock."],
])('a clock that needs %d ms says how far off it is', (correctionMs, text) => {
  expect(clockToText(correctionMs)).toBe(text)
})
