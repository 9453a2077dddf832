import '../../../styles/app.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { toWaysToPay } from '#schema/rules/money/pay-online.ts'
import { readerFormat } from '#web/inputs/time/time.ts'
import { type PaperOrder, type PaperShop, sizeByReceiptPaper } from '../paper.ts'
import { Paper } from '../paper-stack.tsx'
import { JobSheet } from '../order-papers-dialog.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'

const at = '2026-03-04T10:00:00.000Z'
const shop: PaperShop = {
  name: 'Fix',
  address: null,
  phone: '+1 212 555 0147',
  email: 'hello@fix.example',
  website: null,
  taxId: null,
  terms: null,
  receiptFooter: null,
  otherTexts: {},
  language: 'en',
  logo: null,
}
const order: PaperOrder = {
  orderId: 'one',
  customerId: 'c',
  isSale: false,
  ticket: 'REPAIR1204201',
  code: 'https://shop.example/fix/t/REPAIR1204201',
  customerName: 'Ada',
  language: 'en',
  customerLines: ['Quay Builders and Daughters of Harbor Town', 'Ada', '1 Dock Road', 'Harbor, ME 04001'],
  customerTaxId: 'DE129273398',
  customerPhones: ['+1 212 555 0100', '+1 212 555 0101'],
  device: 'Radio',
  issue: 'Silent',
  requests: null,
  notes: null,
  status: 'New',
  assignee: null,
  isPriority: false,
  isRepeat: false,
  createdAt: at,
  dueAt: null,
  warranty: { until: '2026-06-30', days: 90 },
  quotedCost: '1234567.5',
  pay: toWaysToPay(
    {
      currency: 'EUR',
      paymentLink: 'https://pay.example/a-shop-with-a-long-name/{ticket}?amount={amount}&currency=EUR',
      iban: 'DE89370400440532013000',
      bankName: 'Commerzbank',
    },
    { shopName: 'Fix', balance: 99.9, ticket: 'F-123456' },
  ),
  invoiceFollows: false,
  payments: [
    { text: null, amount: 1_000_000.25, isAfterTax: false, method: 'cash', at },
    { text: null, amount: 2_000_000.25, isAfterTax: false, method: 'cash', at },
  ],
  balance: {
    total: 101_765_432.6,
    net: 85_517_170.25,
    tax: 16_248_262.35,
    taxes: [{ name: 'Value added tax', percent: 19, base: 85_517_170.25, tax: 16_248_262.35 }],
    paid: 3_000_000.5,
    balance: 98_765_432.1,
  },
  taxMode: 'exclusive',
  exemptReason: null,
  lines: [
    { text: 'Display', quantity: '1' },
    { text: 'شاشة اللمس', quantity: '2' },
    { text: 'A part with a name that needs more than one line of a narrow roll', quantity: '1.5' },
  ],
  items: [
    { text: null, quantity: '1', unitPrice: null, amount: 1_234_567.5 },
    { text: 'Display', quantity: '1', unitPrice: 1_234_567.89, amount: 1_234_567.89 },
    { text: 'شاشة اللمس', quantity: '2', unitPrice: 1_234_567.89, amount: 2_469_135.78 },
    { text: 'A part with a name that needs more than one line of a narrow roll', quantity: '1.5', unitPrice: 10, amount: null },
    { text: 'Regular customer (10%)', quantity: '1', unitPrice: null, amount: -370_000.11 },
  ],
  handedIn: ['Charger', 'حقيبة'],
  tests: [
    {
      item: 'Camera',
      outcomes: [
        { phase: 'before', result: 'fail', note: 'cracked lens' },
        { phase: 'after', result: 'pass', note: '' },
      ],
    },
  ],
}
const sizes = Object.values(sizeByReceiptPaper)

/** Lines of text that an element's content takes. */
const countLines = (element: Element): number => {
  const range = document.createRange()
  range.selectNodeContents(element)
  return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => Math.round(bottom))).size
}

test.each(sizes.map((size) => [size.name, size] as const))('no amount and no ticket breaks, and none leaves the paper: %s', async (_name, size) => {
  const { container } = await render(
    <Paper size={size} place={0}>
      <ReceiptSheet kind="pick-up" shop={shop} order={order} size={size} format={readerFormat} printedAt={at} />
    </Paper>,
  )
  expect(container.querySelector('.paper-facts')?.textContent).toContain('Camera: before fail (cracked lens), after pass')
  expect(container.querySelector('.paper-facts')?.textContent).toContain('Warrantyuntil Jun 30, 2026')
  const whole = [...container.querySelectorAll('.paper-amount, .paper-ticket')]
  expect(whole.length).toBeGreaterThan(8)
  expect(whole.filter((element) => countLines(element) > 1).map(({ textContent }) => textContent)).toEqual([])
  const paper = container.querySelector('.paper')
  const edge = (paper?.getBoundingClientRect().right ?? 0) - Number.parseFloat(getComputedStyle(paper ?? document.body).paddingRight)
  expect([...container.querySelectorAll('.paper *')].filter((box) => box.getBoundingClientRect().right > edge + 1)).toEqual([])
})

test("the shop's terms and footer stand in the customer's language where the shop wrote them in it (LANG-01)", async () => {
  const own = { ...shop, terms: 'Pay here', receiptFooter: 'Bye', otherTexts: { de: { terms: 'Hier zahlen', receiptFooter: null } } }
  const print = async (language: 'de' | 'fr') => {
    const { container } = await render(
      <ReceiptSheet kind="pick-up" shop={own} order={{ ...order, language }} size={sizeByReceiptPaper.A4} format={readerFormat} printedAt={at} />,
    )
    return container.textContent
  }
  expect(await print('de')).toMatch(/Hier zahlen.*Bye/)
  expect(await print('fr')).toMatch(/Pay here.*Bye/)
})

test("a sale's receipt says how long its warranty lasts (WARR-01)", async () => {
  const sale = { ...order, isSale: true }
  const { container } = await render(<ReceiptSheet kind="pick-up" shop={shop} order={sale} size={sizeByReceiptPaper.A4} format={readerFormat} printedAt={at} />)
  expect(container.querySelector('.paper-facts')?.textContent).toContain('Warrantyuntil Jun 30, 2026')
})

test.each(sizes.map((size) => [size.name, size] as const))(
  'a job sheet lists each part in a line of its own, its quantity in front: %s',
  async (_name, size) => {
    const { container } = await render(
      <Paper size={size} place={0}>
        <JobSheet order={order} size={size} format={readerFormat} withPasscode={false} />
      </Paper>,
    )
    const parts = [...container.querySelectorAll('li')]
    expect(parts.map(({ textContent }) => textContent)).toEqual([
      'Display',
      '2 × شاشة اللمس',
      '1.5 × A part with a name that needs more than one line of a narrow roll',
      'Charger',
      'حقيبة',
      'Camera: before fail (cracked lens), after pass',
      '+1 212 555 0100',
      '+1 212 555 0101',
    ])
    const [quantity, text] = parts[1]?.querySelectorAll('bdi') ?? []
    expect(quantity?.getBoundingClientRect().right).toBeLessThanOrEqual((text?.getBoundingClientRect().left ?? 0) + 1)
    const tops = parts.slice(0, 3).map((part) => part.getBoundingClientRect().top)
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    expect(new Set(tops).size).toBe(3)
  },
)
