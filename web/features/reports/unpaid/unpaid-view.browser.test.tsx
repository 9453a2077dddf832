import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderShop } from '#web/testing/render-shop.tsx'
import { bodyRows, dialogOf, expectTextsContaining, field } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000)

test('Unpaid lists what is owed with its age and sum, without leads and cancelled orders; the other views have one CSV each and no tax', async () => {
  const shop = makeShop({ privileges: ['view_report'] })
  const customerId = await addCustomer(shop, { name: 'Uma Unpaid' })
  const add = (itemDetails: string, quotedCost: string, days: number, status: 'Fixed' | 'Lead' | 'Cancelled' | 'Picked up' = 'Fixed') =>
    addOrder(shop, { customerId, itemDetails, quotedCost, status }, daysAgo(days))
  await add('Young yoyo', '30.50', 2)
  const oldId = await add('Old organ', '120', 40, 'Picked up')
  await add('Lead lamp', '50', 3, 'Lead')
  await add('Cancelled camera', '60', 3, 'Cancelled')
  const paidId = await add('Paid piano', '10', 3)
  await shop.api.write(shop.id, [
    createOp('payments', { orderId: oldId, paymentAmount: 20, method: 'cash' }),
    createOp('payments', { orderId: paidId, paymentAmount: 10, method: 'cash' }),
  ])
  const rowsOf = (collection: 'payments' | 'costs' | 'order_lines') => () => shop.api.pullAll(collection)
  const rest = { 'GET /api/*/payments': rowsOf('payments'), 'GET /api/*/costs': rowsOf('costs'), 'GET /api/*/order-lines': rowsOf('order_lines') }
  await renderShop({ shop, at: `/${shop.id}/reports`, rest })
  const csv = page.getByRole('button', { name: /CSV/ })
  await expect.element(page.getByRole('checkbox', { name: 'Exclude Tax (%)' })).toBeVisible()
  await page.getByRole('button', { name: 'Cash-up', exact: true }).click()
  await expect.element(page.getByRole('region', { name: 'Cash-up by day' })).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'Exclude Tax (%)' })).not.toBeInTheDocument()
  expect(csv.elements()).toHaveLength(1)

  await page.getByRole('button', { name: 'Unpaid', exact: true }).click()
  const table = page.getByRole('grid', { name: 'Unpaid orders' })
  await expectTextsContaining(bodyRows(table), ['Old organ', 'Young yoyo'])
  await expectTextsContaining(bodyRows(table), ['40 d$20.00$100.00', '2 d$30.50'])
  await expect.element(page.getByText('To pay, 2 orders')).toBeVisible()
  await expect.element(page.getByText('$130.50')).toBeVisible()
  expect(csv.elements()).toHaveLength(1)
  await shop.api.write(shop.id, [createOp('payments', { orderId: oldId, paymentAmount: 100, method: 'card' })])
  await expectTextsContaining(bodyRows(table), ['Young yoyo'])
  await bodyRows(table).click()
  await expect.element(field(dialogOf('Edit Order'), 'Device Details')).toHaveValue('Young yoyo')
})
