import { expect, test } from 'vitest'
import { toPaidAtIssue } from './paid-at-issue.ts'

const toInstant = (day: number): string => `2026-03-0${day}T09:00:00.000Z`
const [monday, tuesday, wednesday, thursday] = [toInstant(2), toInstant(3), toInstant(4), toInstant(5)]
const paid = (createdAt: string, paymentAmount: number, kind: string | null = null) => ({ createdAt, paymentAmount, kind })
const invoice = { id: 'one', kind: 'invoice', issuedAt: tuesday, total: 100 }

test('what was paid at the issue are deposits less refunds until then, at most the total', () => {
  const payments = [paid(monday, 40), paid(tuesday, 5, 'refund'), paid(wednesday, 65)]
  expect(toPaidAtIssue(invoice, { payments, documents: [invoice] })).toBe(35)
  expect(toPaidAtIssue(invoice, { payments: [paid(monday, 400)], documents: [] })).toBe(100)
  expect(toPaidAtIssue(invoice, { payments: [paid(monday, 5, 'refund')], documents: [] })).toBe(0)
})

test('an invoice that follows a credited one gets the payments that became free', () => {
  const credit = { id: 'two', kind: 'credit-note', issuedAt: wednesday, total: 30 }
  const next = { id: 'three', kind: 'invoice', issuedAt: thursday, total: 20 }
  const documents = [invoice, credit, next, { ...next, id: 'draft', issuedAt: null }]
  expect(toPaidAtIssue(next, { payments: [paid(monday, 90)], documents })).toBe(20)
  expect(toPaidAtIssue(next, { payments: [paid(monday, 75)], documents })).toBe(5)
  expect(toPaidAtIssue(credit, { payments: [paid(monday, 90)], documents })).toBe(0)
})
