import { findFaults } from '../harness/find-faults.ts'
import { choice, expect, field, rowWith, test, waitUntilSynced } from '../harness/fixtures.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

test('a shop says what customers hear at a status, is asked at it without a network, and the message goes once it is back (MSG-01..03)', async ({
  makeShop,
  newDevice,
}) => {
  const shop = await makeShop({ privileges: ['view_shop_setting'] })
  const customerId = await addCustomer(shop, { name: 'Mona Message', countryCode: '+1', phone: '5550102000' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Camera', status: 'In Progress' })
  const { page, context } = await newDevice(shop.person, { at: '/shop-settings' })

  await page.getByRole('button', { name: 'Messages', exact: true }).click()
  const settings = page.getByRole('dialog', { name: 'Messages to Customers' })
  await settings.getByText('Fixed', { exact: true }).click()
  await choice(settings, 'Text message').selectOption('Ask me each time')
  await expect(field(settings, 'Text')).toHaveValue(/\{device\}/)
  await field(settings, 'Text').fill('{name}, {devise} is ready')
  await settings.getByRole('button', { name: 'Save Messages' }).click()
  await expect(settings.getByText('There is no {devise}.')).toBeVisible()
  await field(settings, 'Text').fill('{name}, your {device} is ready: {link}')
  expect(await findFaults(page)).toEqual([])
  await settings.getByRole('button', { name: 'Save Messages' }).click()
  await expect(settings).toBeHidden()

  await page.goto(`/${shop.id}/orders/order/${orderId}`)
  await waitUntilSynced(page)
  await context.setOffline(true)
  const order = page.getByRole('dialog', { name: 'Edit Order' })
  await choice(order, 'Order Status').selectOption('Fixed')
  await order.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Tell Mona Message?', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Write', exact: true }).click()
  const writing = page.getByRole('dialog', { name: 'Write to Customer' })
  await expect(field(writing, 'To')).toHaveValue('+15550102000')
  await expect(writing.getByRole('region', { name: 'Preview' })).toContainText('Mona Message, your Camera is ready.')
  expect(await findFaults(page)).toEqual([])
  await writing.getByText('Send it at night too').click()
  await writing.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(writing).toBeHidden()

  await page.getByRole('tab', { name: 'Ready' }).click()
  await rowWith(page, 'Mona Message').click()
  await expect(order.getByText('Mona Message, your Camera is ready')).toBeVisible()
  await expect(order.getByText('Waiting', { exact: true })).toBeVisible()
  await context.setOffline(false)
  await expect(order.getByText('No sender is set up: written to sms.log.')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
})
