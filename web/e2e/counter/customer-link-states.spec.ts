import type { Page } from '@playwright/test'
import type { LinkedOrder } from '#schema/api/links/order-links.ts'
import { orderStatusIdByName, type OrderStatusName } from '#schema/values/order-status.ts'
import { findFaults, findFaultsOfDark } from '../harness/find-faults.ts'
import { expect, field, test, type TestShop } from '../harness/fixtures.ts'
import { holdRequests } from '../harness/hold-requests.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

const yellow = '#ffd400'

const itemDetails = 'Camera with a stuck lens and a very long name that has to go on the next line'

async function makeLink(shop: TestShop): Promise<string> {
  const customerId = await addCustomer(shop, { name: 'Lina Link' })
  const orderId = await addOrder(shop, { customerId, itemDetails, status: 'In Progress' })
  const { body } = await shop.api.call<{ url: string }>('POST', `/api/${shop.id}/orders/${orderId}/links`)
  return new URL(body.url, 'http://any').pathname
}

async function expectNoFaults(page: Page): Promise<void> {
  expect(await findFaults(page)).toEqual([])
  expect(await findFaultsOfDark(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
}

test.use({ viewport: { width: 360, height: 780 }, hasTouch: true })

test('the page of a link can be read in every state, in both themes, in the shop’s own colour', { tag: '@long' }, async ({ makeShop, page, context }) => {
  const shop = await makeShop()
  const link = await makeLink(shop)
  let change = (shown: LinkedOrder): LinkedOrder => shown
  await page.route('**/api/public/order-links/*', async (route) => {
    const response = await route.fetch()
    const shown = (await response.json()) as LinkedOrder
    await route.fulfill({ response, json: response.ok() ? change({ ...shown, color: yellow, customerPortal: true }) : shown })
  })
  const show = async (order: { status: OrderStatusName } & Partial<LinkedOrder['order']>, rest: Partial<LinkedOrder> = {}): Promise<void> => {
    const { status, ...more } = order
    change = (shown) => ({ ...shown, ...rest, order: { ...shown.order, orderStatusId: orderStatusIdByName[status], ...more } })
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Camera with a stuck lens' })).toBeVisible()
  }

  await show(
    { status: 'Waiting For Approval', quotedCost: '89' },
    { estimate: { total: 89, lines: 2, validUntil: '2099-01-01T12:00:00.000Z' }, openingHours: 'Mon to Fri 9:00 to 18:00' },
  )
  await expect(page.getByRole('button', { name: 'Look at the estimate' })).toBeVisible()
  await expect(page.getByText('Please contact us')).toBeHidden()
  await expect(page).toHaveTitle(/^Camera .* · Shop /)
  const accent = await page.evaluate(() => document.documentElement.style.getPropertyValue('--accent'))
  expect(accent).toMatch(/^#[0-9a-f]{6}$/)
  expect(accent).not.toBe(yellow)
  await expectNoFaults(page)

  await show({ status: 'Waiting For Part' }, { messages: [{ id: '1', isOwn: true, text: 'Is it long?', at: '2026-03-01T12:00:00.000Z' }] })
  await expectNoFaults(page)
  await show({ status: 'Waiting For Part', issueDescription: itemDetails })
  await expect(page.getByText(itemDetails)).toHaveCount(1)
  await show({ status: 'Fixed', balance: { total: 89, net: 89, tax: 0, taxes: [], paid: 9, balance: 80 } })
  await expect(page.getByText('To pay')).toBeVisible()
  await expectNoFaults(page)
  for (const status of ['Picked up', 'Not Fixable', 'Cancelled'] as const) {
    await show({ status })
    await expectNoFaults(page)
  }

  await context.setOffline(true)
  await field(page, 'Message to the shop').fill('Can I come at five?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('What you typed is kept.')).toBeVisible()
  await expectNoFaults(page)
  await context.setOffline(false)

  await page.goto(`/${shop.code}/o/${'a'.repeat(43)}`)
  await expect(page.getByRole('heading', { name: 'This link is not open' })).toBeVisible()
  await expectNoFaults(page)
})

test('the page of a link says that it loads and asks for the order while most of its scripts are on their way', async ({ makeShop, page }) => {
  const link = await makeLink(await makeShop())
  const release = await holdRequests(page, /\/assets\/(?:react|common|order-page)-/)
  const asked = page.waitForRequest('**/api/public/order-links/*')
  await page.goto(link, { waitUntil: 'commit' })
  await asked
  await expect(page.getByRole('status')).toHaveText('Loading...')
  release()
  await expect(page.getByRole('heading', { name: itemDetails })).toBeVisible()
  await expect(page.getByRole('status')).toBeHidden()
})

test('a link leads to all orders of the customer, by a code', async ({ makeShop, page }) => {
  const shop = await makeShop()
  await shop.api.call('PUT', `/api/shops/${shop.id}/config`, { customerPortal: true })
  await page.goto(await makeLink(shop))
  await page.getByRole('link', { name: `All your orders at ${shop.name}` }).click()
  await expect(page.getByRole('dialog', { name: 'Verify Your Identity' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: /Check Order Status/ })).toBeVisible()
})
