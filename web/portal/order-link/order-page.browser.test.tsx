import '../../styles/app.css'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { LinkedOrder } from '#schema/api/links/order-links.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { createOrderLinkApi } from './order-link-api.ts'
import { OrderPage } from './order-page.tsx'

const at = '2026-03-02T10:00:00.000Z'
const repair: LinkedOrder['order'] = {
  id: '00000000-0000-7000-8000-000000000001',
  ticket: 'H-1042',
  itemDetails: 'iPhone 12',
  issueDescription: 'Broken glass',
  orderStatusId: orderStatusIdByName['Picked up'],
  quotedCost: null,
  dueTimestamp: null,
  createdAt: at,
  statusChangedAt: at,
}
const toLinked = (order: LinkedOrder['order']): LinkedOrder => ({
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
  openingHours: null,
  color: null,
  customerPortal: false,
  order,
  pay: null,
  estimate: null,
  messages: [],
})

test('WARR-01: the customer’s page says until when a repair is under warranty, and nothing of it before the pick-up', async () => {
  const show = (order: LinkedOrder['order']) => (
    <OrderPage key={order.warrantyUntil} api={createOrderLinkApi('token')} first={{ state: 'ok', value: toLinked(order) }} />
  )
  const { rerender } = await render(show(repair))
  await expect.element(page.getByRole('heading', { name: 'iPhone 12' })).toBeVisible()
  await expect.element(page.getByText('Warranty until')).not.toBeInTheDocument()
  await rerender(show({ ...repair, warrantyUntil: '2026-05-31' }))
  await expect.element(page.getByRole('term').filter({ hasText: 'Warranty until' })).toBeVisible()
  await expect.element(page.getByRole('definition').filter({ hasText: 'May 31, 2026' })).toBeVisible()
})
