import { expect, test } from 'vitest'
import type { Invoice } from '../../collections/work/invoices.ts'
import { toInvoicePaper } from './invoice-paper.ts'

const seller = { name: 'Harbor Repairs', currency: 'EUR', taxMode: 'none' }
const issued = (values: object): Invoice =>
  ({
    kind: 'invoice',
    state: 'issued',
    correctsId: null,
    suppliedAt: null,
    dueAt: null,
    note: null,
    lines: '[]',
    taxes: '[]',
    seller: JSON.stringify(seller),
    buyer: JSON.stringify({ name: 'Ann' }),
    ...values,
  }) as Invoice
const first = issued({ id: 'one', number: '2026-0001', issuedAt: '2026-03-01T10:00:00.000Z', total: 100 })
const credit = issued({ id: 'two', kind: 'credit-note', number: 'CN-2026-0001', issuedAt: '2026-03-02T10:00:00.000Z', correctsId: 'one', total: 30 })
const second = issued({ id: 'three', number: '2026-0002', issuedAt: '2026-03-03T10:00:00.000Z', total: 50 })
const paid = (paymentAmount: number, kind: string | null = null) => ({ createdAt: '2026-02-01T10:00:00.000Z', paymentAmount, kind, method: 'cash' })
const profile = { paymentLink: 'https://pay.example/{ticket}/{amount}', iban: 'DE89370400440532013000', bankName: null, terms: 'Soon' }
const paperOf = (invoice: Invoice, documents: readonly Invoice[], payments: readonly ReturnType<typeof paid>[]) =>
  toInvoicePaper({ invoice, documents, payments, profile, ticket: 'H-1' })

test('an invoice tells its credit notes, payments less refunds, the balance, and how it can be paid (INV-04)', () => {
  const paper = paperOf(first, [first, credit], [paid(40), paid(10, 'refund')])
  expect(paper).toMatchObject({ total: 100, paid: 30, balance: 40, corrects: null, terms: 'Soon' })
  expect(paper?.credits).toEqual([{ number: 'CN-2026-0001', issuedAt: credit.issuedAt, total: 30 }])
  expect(paper?.payments.map(({ amount }) => amount)).toEqual([40, -10])
  expect(paper?.pay).toMatchObject({ link: 'https://pay.example/H-1/40.00', transfer: { iban: profile.iban } })
  expect(paper?.pay?.transfer?.qr?.split('\n')).toEqual(['BCD', '002', '1', 'SCT', '', 'Harbor Repairs', profile.iban, 'EUR40.00', '', '', '2026-0001'])
  expect(paperOf(first, [first], [paid(100)])).toMatchObject({ balance: 0, pay: null })
})

test('payments count once where an order has several invoices, and not for one that was taken back', () => {
  const documents = [second, first, credit]
  expect(paperOf(first, documents, [paid(90)])).toMatchObject({ paid: 70, balance: 0 })
  expect(paperOf(second, documents, [paid(90)])).toMatchObject({ paid: 20, balance: 30 })
  const whole = issued({ ...credit, total: 100 })
  expect(paperOf(first, [first, whole], [paid(20)])).toMatchObject({ paid: 0, balance: 0, pay: null })
  expect(paperOf(second, [first, whole, second], [paid(20)])).toMatchObject({ paid: 20, balance: 30 })
})

test('a credit note names its invoice and asks for nothing, and a draft has no paper', () => {
  expect(paperOf(credit, [first, credit], [paid(20)])).toMatchObject({
    corrects: { number: '2026-0001', issuedAt: first.issuedAt },
    payments: [],
    balance: null,
    pay: null,
  })
  expect(paperOf(issued({ id: 'four', number: null, issuedAt: null, seller: null, buyer: null }), [], [])).toBeUndefined()
})
