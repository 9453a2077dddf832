import '../../styles/app.css'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { PublicInvoice } from '#schema/api/links/invoices.ts'
import { InvoicePage } from './invoice-page.tsx'

const shown: PublicInvoice = {
  shop: { id: '00000000-0000-7000-8000-000000000000', code: 'harbor', name: 'Harbor Repairs' },
  profile: {
    address: null,
    phone: null,
    email: null,
    website: null,
    currency: 'USD',
    locale: 'en-US',
    language: 'en',
    timeZone: 'UTC',
    countryCode: '+1',
    logo: null,
  },
  color: null,
  footer: 'See you again!',
  paper: {
    kind: 'invoice',
    number: '2026-0007',
    ticket: 'H-1042',
    issuedAt: '2026-03-02T10:00:00.000Z',
    suppliedAt: null,
    dueAt: null,
    corrects: null,
    seller: {
      name: 'Harbor Repairs',
      street: null,
      postalCode: null,
      city: null,
      region: null,
      country: null,
      address: '1 Quay',
      taxId: 'DE1',
      email: null,
      phone: null,
      currency: 'EUR',
      taxMode: 'none',
    },
    buyer: { name: 'Ann Lee', company: null, street: null, postalCode: null, city: null, region: null, country: null, taxId: null, email: null },
    lines: [
      {
        id: '1',
        lineId: null,
        kind: 'part',
        description: 'A battery with a description that needs more than one line on a telephone',
        quantity: 2,
        unitPrice: 50,
        net: 100,
        tax: 0,
        total: 100,
        taxName: '',
        percent: 0,
        category: 'none',
      },
    ],
    taxes: [],
    net: 100,
    tax: 0,
    total: 100,
    credits: [],
    payments: [],
    paid: 0,
    balance: 100,
    pay: { currency: 'USD', amount: 80, ticket: 'INV-1', link: 'https://pay.example/1042', transfer: null },
    note: null,
    terms: null,
  },
}

test('the customer’s page is the paper, in the currency of the document, also on a telephone (INV-04)', async () => {
  await page.viewport(360, 740)
  const api = { read: async () => ({ state: 'ok' as const, value: shown }), logoAddress: '' }
  const { container } = await render(<InvoicePage api={api} first={{ state: 'no-answer' }} />)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { name: 'Invoice', exact: true })).toBeVisible()
  expect(document.title).toBe('Invoice 2026-0007 · Harbor Repairs')
  await expect.element(page.getByRole('row', { name: /^Balance due/ })).toHaveTextContent('Balance due€100.00')
  await expect.element(page.getByRole('link', { name: 'https://pay.example/1042' })).toHaveAttribute('href', 'https://pay.example/1042')
  expect(container.scrollWidth).toBeLessThanOrEqual(360)
})
