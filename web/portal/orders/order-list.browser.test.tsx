import '../../styles/app.css'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { orderStatusIdByName, type OrderStatusName } from '#schema/values/order-status.ts'
import { createPortalApi, type PortalApi, type PublicOrder } from '../portal-api.ts'
import { profileToFormat } from '../profile-format.ts'
import { OrderList } from './order-list.tsx'

const toOrder = (itemDetails: string, status: OrderStatusName): PublicOrder => ({
  id: itemDetails,
  ticket: 'H-1',
  itemDetails,
  issueDescription: 'Silent',
  orderStatusId: orderStatusIdByName[status],
  quotedCost: null,
  dueTimestamp: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  statusChangedAt: '2026-03-01T12:00:00.000Z',
})

async function openList(orders: PublicOrder[], more: Partial<PortalApi> = {}) {
  await page.viewport(360, 740)
  const api = { ...createPortalApi('shop'), readOrders: () => Promise.resolve({ ok: true, value: orders } as const), ...more }
  const customer = { id: 'ada', name: 'Ada' }
  return render(<OrderList api={api} customer={customer} format={profileToFormat(undefined)} onUnverified={() => {}} onCreate={() => {}} />)
}

test('what is over is folded under the orders that a customer still waits for, and opens by pointer and by keys', async () => {
  const screen = await openList([toOrder('Walkman', 'Picked up'), toOrder('Radio', 'Fixed'), toOrder('Camera', 'Cancelled'), toOrder('Phone', 'Lead')])
  const headings = () => [...document.querySelectorAll('h3')].filter((heading) => heading.checkVisibility()).map(({ textContent }) => textContent)
  const summary = screen.getByText('2 finished orders')
  await expect.element(summary).toBeVisible()
  expect(headings()).toEqual(['Phone', 'Radio'])
  expect(summary.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await summary.click()
  await expect.poll(headings).toEqual(['Phone', 'Radio', 'Walkman', 'Camera'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(headings).toEqual(['Phone', 'Radio'])
})

test('a customer whose orders are all over sees them at once', async () => {
  const screen = await openList([toOrder('Walkman', 'Picked up')])
  await expect.element(screen.getByRole('heading', { name: 'Walkman' })).toBeVisible()
})

test('an order that came with the name of its device alone tells it once', async () => {
  const screen = await openList([{ ...toOrder('Radio', 'Fixed'), issueDescription: 'Radio' }, toOrder('Phone', 'Lead')])
  await expect.element(screen.getByText('Silent')).toBeVisible()
  expect(screen.getByText('Radio').elements()).toHaveLength(1)
})

test('an order opens its own page, with what was written; one that ended long ago does not', async () => {
  const asked: string[] = []
  const answers = [
    { ok: false, failure: { isUnverified: false, message: undefined, issues: [], retryAfterSeconds: undefined } } as const,
    { ok: true, value: { url: '#its-page' } } as const,
  ]
  const screen = await openList(
    [{ ...toOrder('Radio', 'Lead'), ticket: 'H-7' }, toOrder('Old phone', 'Picked up')].map((order) => ({
      ...order,
      statusChangedAt: '2020-01-01T12:00:00.000Z',
    })),
    {
      linkOrder: (id) => {
        asked.push(id)
        return Promise.resolve(answers.shift() ?? expect.fail())
      },
    },
  )
  const open = screen.getByRole('button', { name: /^Open order/ })
  await expect.element(open).toHaveAccessibleName('Open order H-7')
  expect(open.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await open.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Check your connection and try again.')
  await open.click()
  await expect.poll(() => window.location.hash).toBe('#its-page')
  expect(asked).toEqual(['Radio', 'Radio'])
  window.history.replaceState(null, '', window.location.pathname + window.location.search)
})
