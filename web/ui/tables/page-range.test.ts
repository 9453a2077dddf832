import { expect, test } from 'vitest'
import { pageNumberToText, pageRangeToText, readPageRange } from './page-range.ts'

test('the texts of a full and of the last page are the documented ones', () => {
  expect(pageRangeToText(readPageRange(1, 20, 45))).toBe('Showing 1-20 of 45 entries')
  expect(pageNumberToText(readPageRange(1, 20, 45))).toBe('Page 1 of 3')
  expect(pageRangeToText(readPageRange(3, 20, 45))).toBe('Showing 41-45 of 45 entries')
  expect(pageNumberToText(readPageRange(3, 20, 45))).toBe('Page 3 of 3')
})

test('an empty list is one page that shows nothing', () => {
  expect(pageRangeToText(readPageRange(1, 20, 0))).toBe('Showing 0-0 of 0 entries')
  expect(pageNumberToText(readPageRange(1, 20, 0))).toBe('Page 1 of 1')
})

test('a page beyond the end or before the start is brought back', () => {
  expect(readPageRange(9, 20, 45).page).toBe(3)
  expect(readPageRange(-1, 20, 45).page).toBe(1)
  expect(readPageRange(2, 20, 40)).toEqual({ page: 2, pageCount: 2, first: 21, last: 40, total: 40 })
})
