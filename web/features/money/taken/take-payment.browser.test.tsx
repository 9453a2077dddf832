import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { living, section } from '#web/testing/order-sections.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { dialogOf, expectCount, field, press, toast } from '#web/testing/screen.ts'
import { addCustomer, addOrder } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

test('a deposit, then the rest by two methods with change and a receipt, all by keyboard and offline', async () => {
  const shop = makeShop({})
  const customerId = await addCustomer(shop, { name: 'Carla Pays' })
  await addOrder(shop, { customerId, itemDetails: 'Phone without a price' })
  await addOrder(shop, { customerId, itemDetails: 'Laptop with a quote', quotedCost: '140' })
  const app = await renderShop({ shop })
  await page.getByRole('grid').getByText('Phone without a price').click()
  app.goOffline()

  const order = dialogOf('Edit Order')
  const taken = dialogOf('Take payment')
  await press('Enter', order.getByRole('button', { name: 'Take payment' }))
  await expect.element(taken.getByText('Nothing is charged yet, so this is a deposit.')).toBeVisible()
  await expect.element(field(taken, 'Amount')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(taken.getByRole('alert')).toHaveTextContent('Please enter a payment amount')
  await userEvent.keyboard('20')
  await userEvent.tab({ shift: true })
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(taken.getByRole('radio', { name: 'Card' })).toBeChecked()
  await press('Enter', field(taken, 'Amount'))
  await expect.element(toast()).toMatchTextContent('Payment added successfully')
  await expect.element(section('Order Payments').getByRole('listitem')).toMatchTextContent('CardDeposit')
  await expect.element(order.getByRole('button', { name: 'Take payment' })).toHaveFocus()
  await order.getByRole('button', { name: 'Cancel', exact: true }).click()

  await page.getByRole('grid').getByText('Laptop with a quote').click()
  await order.getByRole('button', { name: 'Take payment' }).click()
  await expect.element(taken.getByText('To pay $140.00')).toBeVisible()
  await expect.element(field(taken, 'Amount')).toHaveValue('140')
  await expect.element(taken.getByRole('radio', { name: 'Card' })).toBeChecked()
  await taken.getByRole('button', { name: 'Several methods' }).click()
  await expect.element(field(taken, 'Card')).toHaveValue('140')
  await field(taken, 'Card').fill('100')
  await expect.element(taken.getByText('Together $100.00 · $40.00 still to pay')).toBeVisible()
  await field(taken, 'Cash').fill('60')
  await expect.element(taken.getByText('Together $160.00 · $20.00 more than is to pay')).toBeVisible()
  await field(taken, 'Cash').fill('40')
  await field(taken, 'Received in cash').fill('30')
  await press('Enter', field(taken, 'Received in cash'))
  await expect.element(taken.getByRole('alert')).toHaveTextContent('This is less than what is paid in cash.')
  await field(taken, 'Received in cash').fill('50')
  await expect.element(taken.getByText('Received 50.00 · change 10.00')).toBeVisible()
  await press('Enter', taken.getByRole('button', { name: 'Save and print' }))
  await expect.element(page.getByRole('region', { name: 'Preview' })).toMatchTextContent('Balance$0.00')
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(order.getByLabelText('Balance', { exact: true })).toHaveTextContent('Quote $140.00 · paid $140.00 · nothing to pay')
  await expectCount(section('Order Payments').getByRole('listitem'), 2)

  await app.goOnline()
  const stored = async () =>
    (await living(shop, 'payments'))
      .map(({ method, paymentAmount, paymentText }) => `${String(method)} ${String(paymentAmount)} ${String(paymentText)}`)
      .toSorted()
  await expect.poll(stored).toEqual(['card 100 null', 'card 20 Deposit', 'cash 40 null'])
})
