import { expect, test } from 'vitest'
import { readDraft } from './use-kept-draft.ts'
import { secondsUntil, toResendText } from '../identity/use-countdown.ts'
import { issuesToProblems } from './use-submission.ts'

const empty = { name: '', phone: '' }

test('a stored draft is restored, and unknown stored data is ignored', () => {
  expect(readDraft(JSON.stringify({ name: 'Ana', phone: '555' }), empty)).toEqual({ name: 'Ana', phone: '555' })
  expect(readDraft(JSON.stringify({ name: 'Ana', phone: 5, admin: 'yes' }), empty)).toEqual({ name: 'Ana', phone: '' })
  for (const broken of [null, '', '{', '[]', '"text"', 'null', '7']) expect(readDraft(broken, empty)).toEqual(empty)
})

test('a countdown shows whole seconds and ends at 0', () => {
  expect([0, 1, 59_001, 60_000, 90_000].map((nowMs) => secondsUntil(60_000, nowMs))).toEqual([60, 60, 1, 0, 0])
  expect([60, 91, 3600].map(toResendText)).toEqual(['Resend code in 60 s', 'Resend code in 2 min', 'Resend code in 60 min'])
})

test('the server’s issues find their fields, the first of each', () => {
  const issues = [
    { path: 'customerPhone', message: 'one' },
    { path: 'customerPhone', message: 'two' },
    { path: 'shopId', message: 'not a field' },
  ]
  expect(issuesToProblems(issues, { customerPhone: 'phone' })).toEqual({ phone: 'one' })
})
