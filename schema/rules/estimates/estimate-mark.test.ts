import { expect, test } from 'vitest'
import { findEstimateMark } from './estimate-mark.ts'

const estimate = (version: number, state: string, createdAt = `2026-03-0${version + 1}T09:00:00.000Z`) => ({ version, state, createdAt })

test.each([
  ['no estimate', [], null],
  ['a draft', [estimate(1, 'draft')], null],
  ['one that was sent', [estimate(1, 'sent')], 'waiting'],
  ['one that was declined', [estimate(1, 'declined')], 'declined'],
  ['one that was approved', [estimate(1, 'approved')], null],
  ['one that was withdrawn', [estimate(1, 'withdrawn')], null],
  ['a draft after a no', [estimate(1, 'declined'), estimate(2, 'draft')], 'declined'],
  ['a new one after a no, whatever the order', [estimate(2, 'sent'), estimate(1, 'declined')], 'waiting'],
  ['a yes after a no', [estimate(1, 'declined'), estimate(2, 'approved')], null],
  ['a no after a yes', [estimate(1, 'approved'), estimate(2, 'declined')], 'declined'],
  ['a spoken no that the server does not know yet', [estimate(1, 'approved'), estimate(0, 'declined', '2026-03-04T09:00:00.000Z')], 'declined'],
  [
    'the later of two that it does not know',
    [estimate(0, 'declined', '2026-03-04T10:00:00.000Z'), estimate(0, 'approved', '2026-03-04T09:00:00.000Z')],
    'declined',
  ],
])('of %s the list says what the customer has to say to the newest (EST-03)', (_case, estimates, expected) => {
  expect(findEstimateMark(estimates)).toBe(expected)
})
