import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderShop } from '#web/testing/render-shop.tsx'
import { bodyRows, choice, dialogOf, expectCount, expectTexts, field, press } from '#web/testing/screen.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'

test('a card payment and a refund change what is to pay, the unpaid orders, the cash-up and its chart; all offline (BAL-01, BAL-02, PICT-01)', async () => {
  const shop = makeShop({ privileges: ['view_report'] })
  const customerId = await addCustomer(shop, { name: 'Carla Paid' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Laptop with a quote', quotedCost: '120' })
  await addOrder(shop, { customerId, itemDetails: 'Phone without a price', quotedCost: 'after diagnosis' })
  const settledId = await addOrder(shop, { customerId, itemDetails: 'Watch that is paid', quotedCost: '30' })
  await shop.api.write(shop.id, [createOp('payments', { orderId: settledId, paymentAmount: 30, method: 'cash' })])
  const app = await renderShop({ shop })
  await page.getByRole('grid').getByText('Laptop with a quote').click()
  app.goOffline()

  const dialog = dialogOf('Edit Order')
  const balance = dialog.getByLabelText('Balance', { exact: true })
  await expect.element(balance).toHaveTextContent('Quote $120.00 · paid $0.00 · to pay $120.00')
  await dialog.getByRole('button', { name: 'Add Payment' }).click()
  const payment = dialog.getByRole('group', { name: 'Add Payment' })
  await field(payment, 'Amount').fill('50')
  await choice(payment, 'Method').selectOptions('Card')
  await press('Enter', field(payment, 'Amount'))
  await expect.element(balance).toHaveTextContent('Quote $120.00 · paid $50.00 · to pay $70.00')
  await dialog.getByRole('button', { name: 'Add Refund' }).click()
  const refund = dialog.getByRole('group', { name: 'Add Refund' })
  await field(refund, 'Amount').fill('10')
  await choice(refund, 'Method').selectOptions('Cash')
  await press('Enter', field(refund, 'Amount'))
  await expect.element(balance).toHaveTextContent('Quote $120.00 · paid $40.00 · to pay $80.00')
  await expect.element(dialog.getByRole('listitem').filter({ hasText: 'Refund' })).toMatchTextContent('-$10.00')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()

  await page.getByRole('button', { name: 'Unpaid', exact: true }).click()
  const unpaid = bodyRows(page.getByRole('grid', { name: 'Orders' }))
  await expectCount(unpaid, 1)
  await expect.element(unpaid).toMatchTextContent('Laptop with a quote')

  await page.getByRole('button', { name: 'Add Order' }).first().click()
  const intake = dialogOf('Add New Order')
  await intake.getByRole('combobox', { name: 'Customer' }).fill('Carla')
  await page.getByRole('option', { name: /Carla Paid/ }).click()
  const owed = intake.getByRole('status').filter({ hasText: 'Carla Paid has $80.00 to pay' })
  await expectCount(owed.getByRole('link'), 1)
  await expect.element(owed.getByRole('link')).toHaveAttribute('href', expect.stringMatching(new RegExp(`/order/${orderId}$`)))
  await press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('link', { name: 'Reports' }).first().click()
  await page.getByRole('button', { name: 'Cash-up', exact: true }).click()
  const total = page.getByRole('row', { name: /^All days/ })
  await expectTexts(total.getByRole('cell'), ['$20.00', '$50.00', '–', '–', '–', '-$10.00', '$70.00'])
  await page.getByRole('button', { name: /^Print the cash-up of/ }).click()
  const paper = page.getByRole('region', { name: 'Preview' })
  await expect.element(paper).toMatchTextContent('Cash, refunded')
  await expect.element(paper.getByRole('row', { name: 'Total $70.00' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Charts', exact: true }).click()
  await page.getByRole('link', { name: /, Income: \$70\.00$/ }).click()
  await expectCount(page.getByRole('grid', { name: /Report/ }).css('tr[data-row-index]'), 2)
})
