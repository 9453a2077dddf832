import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PricesPage } from './prices-page.tsx'

const profile = {
  address: null,
  phone: null,
  email: null,
  website: null,
  currency: 'EUR',
  locale: 'de-DE',
  language: 'en',
  timeZone: null,
  countryCode: '+49',
  logo: null,
} as const
const service = { device: 'Apple iPhone 12', name: 'Screen', price: 129, minutes: 90, warrantyDays: 180 }

test('PRICES-01: anybody reads the prices by device, finds a repair by a word, and is told where the shop shows none', async () => {
  await page.viewport(390, 844)
  const services = [
    service,
    { ...service, name: 'Battery', price: null, warrantyDays: 0 },
    ...Array.from({ length: 8 }, (_, index) => ({ ...service, device: `Galaxy S${index}` })),
  ]
  const shown = { shop: { id: 'id', code: 'fix', name: 'Fix' }, profile, color: null, services }
  const api = { read: () => Promise.resolve({ state: 'not-open', message: '' } as const) }
  const screen = await render(<PricesPage api={api} first={{ state: 'ok', value: shown }} />)
  const phone = screen.getByRole('region', { name: 'Apple iPhone 12' })
  await expect.element(phone.getByText('1 hr 30 min · 180 days warranty')).toBeVisible()
  await expect.element(phone.getByText(/129[.,]00/)).toBeVisible()
  await expect.element(phone.getByText('Ask us')).toBeVisible()
  await screen.getByRole('searchbox', { name: 'Search the prices' }).fill('s3 scr')
  await expect.element(screen.getByRole('region', { name: 'Galaxy S3' })).toBeVisible()
  await expect.element(phone).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await screen.unmount()
  const none = await render(<PricesPage api={api} first={{ state: 'not-open', message: '' }} />)
  await expect.element(none.getByText('The shop shows no price list at this address.')).toBeVisible()
})
