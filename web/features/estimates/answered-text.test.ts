import { expect, test } from 'vitest'
import type { Estimate } from '#schema/collections/work/estimates.ts'
import { answeredToText, findAnswered } from './answered-text.ts'

const estimate = (state: Estimate['state'], decidedBy: Estimate['decidedBy'] = null): Estimate => ({
  id: 'e1',
  shopId: 's1',
  seq: 1,
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-01T09:00:00.000Z',
  orderId: 'o1',
  version: 1,
  lines: '[]',
  total: 10,
  net: 10,
  tax: 0,
  note: null,
  state,
  validUntil: null,
  decidedAt: null,
  decidedName: null,
  decidedBy,
  consentNote: null,
})

test('tells of the answers that customers gave by their links, each once, and of nothing that was known', () => {
  const approved = estimate('approved', 'customer')
  const declined = estimate('declined', 'customer')
  expect(
    findAnswered([
      { row: approved, previous: estimate('sent') },
      { row: declined, previous: estimate('draft') },
      // No news: answered before, recorded by staff, first download, only sent.
      { row: approved, previous: approved },
      { row: estimate('approved', 'staff'), previous: estimate('sent') },
      { row: approved, previous: undefined },
      { row: estimate('sent'), previous: estimate('draft') },
    ]),
  ).toEqual([approved, declined])
})

test('says which order, who, and what', () => {
  expect(answeredToText({ state: 'approved', decidedName: 'Mary Smith' }, 'H-12')).toBe('H-12: Mary Smith approved the estimate')
  expect(answeredToText({ state: 'declined', decidedName: null }, 'H-12')).toBe('H-12: The customer declined the estimate')
})
