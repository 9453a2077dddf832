import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { orderStatusIdByName, type OrderStatusName } from '#schema/values/order-status.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { dialogOf, expectTexts, field, choice, rowWith, toast } from '#web/testing/screen.ts'
import { addCustomer, addOrder, readOrders } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

const dialog = dialogOf('Edit Order')
const head = () => dialog.getByRole('region', { name: 'Order at a glance' })
const next = () => head().getByRole('group', { name: 'Next status' }).getByRole('button')
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

async function openOrder(values: { dueTimestamp?: string; status?: OrderStatusName }) {
  await page.viewport(1024, 768)
  const shop = makeShop()
  const customerId = await addCustomer(shop, { name: 'Hanna Head', company: 'Head & Sons', phone: '5550101111' })
  await addOrder(shop, { customerId, itemDetails: 'Head radio', quotedCost: '80', ...values })
  const app = await renderShop({ shop })
  await rowWith('Head radio').click()
  await expect.element(head()).toBeVisible()
  return { shop, app }
}

test('the head answers whose, what, how far, when and how much without scrolling at 1024 × 768, with one primary button', async () => {
  await openOrder({ dueTimestamp: daysAgo(2) })
  await expect.element(head().getByText('Head radio')).toBeVisible()
  await expect.element(head().getByText('Hanna Head')).toBeVisible()
  await expect.element(head()).toMatchTextContent('Head & Sons')
  await expect.element(head()).toMatchTextContent('555-010-1111')
  await expect.element(head()).toMatchTextContent('2 d late')
  await expect.element(head().getByLabelText('Balance')).toHaveTextContent('Quote $80.00 · paid $0.00 · to pay $80.00')
  const { bottom } = head().element().getBoundingClientRect()
  expect(bottom).toBeLessThanOrEqual(350)
  const primary = () =>
    dialog
      .getByRole('button')
      .elements()
      .filter(({ classList }) => classList.contains('bg-accent'))
      .map(({ textContent }) => textContent)
  expect(primary()).toEqual(['Take payment'])
  await field(dialog, 'Issue Description').fill('Hums')
  await expect.poll(primary).toEqual(['Save Changes'])
})

test('a likely next status is saved at once, offline too, and taken back by Undo; what is typed beside it stays', async () => {
  const { shop, app } = await openOrder({ status: 'In Progress' })
  const status = async () => (await readOrders(shop))[0]?.orderStatusId
  await expectTexts(next(), ['Fixed', 'Waiting For Part', 'Not Fixable'])
  app.goOffline()
  await field(dialog, 'Order Notes').fill('Typed meanwhile')
  await next().nth(0).click()
  await expect.element(toast()).toMatchTextContent('Status: Fixed')
  await expectTexts(next(), ['Picked up', 'In Progress'])
  await expect.element(choice(dialog, 'Order Status')).toHaveValue(orderStatusIdByName.Fixed)
  await app.goOnline()
  await expect.poll(status).toBe(orderStatusIdByName.Fixed)
  await toast().getByRole('button', { name: 'Undo' }).click()
  await expectTexts(next(), ['Fixed', 'Waiting For Part', 'Not Fixable'])
  await expect.element(choice(dialog, 'Order Status')).toHaveValue(orderStatusIdByName['In Progress'])
  await expect.element(dialog.getByText(/is now/)).not.toBeInTheDocument()
  await expect.element(field(dialog, 'Order Notes')).toHaveValue('Typed meanwhile')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect
    .poll(async () => (await readOrders(shop)).map(({ orderStatusId, orderNotes }) => [orderStatusId, orderNotes]))
    .toEqual([[orderStatusIdByName['In Progress'], 'Typed meanwhile']])
})
