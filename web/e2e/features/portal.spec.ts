import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { ServerProcess } from '#scripts/process-tests/server-process.ts'
import { expect, field, ordersTable, test, type TestShop } from '../harness/fixtures.ts'
import { drawPhoto } from '../harness/draw-photo.ts'
import { findFaults, findFaultsOfDark } from '../harness/find-faults.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

test.use({ serviceWorkers: 'allow', viewport: { width: 320, height: 640 } })

const switchOn = (shop: TestShop) => shop.api.call('PUT', `/api/shops/${shop.id}/config`, { customerPortal: true })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const card = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

async function readCode(server: ServerProcess, to: string): Promise<string> {
  let code = ''
  await expect(async () => {
    const lines = (await readFile(path.join(server.dataDir, 'sms.log'), 'utf8')).trim().split('\n')
    const texts = lines.map((line) => JSON.parse(line) as { to: string; text: string }).filter((sent) => sent.to === to)
    code = /\d{6}/.exec(texts.at(-1)?.text ?? '')?.[0] ?? ''
    expect(code).not.toBe('')
  }).toPass({ timeout: 15_000 })
  return code
}

async function expectNoFaults(page: Page): Promise<void> {
  expect(await findFaults(page)).toEqual([])
  expect(await findFaultsOfDark(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
}

async function measureScripts(page: Page): Promise<number> {
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  const sizes = await Promise.all(urls.map(async (url) => gzipSync(await (await page.request.get(url)).body(), { level: 9 }).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('a customer verifies by text message and sees each order with its status, hostile text as text', async ({ makeShop, page, server }) => {
  const shop = await makeShop()
  await switchOn(shop)
  const customerId = await addCustomer(shop, { name: 'Stella Status', phone: '2125550101' })
  const hostile = '<img src=x onerror="document.title=1"> Walkman'
  await addOrder(shop, { customerId, itemDetails: hostile, quotedCost: '45', orderNotes: 'secret note' })
  await addOrder(shop, { customerId, itemDetails: 'Turntable', status: 'Fixed' })

  await page.goto(`/${shop.code}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shop.name)
  await expectNoFaults(page)
  await card(page, 'Check Order Status').click()
  const dialog = dialogOf(page, 'Verify Your Identity')
  await expect(dialog.getByRole('tab')).toHaveText(['Access Code', 'Text Message'])
  await expect(dialog.getByRole('tab', { name: 'Text Message' })).toHaveAttribute('aria-selected', 'true')

  await field(dialog, 'Phone').fill('212555010')
  await dialog.getByRole('button', { name: 'Send Code' }).click()
  await expect(dialog.getByText('Invalid phone number: Please enter a valid phone number.')).toBeVisible()
  await field(dialog, 'Phone').fill('2125550101')
  await dialog.getByRole('button', { name: 'Send Code' }).click()
  await expect(dialog.getByText('OTP sent', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Please check your phone for the verification code.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Resend code in \d+ s$/ })).toBeDisabled()

  const code = field(dialog, 'Verification Code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await code.pressSequentially('12a3')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('OTP must be exactly 6 digits')).toBeVisible()
  const sent = await readCode(server, '+12125550101')
  await code.fill(sent === '000000' ? '000001' : '000000')
  await expect(dialog.getByText('Verification failed')).toBeVisible()
  await expect(dialog.getByText('Please check your details and try again.')).toBeVisible()
  await expectNoFaults(page)
  await code.fill(`${sent}789`)

  const list = dialogOf(page, 'Your Repair Orders')
  await expect(list.getByText('Access verified', { exact: true })).toBeVisible()
  await expect(list.getByText('You can now create an order.')).toBeHidden()
  await expect(list.getByRole('heading', { level: 3 })).toHaveText([hostile, 'Turntable'])
  await expect(list.getByRole('listitem').first()).toContainText('Ticket number S-1')
  await expect(list.getByRole('listitem').first()).toContainText('$45.00')
  await expect(list.getByRole('listitem').last()).toContainText('FixedIt is repaired. You can pick it up.')
  await expect(list).not.toContainText('secret note')
  await expect(page).toHaveTitle(shop.name)
  await expectNoFaults(page)

  await page.reload()
  await expect(list.getByText('Verified as Stella Status')).toBeVisible()
  await expect(list.getByRole('heading', { level: 3 })).toHaveCount(2)
  await page.goBack()
  await expect(list).toBeHidden()
  await expect(page).toHaveURL(`/${shop.code}`)
  await card(page, 'Check Order Status').click()
  await expect(list).toBeVisible()
  await list.getByRole('button', { name: 'Close' }).click()
  await card(page, 'Create New Order').click()
  await expect(dialogOf(page, 'Create New Repair Order')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await card(page, 'Check Order Status').click()
  await list.getByRole('button', { name: 'Not you?' }).click()
  await expect(dialog).toBeVisible()
  await page.reload()
  await expect(dialog.getByRole('button', { name: 'Send Code' })).toBeVisible()
})

test('people who share a number choose their name, and see nothing of each other', async ({ makeShop, page, server }) => {
  const shop = await makeShop()
  await switchOn(shop)
  const mona = await addCustomer(shop, { name: 'Mona Miller', phone: '2125550107' })
  const sam = await addCustomer(shop, { name: 'Sam Miller', phone: '2125550108', alternateCountryCode: '+1', alternatePhone: '2125550107' })
  await addOrder(shop, { customerId: mona, itemDetails: 'Diary' })
  await addOrder(shop, { customerId: sam, itemDetails: 'Guitar' })
  await page.goto(`/${shop.code}`)
  await card(page, 'Check Order Status').click()
  const dialog = dialogOf(page, 'Verify Your Identity')
  await field(dialog, 'Phone').fill('2125550107')
  await dialog.getByRole('button', { name: 'Send Code' }).click()
  await field(dialog, 'Verification Code').fill(await readCode(server, '+12125550107'))
  const choosing = dialogOf(page, 'Choose Your Name')
  await expect(choosing.getByRole('listitem')).toHaveText(['Mona M.', 'Sam M.'])
  await expect(choosing).not.toContainText('Miller')
  await expectNoFaults(page)
  await page.reload()
  await choosing.getByRole('button', { name: 'Sam M.' }).click()
  const list = dialogOf(page, 'Your Repair Orders')
  await expect(list.getByRole('heading', { level: 3 })).toHaveText(['Guitar'])
  await expect(list.getByText('Verified as Sam M.')).toBeVisible()
})

test('an order by access code waits on the shop’s devices as a Lead, and what was typed outlives an ended session', async ({
  makeShop,
  newDevice,
  page,
  context,
}) => {
  const shop = await makeShop()
  await switchOn(shop)
  await shop.api.call('POST', `/api/${shop.id}/customers`, { name: 'Otto Order', countryCode: '+1', phone: '2125550102', customerAccessCode: 'tulip-77' })
  const staff = await newDevice(shop.person, { context: { viewport: { width: 1024, height: 768 } } })
  await staff.page.goto(shop.path)

  await page.goto(`/${shop.id}/customer`)
  await expect(page).toHaveURL(`/${shop.code}/customer`)
  const verify = async () => {
    const dialog = dialogOf(page, 'Verify Your Identity')
    await expect(dialog.getByRole('tab', { name: 'Text Message' })).toHaveAttribute('aria-selected', 'true')
    await dialog.getByRole('tab', { name: 'Text Message' }).press('ArrowLeft')
    await field(dialog, 'Phone').fill('2125550102')
    await dialog.getByLabel('Access Code').last().fill('tulip-77')
    await page.keyboard.press('Enter')
  }
  await verify()
  const form = dialogOf(page, 'Create New Repair Order')
  await expect(form.getByText('You can now create an order.')).toBeVisible()
  const create = form.getByRole('button', { name: 'Create Order' })
  await create.click()
  await expect(form.getByText('Item details are required')).toBeVisible()
  await expect(form.getByText('Issue description is required')).toBeVisible()
  await expect(field(form, 'Item Details')).toBeFocused()
  await expectNoFaults(page)
  await field(form, 'Item Details').fill('Tube radio')
  await field(form, 'Issue Description').fill('It hums')

  await context.setOffline(true)
  await expect(form.getByText('You are offline')).toBeVisible()
  await create.click()
  await expect(form.getByText('Failed to create order')).toBeVisible()
  await context.setOffline(false)
  await context.clearCookies()
  await create.click()
  await expect(page.getByText('Please verify your identity again.')).toBeVisible()
  await verify()
  await expect(field(form, 'Issue Description')).toHaveValue('It hums')
  await create.click()
  await expect(form.getByText('Your repair order has been submitted. Create another order below!')).toBeVisible()
  await expect(form.getByText(/^Your order number is [A-Z]+-\d+\.$/)).toBeVisible()
  await expect(field(form, 'Item Details')).toHaveValue('')

  await expect(ordersTable(staff.page).getByRole('row').filter({ hasText: 'Tube radio' })).toContainText('Lead')
  const orders = await shop.api.read<Order[]>(`/api/${shop.id}/orders`)
  expect(orders).toEqual([
    expect.objectContaining({ itemDetails: 'Tube radio', orderStatusId: orderStatusIdByName.Lead, orderNotes: 'Order created by customer via online form' }),
  ])
})

test('a stranger becomes a customer and goes on to an order; a form that could not be sent is kept, also when the page is loaded anew', async ({
  makeShop,
  page,
  context,
  server,
}) => {
  const shop = await makeShop()
  await switchOn(shop)
  await page.goto(`/${shop.code}`)
  await card(page, 'Create New Order').click()
  await field(page.getByRole('dialog'), 'Phone').fill('2125550103')
  await page.getByRole('dialog').getByRole('button', { name: 'Send Code' }).click()
  await page.getByRole('button', { name: 'Register here' }).click()
  const dialog = dialogOf(page, 'Become a Customer')
  await expect(field(dialog, 'Phone')).toHaveValue('212-555-0103')
  await field(dialog, 'Phone').fill('')
  const send = dialog.getByRole('button', { name: 'Become a Customer' })
  await send.click()
  await expect(dialog.getByText('Customer name is required')).toBeVisible()
  await expect(dialog.getByText('Phone number is required')).toBeVisible()
  await field(dialog, 'Name').fill('Rita Register')
  await field(dialog, 'Phone').fill('2125550103')
  await field(dialog, 'Email').fill('rita')
  await send.click()
  await expect(field(dialog, 'Email')).toHaveAttribute('aria-invalid', 'true')
  await field(dialog, 'Email').fill('rita@example.org')
  await context.setOffline(true)
  await send.click()
  await expect(dialog.getByText('Failed to create customer')).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(field(dialog, 'Name')).toHaveValue('Rita Register')
  await expectNoFaults(page)
  await send.click()
  const verifying = dialogOf(page, 'Verify Your Identity')
  await expect(verifying.getByText('Customer created successfully!')).toBeVisible()
  await expect(verifying.getByText('OTP sent', { exact: true })).toBeVisible()
  await expect(field(verifying, 'Phone')).toHaveValue('212-555-0103')
  await expectNoFaults(page)
  await field(verifying, 'Verification Code').fill(await readCode(server, '+12125550103'))
  await expect(dialogOf(page, 'Create New Repair Order').getByText('Verified as Rita Register')).toBeVisible()
  const scriptBytes = await measureScripts(page)
  // The lower limit proves that scripts were counted: React alone is larger.
  expect(scriptBytes).toBeGreaterThan(60_000)
  expect(scriptBytes).toBeLessThanOrEqual(111_000)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  expect(await shop.api.read<Customer[]>(`/api/${shop.id}/customers`)).toEqual([
    expect.objectContaining({ name: 'Rita Register', phone: '2125550103', email: 'rita@example.org' }),
  ])
})

test('a stranger orders with name and phone in one form and a photo, and goes on to the page of the order', async ({ makeShop, page, server }) => {
  const shop = await makeShop()
  await switchOn(shop)
  await page.goto(`/${shop.code}`)
  await card(page, 'Create New Order').click()
  const dialog = dialogOf(page, 'Verify Your Identity')
  await field(dialog, 'Name').fill('Nina New')
  await field(dialog, 'Phone').fill('2125550109')
  await expectNoFaults(page)
  await dialog.getByRole('button', { name: 'Send Code' }).click()
  await expect(dialog.getByText('OTP sent', { exact: true })).toBeVisible()
  await field(dialog, 'Verification Code').fill(await readCode(server, '+12125550109'))
  const form = dialogOf(page, 'Create New Repair Order')
  await expect(form.getByText('Verified as Nina New')).toBeVisible()
  await field(form, 'Item Details').fill('Radio')
  await field(form, 'Issue Description').fill('It hums')
  await form.locator('input[type=file]').setInputFiles({ name: 'radio.jpg', mimeType: 'image/jpeg', buffer: await drawPhoto(page, 'teal') })
  await expect(form.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
  await expectNoFaults(page)
  await form.getByRole('button', { name: 'Create Order' }).click()
  await expect(page.getByText(/^Your order number is [A-Z]+-\d+\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'See your order' }).click()
  await expect(page).toHaveURL(new RegExp(`/${shop.code}/o/[\\w-]{43}$`, 'i'))
  await expect(page.getByRole('heading', { name: 'Radio' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Photos' }).getByRole('img')).toHaveCount(1)
  await expectNoFaults(page)
})

test('a page whose script does not come says what to do', async ({ makeShop, page }) => {
  const shop = await makeShop()
  await page.route('**/assets/**', (route) => route.abort())
  await page.goto(`/${shop.code}`)
  await expect(page.getByText('This page is taking long to load.')).toBeVisible()
  await page.unroute('**/assets/**')
  await page.getByRole('link', { name: 'try again' }).click()
  await expect(page.getByText('Customer self serve portal is not enabled by this shop.')).toBeVisible()
})
