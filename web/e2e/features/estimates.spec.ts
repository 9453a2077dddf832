import { findFaults, findFaultsOfDark } from '../harness/find-faults.ts'
import { expect, field, rowWith, test, waitUntilSynced } from '../harness/fixtures.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

test('an estimate is written without a network, sent as a link, approved once on a phone, and the order goes on at the desk (EST-01..03)', async ({
  makeShop,
  newDevice,
  browser,
  baseURL,
}) => {
  const shop = await makeShop()
  const customerId = await addCustomer(shop, { name: 'Ella Estimate' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Tablet with a cracked screen', status: 'Waiting For Approval' })
  const { page, context } = await newDevice(shop.person, { at: `/${shop.id}/orders/order/${orderId}` })
  await waitUntilSynced(page)
  const order = page.getByRole('dialog', { name: 'Edit Order' })

  await context.setOffline(true)
  await order.getByRole('button', { name: 'New Estimate' }).click()
  const writing = page.getByRole('dialog', { name: 'New Estimate' })
  await field(writing, 'What, line 1').fill('New screen, fitted')
  await field(writing, 'Unit price, line 1').fill('84.99')
  await writing.getByRole('button', { name: 'Save Draft' }).click()
  await expect(writing).toBeHidden()
  await context.setOffline(false)
  await waitUntilSynced(page)

  await order.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('dialog', { name: 'Send Estimate' }).getByRole('button', { name: 'Link and QR code' }).click()
  const sent = page.getByRole('dialog', { name: 'The customer’s link' })
  const link = new URL((await sent.getByRole('link', { name: 'Look at it' }).getAttribute('href')) ?? '', baseURL).pathname
  expect(link).toMatch(/\/e\/[\w-]{43}$/)
  await sent.getByRole('button', { name: 'Done' }).click()

  const phone = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 360, height: 780 }, hasTouch: true })
  const customer = await phone.newPage()
  await customer.goto(link)
  await expect(customer.getByRole('heading', { name: 'Estimate for Tablet with a cracked screen' })).toBeVisible()
  expect(await findFaults(customer)).toEqual([])
  await field(customer, 'Your name').fill('Ella E.')
  await customer.getByRole('button', { name: 'Approve for $84.99' }).click()
  await expect(customer.getByText('Approved for $84.99')).toBeVisible()
  expect(await findFaults(customer)).toEqual([])
  expect(await findFaultsOfDark(customer)).toEqual([])

  await expect(order.getByText('Approved', { exact: true })).toBeVisible()
  await expect(order.getByText(/^Ella E\., by the link/)).toBeVisible()
  await order.getByRole('button', { name: 'Close' }).click()
  await expect(rowWith(page, 'Ella Estimate')).toContainText('In Progress')

  const other = await browser.newPage({ baseURL: baseURL ?? '' })
  await other.goto(link)
  await expect(other.getByText('Approved for $84.99')).toBeVisible()
  await expect(other.getByText(/^Answered by Ella E\. on /)).toBeVisible()
  await expect(other.getByRole('button', { name: /Approve|Decline/ })).toHaveCount(0)
  await other.close()
  await phone.close()
})
