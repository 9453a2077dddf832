import { findFaults, findFaultsOfDark } from '../harness/find-faults.ts'
import { expect, field, rowWith, test, waitUntilSynced } from '../harness/fixtures.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

test('a customer follows the repair by a link, writes to the shop, and the desk reads it at once; a withdrawn link is dead', async ({
  makeShop,
  newDevice,
  browser,
  baseURL,
}) => {
  const shop = await makeShop()
  const customerId = await addCustomer(shop, { name: 'Lina Link' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Camera with a stuck lens', status: 'In Progress' })
  const { page } = await newDevice(shop.person, { at: `/${shop.id}/orders/order/${orderId}` })
  await waitUntilSynced(page)
  const order = page.getByRole('dialog', { name: 'Edit Order' })
  await order.getByRole('button', { name: 'Customer Link' }).click()
  const made = page.getByRole('dialog', { name: 'The customer’s link' })
  const link = new URL((await made.getByRole('link', { name: 'Look at it' }).getAttribute('href')) ?? '', baseURL).pathname
  expect(link).toMatch(/\/o\/[\w-]{43}$/)
  await made.getByRole('button', { name: 'Done' }).click()

  const phone = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 360, height: 780 }, hasTouch: true })
  const customer = await phone.newPage()
  await customer.goto(link)
  await expect(customer.getByRole('heading', { name: 'Camera with a stuck lens' })).toBeVisible()
  await expect(customer.getByRole('list', { name: 'Progress of the repair' }).locator('[aria-current]')).toHaveText('Repair')
  expect(await findFaults(customer)).toEqual([])
  await customer.getByRole('button', { name: 'Send' }).click()
  await expect(customer.getByText('Please write something')).toBeVisible()
  await field(customer, 'Message to the shop').fill('Can I come at five?')
  await customer.getByRole('button', { name: 'Send' }).click()
  await expect(customer.getByText('Your message has reached the shop.')).toBeVisible()
  await expect(customer.getByRole('listitem').filter({ hasText: 'Can I come at five?' })).toBeVisible()
  expect(await findFaults(customer)).toEqual([])
  expect(await findFaultsOfDark(customer)).toEqual([])

  await expect(page.getByText('Lina Link wrote', { exact: true })).toBeVisible()
  await expect(order.getByText('Can I come at five?')).toBeVisible()
  await order.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: '1 message', exact: true }).click()
  const unread = page.getByRole('dialog', { name: 'Messages from customers' })
  await expect(unread.getByText('Can I come at five?')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await unread.getByRole('button', { name: 'Mark as Read' }).click()
  await expect(unread.getByText('All of them are read.')).toBeVisible()
  await unread.getByRole('button', { name: 'Close' }).click()

  await rowWith(page, 'Lina Link').click()
  await order.getByRole('button', { name: 'Withdraw Links' }).click()
  await order.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('All links to this order are withdrawn', { exact: true })).toBeVisible()
  await customer.reload()
  await expect(customer.getByRole('heading', { name: 'This link is not open' })).toBeVisible()
  await phone.close()
})
