import '../../styles/app.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { InvoicePaper } from '#schema/rules/invoices/invoice-paper.ts'
import { createFormat } from '#schema/rules/shop/format.ts'
import { type PaperSize, sizeByReceiptPaper } from '#web/features/papers/paper.ts'
import { Paper } from '#web/features/papers/paper-stack.tsx'
import { InvoiceSheet } from '#web/sheets/invoice-sheet.tsx'

const format = createFormat({ currency: 'EUR', locale: 'en-GB', timeZone: 'UTC' }, { locale: 'en-GB', timeZone: 'UTC' })
const rated = { taxName: 'VAT', percent: 19, category: 'standard' } as const
const line = { lineId: null, kind: 'part', quantity: 1 } as const
const paper: InvoicePaper = {
  kind: 'invoice',
  number: '2026-0007',
  ticket: 'H-1042',
  issuedAt: '2026-03-02T10:00:00.000Z',
  suppliedAt: '2026-03-01T10:00:00.000Z',
  dueAt: '2026-03-16T22:59:59.999Z',
  corrects: null,
  seller: {
    name: 'Harbor Repairs and Sons of the Old Town, Limited Company',
    street: '1 Quay',
    postalCode: '20457',
    city: 'Hamburg',
    region: null,
    country: 'DE',
    address: null,
    taxId: 'DE123456789',
    email: 'hello@harbor.example',
    phone: '+49 40 555 0100',
    currency: 'EUR',
    taxMode: 'exclusive',
  },
  buyer: {
    name: '李小龙',
    company: 'شركة الإصلاح المتحدة (2024)',
    street: '2 Ring Road of the Very Long Name That Needs More Than One Line',
    postalCode: '75001',
    city: 'Paris',
    region: null,
    country: 'FR',
    taxId: 'FR40303265045',
    email: null,
  },
  lines: [
    {
      id: '1',
      ...line,
      kind: 'quote',
      description: 'Repair as quoted',
      unitPrice: 1_234_567.5,
      net: 1_234_567.5,
      tax: 234_567.83,
      total: 1_469_135.33,
      ...rated,
    },
    { id: '2', ...line, description: 'شاشة اللمس 6.1', quantity: 1.5, unitPrice: 100, net: 150, tax: 28.5, total: 178.5, ...rated },
    {
      id: '3',
      ...line,
      description: '电池更换 – a battery with a description that needs more than one line of a narrow roll',
      quantity: 2,
      unitPrice: 9.99,
      net: 19.98,
      tax: 1,
      total: 20.98,
      taxName: 'GST + QST',
      percent: 14.975,
      category: 'reduced',
    },
    { id: '4', ...line, kind: 'discount', description: 'Regular customer', unitPrice: -50, net: -50, tax: -9.5, total: -59.5, ...rated },
  ],
  taxes: [
    { name: 'VAT', percent: 19, category: 'standard', base: 1_234_667.5, tax: 234_586.83 },
    {
      name: 'GST + QST',
      percent: 14.975,
      category: 'reduced',
      base: 19.98,
      tax: 2.99,
      parts: [
        { name: 'GST', percent: 5, tax: 1 },
        { name: 'QST', percent: 9.975, tax: 1.99 },
      ],
    },
  ],
  net: 1_234_687.48,
  tax: 234_589.82,
  total: 1_469_277.3,
  credits: [{ number: 'CN-2026-0001', issuedAt: '2026-03-05T10:00:00.000Z', total: 77.3 }],
  payments: [
    { at: '2026-02-20T10:00:00.000Z', method: 'cash', amount: 1_000 },
    { at: '2026-03-03T10:00:00.000Z', method: 'card', amount: -200 },
  ],
  paid: 800,
  balance: 1_468_400,
  pay: {
    currency: 'EUR',
    amount: 1_468_400,
    ticket: '2026-0007',
    link: 'https://pay.example/harbor?amount=1468400.00&for=H-1042',
    transfer: {
      name: 'Harbor Repairs',
      iban: 'DE89370400440532013000',
      bankName: 'Hanse Bank',
      qr: 'BCD\n002\n1\nSCT\n\nHarbor Repairs\nDE89370400440532013000\nEUR1468400.00\n\n\n2026-0007',
    },
  },
  note: 'Thank you for your trust.',
  terms: 'Payable without deduction. The goods stay ours until they are paid.',
}
const shop = { website: 'harbor.example', footer: 'See you again!', logo: null, locale: 'en-GB' }
const show = (size: PaperSize, shown: InvoicePaper) =>
  render(
    <Paper size={size} place={0}>
      <InvoiceSheet paper={shown} shop={shop} format={format} />
    </Paper>,
  )

/** Lines of text that an element's content takes. */
const countLines = (element: Element): number => {
  const range = document.createRange()
  range.selectNodeContents(element)
  return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => Math.round(bottom))).size
}

const sizes = Object.values(sizeByReceiptPaper).map((size) => [size.name, size] as const)

test.each(sizes)('an invoice breaks no amount, and nothing leaves the paper: %s (INV-04)', async (_name, size) => {
  const { container } = await show(size, paper)
  const whole = [...container.querySelectorAll('.paper-amount, .paper-ticket')].filter((element) => getComputedStyle(element).display !== 'none')
  expect(whole.length).toBeGreaterThan(12)
  expect(whole.filter((element) => countLines(element) > 1).map(({ textContent }) => textContent)).toEqual([])
  const sheet = container.querySelector('.paper')
  const edge = (sheet?.getBoundingClientRect().right ?? 0) - Number.parseFloat(getComputedStyle(sheet ?? document.body).paddingRight)
  expect([...container.querySelectorAll('.paper *')].filter((box) => box.getBoundingClientRect().right > edge + 1)).toEqual([])
  // Each text has its own direction.
  const arabic = [...container.querySelectorAll('bdi')].find(({ textContent }) => textContent === paper.buyer.company)
  expect(arabic && getComputedStyle(arabic).direction).toBe('rtl')
})

const sumsOf = (container: Element): string[] =>
  [...container.querySelectorAll('.paper-invoice-sums tr')].map((row) => [...row.children].map(({ textContent }) => textContent).join(' = '))

test('the sums of an invoice: tax by rate and part, credits, payments, and the balance with its ways to pay', async () => {
  const { container } = await show(sizeByReceiptPaper.A4, paper)
  expect(sumsOf(container)).toEqual([
    'Net = €1,234,687.48',
    'VAT 19% on €1,234,667.50 = €234,586.83',
    'GST 5% on €19.98 = €1.00',
    'QST 9.975% on €19.98 = €1.99',
    'Total = €1,469,277.30',
    'Credit note CN-2026-0001, 5 Mar 2026 = -€77.30',
    'Paid 20 Feb 2026, cash = -€1,000.00',
    'Refunded 3 Mar 2026, card = €200.00',
    'Balance due = €1,468,400.00',
  ])
  expect(container.querySelectorAll('.paper-pay [data-code="qr"]')).toHaveLength(2)
  expect(container.querySelector('.paper-pay')?.textContent).toContain('DE89 3704 0044 0532 0130 00Hanse BankReference 2026-0007')
  const facts = [...container.querySelectorAll('.paper-document .paper-fact')].map((fact) =>
    [...fact.children].map(({ textContent }) => textContent).join(': '),
  )
  expect(facts).toEqual(['Date: 2 Mar 2026', 'Date of supply: 1 Mar 2026', 'Due: 16 Mar 2026', 'Order: H-1042'])
})

test('an exempt customer’s invoice tells the reason, and a credit note names the invoice that it corrects', async () => {
  const taxes = [{ name: 'Exempt', percent: 0, category: 'exempt', base: 100, tax: 0, reason: 'Diplomatic mission' }] as const
  const exempt = { ...paper, taxes: [...taxes], net: 100, tax: 0, total: 100, credits: [], payments: [], paid: 0, pay: null }
  const { container } = await show(sizeByReceiptPaper['80mm'], { ...exempt, balance: 100 })
  expect(sumsOf(container)).toEqual(['Net = €100.00', 'No tax on €100.00: Diplomatic mission = €0.00', 'Total = €100.00', 'Balance due = €100.00'])
  const note = await show(sizeByReceiptPaper.letter, {
    ...exempt,
    kind: 'credit-note',
    number: 'CN-2026-0002',
    balance: null,
    corrects: { number: '2026-0007', issuedAt: paper.issuedAt },
  })
  expect(note.container.querySelector('.paper-document')?.textContent).toContain('Credit noteCN-2026-0002Corrects invoice2026-0007, 2 Mar 2026')
  expect(sumsOf(note.container).at(-1)).toBe('Credited = €100.00')
})
