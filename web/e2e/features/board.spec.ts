import type { CDPSession, Locator, Page } from '@playwright/test'
import { orderStatusIdByName, type OrderStatusName } from '#schema/values/order-status.ts'
import { expect, test, toast, waitUntilSynced } from '../harness/fixtures.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

const column = (page: Page, name: OrderStatusName): Locator => page.locator(`[data-column="${orderStatusIdByName[name]}"]`)
const cardOf = (within: Page | Locator, text: string): Locator => within.locator('[data-card]').filter({ hasText: text })

/** A finger that rests on a card, carries it to the middle of the other place and lets go. */
async function dragByFinger(finger: CDPSession, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (start === null || end === null) throw new Error('Nothing to drag')
  const [x, y] = [start.x + 40, start.y + 30]
  const [toX, toY] = [end.x + end.width / 2, end.y + end.height / 2]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [{ x, y }])
  // The card follows once the finger has rested; until then it scrolls the column.
  await expect(async () => {
    await touch('touchMove', [{ x: x + 1, y }])
    await expect(from.page().locator('[data-dnd-overlay]')).toBeVisible({ timeout: 100 })
  }).toPass()
  for (let step = 1; step <= 8; step++) await touch('touchMove', [{ x: x + ((toX - x) * step) / 8, y: y + ((toY - y) * step) / 8 }])
  await touch('touchEnd', [])
}

test.describe('the board of orders', () => {
  test('an order is moved by keyboard and by finger without a network, and back by Undo and with Back (BOARD-01)', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Board Bea' })
    for (const itemDetails of ['Red radio', 'Blue radio', 'Green radio']) await addOrder(shop, { customerId, itemDetails, status: 'Lead' })
    const { page, context } = await newDevice(shop.person, { at: shop.path, context: { hasTouch: true, viewport: { width: 1024, height: 768 } } })
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Show as board' }).click()
    await expect(page).toHaveURL(/\?view=board$/)
    await expect(column(page, 'Lead').locator('[data-card]')).toHaveCount(3)
    await expect(column(page, 'Picked up').getByRole('button', { expanded: false })).toBeVisible()

    await cardOf(page, 'Red radio').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('status').filter({ hasText: 'over Diagnosis, 0 orders.' })).toBeAttached()
    await page.keyboard.press('Space')
    await expect(cardOf(column(page, 'Diagnosis'), 'Red radio')).toBeFocused()
    await expect(toast(page)).toContainText('Status: Diagnosis')
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await expect(cardOf(column(page, 'Lead'), 'Red radio')).toBeVisible()

    await dragByFinger(await context.newCDPSession(page), cardOf(page, 'Blue radio'), column(page, 'Diagnosis'))
    await expect(cardOf(column(page, 'Diagnosis'), 'Blue radio')).toBeVisible()
    await expect(column(page, 'Lead').locator('[data-card]')).toHaveCount(2)
    // A card that has just been dropped may still be on its way to its place.
    await expect(async () => {
      await cardOf(column(page, 'Diagnosis'), 'Blue radio').press('Enter', { timeout: 2_000 })
      await expect(page.getByRole('dialog', { name: 'Edit Order' })).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.goBack()
    await expect(page.getByRole('grid', { name: 'Orders' })).toContainText('Diagnosis')

    await context.setOffline(false)
    await waitUntilSynced(page)
    const orders = await shop.api.read<{ itemDetails: string; orderStatusId: string }[]>(`/api/${shop.id}/orders`)
    expect(new Map(orders.map(({ itemDetails, orderStatusId }) => [itemDetails, orderStatusId]))).toEqual(
      new Map([
        ['Red radio', orderStatusIdByName['Lead']],
        ['Blue radio', orderStatusIdByName['Diagnosis']],
        ['Green radio', orderStatusIdByName['Lead']],
      ]),
    )
  })
})
