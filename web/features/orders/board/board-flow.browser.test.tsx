import { expect, test } from 'vitest'
import { cdp, page, type Locator } from 'vitest/browser'
// Brings the types for cdp().
import type {} from '@vitest/browser-playwright'
import { orderStatusIdByName, type OrderStatusName } from '#schema/values/order-status.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { expectAddress, expectCount, press, toast, type Within } from '#web/testing/screen.ts'
import { addCustomer, addOrder, readOrders } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

const column = (name: OrderStatusName): Locator => page.css(`[data-column="${orderStatusIdByName[name]}"]`)
const cardOf = (within: Within, text: string): Locator => within.css('[data-card]').filter({ hasText: text })

type Point = { x: number; y: number }

/** Sends a touch to the outer page, which has the tested page in a frame. */
async function touch(type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: Point[]): Promise<void> {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, window.innerWidth)
  const scale = frame.width / window.innerWidth
  await cdp().send('Input.dispatchTouchEvent', { type, touchPoints: points.map(({ x, y }) => ({ x: frame.left + x * scale, y: frame.top + y * scale })) })
}

/** Long-presses a card, moves it to the centre of the target and releases. */
async function dragByFinger(from: Locator, to: Locator): Promise<void> {
  const [start, end] = [from.element().getBoundingClientRect(), to.element().getBoundingClientRect()]
  const [x, y] = [start.x + 40, start.y + 30]
  const [toX, toY] = [end.x + end.width / 2, end.y + end.height / 2]
  await touch('touchStart', { x, y })
  // The drag starts after the long press; earlier moves scroll the column.
  await expect
    .poll(async () => {
      await touch('touchMove', { x: x + 1, y })
      return document.querySelector('[data-dnd-overlay]')?.textContent
    })
    .toContain('Board Bea')
  for (let step = 1; step <= 8; step++) await touch('touchMove', { x: x + ((toX - x) * step) / 8, y: y + ((toY - y) * step) / 8 })
  await expect.poll(() => to.element().className).toContain('outline-2')
  await touch('touchEnd')
}

test('an order is moved by keyboard and by finger without a network, and back by Undo and with Back (BOARD-01)', async () => {
  const shop = makeShop()
  const customerId = await addCustomer(shop, { name: 'Board Bea' })
  for (const itemDetails of ['Red radio', 'Blue radio', 'Green radio']) await addOrder(shop, { customerId, itemDetails, status: 'Lead' })
  const app = await renderShop({ shop })
  app.goOffline()
  await page.getByRole('button', { name: 'Show as board' }).click()
  await expectAddress(/\?view=board$/)
  await expectCount(column('Lead').css('[data-card]'), 3)
  await expect.element(column('Picked up').getByRole('button', { expanded: false })).toBeVisible()

  await press('Space', cardOf(page, 'Red radio'))
  await press('ArrowRight')
  await expect.element(page.getByRole('status').filter({ hasText: 'over Diagnosis, 0 orders.' })).toBeInTheDocument()
  await press('Space')
  await expect.element(cardOf(column('Diagnosis'), 'Red radio')).toHaveFocus()
  await expect.element(toast()).toMatchTextContent('Status: Diagnosis')
  await toast().getByRole('button', { name: 'Undo' }).click()
  await expect.element(cardOf(column('Lead'), 'Red radio')).toBeVisible()

  await dragByFinger(cardOf(page, 'Blue radio'), column('Diagnosis'))
  await expect.element(cardOf(column('Diagnosis'), 'Blue radio')).toBeVisible()
  await expectCount(column('Lead').css('[data-card]'), 2)
  // Wait for the drop animation to end.
  await expect.poll(() => document.querySelector('[data-dnd-overlay]')?.textContent ?? '').toBe('')
  await press('Enter', cardOf(column('Diagnosis'), 'Blue radio'))
  await expect.element(page.getByRole('dialog', { name: 'Edit Order' })).toBeVisible()
  history.back()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  history.back()
  await expect.element(page.getByRole('grid', { name: 'Orders' })).toMatchTextContent('Diagnosis')

  await app.goOnline()
  const orders = await readOrders(shop)
  expect(Object.fromEntries(orders.map(({ itemDetails, orderStatusId }) => [itemDetails, orderStatusId]))).toEqual({
    'Red radio': orderStatusIdByName['Lead'],
    'Blue radio': orderStatusIdByName['Diagnosis'],
    'Green radio': orderStatusIdByName['Lead'],
  })
})
