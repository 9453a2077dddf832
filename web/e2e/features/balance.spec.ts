import { createOp } from '#scripts/process-tests/api-client.ts'
import { choice, expect, field, test, waitUntilSynced } from '../harness/fixtures.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

test('a card payment and a refund change what is to pay, the unpaid orders, the cash-up and its chart; all offline (BAL-01, BAL-02, PICT-01)', async ({
  newDevice,
  makeShop,
}) => {
  const shop = await makeShop({ privileges: ['view_report'] })
  const customerId = await addCustomer(shop, { name: 'Carla Paid' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Laptop with a quote', quotedCost: '120' })
  await addOrder(shop, { customerId, itemDetails: 'Phone without a price', quotedCost: 'after diagnosis' })
  const settledId = await addOrder(shop, { customerId, itemDetails: 'Watch that is paid', quotedCost: '30' })
  await shop.api.write(shop.id, [createOp('payments', { orderId: settledId, paymentAmount: 30, method: 'cash' })])
  const { page, context } = await newDevice(shop.person, { at: `/${shop.id}/orders/order/${orderId}` })
  await waitUntilSynced(page)
  // The app's own parts still come, as from a worker that holds them.
  await context.route('**/api/**', (route) => route.abort())

  const dialog = page.getByRole('dialog', { name: 'Edit Order' })
  const balance = dialog.getByLabel('Balance', { exact: true })
  await expect(balance).toHaveText('Quote $120.00 · paid $0.00 · to pay $120.00')
  await dialog.getByRole('button', { name: 'Add Payment' }).click()
  const payment = dialog.getByRole('group', { name: 'Add Payment' })
  await field(payment, 'Amount').fill('50')
  await choice(payment, 'Method').selectOption('Card')
  await field(payment, 'Amount').press('Enter')
  await expect(balance).toHaveText('Quote $120.00 · paid $50.00 · to pay $70.00')
  await dialog.getByRole('button', { name: 'Add Refund' }).click()
  const refund = dialog.getByRole('group', { name: 'Add Refund' })
  await field(refund, 'Amount').fill('10')
  await choice(refund, 'Method').selectOption('Cash')
  await field(refund, 'Amount').press('Enter')
  await expect(balance).toHaveText('Quote $120.00 · paid $40.00 · to pay $80.00')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Refund' })).toContainText('-$10.00')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()

  const orders = page.getByRole('grid', { name: 'Orders' })
  await page.getByRole('button', { name: 'Unpaid', exact: true }).click()
  await expect(orders.locator('tr[data-row-index]')).toHaveCount(1)
  await expect(orders.locator('tr[data-row-index]')).toContainText('Laptop with a quote')

  await page.getByRole('button', { name: 'Add Order' }).first().click()
  const intake = page.getByRole('dialog', { name: 'Add New Order' })
  await intake.getByRole('combobox', { name: 'Customer' }).fill('Carla')
  await page.getByRole('option', { name: /Carla Paid/ }).click()
  const owed = intake.getByRole('status').filter({ hasText: 'Carla Paid has $80.00 to pay' })
  await expect(owed.getByRole('link')).toHaveCount(1)
  await expect(owed.getByRole('link')).toHaveAttribute('href', new RegExp(`/order/${orderId}$`))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('link', { name: 'Reports' }).click()
  await page.getByRole('button', { name: 'Cash-up', exact: true }).click()
  const total = page.getByRole('row', { name: /^All days/ })
  await expect(total.getByRole('cell')).toHaveText(['$20.00', '$50.00', '–', '–', '–', '-$10.00', '$70.00'])
  await page.getByRole('button', { name: /^Print the cash-up of/ }).click()
  const paper = page.getByRole('region', { name: 'Preview' })
  await expect(paper).toContainText('Cash, refunded')
  await expect(paper.getByRole('row', { name: 'Total $70.00' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Charts', exact: true }).click()
  const bar = page.getByRole('link', { name: /, Income: \$70\.00$/ })
  await bar.click()
  await expect(page.getByRole('grid', { name: 'Report' }).locator('tr[data-row-index]')).toHaveCount(2)
})
