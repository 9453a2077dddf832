import { expect, test } from 'vitest'
import { dayToEnd, endToLastDay } from './token-end.ts'

test('a token works through its last day, where the person is', () => {
  for (const day of ['2026-03-03', '2026-03-29', '2026-10-25', '2026-12-31']) {
    const end = new Date(dayToEnd(day))
    expect([end.getHours(), end.getMinutes()]).toEqual([0, 0])
    const last = new Date(endToLastDay(end.toISOString()))
    expect(`${last.getFullYear()}-${String(last.getMonth() + 1).padStart(2, '0')}-${String(last.getDate()).padStart(2, '0')}`).toBe(day)
  }
})
