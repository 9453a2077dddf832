import { createOp } from '#scripts/process-tests/api-client.ts'
import { expect, field, filterStatus, ordersTable, rowWith, takeInCustomer, test } from '../harness/fixtures.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

const missingId = '00000000-0000-4000-8000-000000000000'

test('the first error in reading order takes the focus, whatever kind of input has it', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person)
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' })
  await field(dialog, 'Name').fill('Ada')
  await field(dialog, 'Email').fill('no address')
  await dialog.getByRole('button', { name: 'Save Customer' }).click()
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await expect(field(dialog, 'Phone')).toBeFocused()
})

test('the focus stays in the page when what had it goes away', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ generatedOrders: 3 })
  const { page } = await newDevice(shop.person)
  const main = page.getByRole('main')
  await page.getByRole('searchbox').fill('nothing like this')
  await filterStatus(page, 'Fixed')
  await expect(page.getByText('No orders match your search criteria')).toBeVisible()
  await page.getByRole('button', { name: /^Remove filter search/ }).click()
  await expect(page.getByRole('button', { name: /^Remove filter status/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(main).toBeFocused()
  await page.getByRole('searchbox').fill('nothing like this')
  await page.getByRole('button', { name: 'Clear Filters' }).last().click()
  await expect(main).toBeFocused()
  // An order that was opened by its address has no row to return to.
  await page.getByRole('row').nth(1).click()
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Edit Order' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(main).toBeFocused()
})

test('screen readers hear it when a search leaves nothing', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ generatedOrders: 3 })
  const { page } = await newDevice(shop.person)
  const entries = page.getByRole('status').filter({ hasText: 'entries' })
  await expect(entries).toHaveText('Showing 1-3 of 3 entries')
  await page.getByRole('searchbox').fill('nothing like this')
  await expect(entries).toHaveText('Showing 0-0 of 0 entries')
})

test('an address that names no customer of the shop offers nothing to do for them', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person, { at: `${shop.path}/${missingId}` })
  await expect(page.getByRole('heading', { name: 'Orders for a customer who is not here' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back to All' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Customer' })).toBeHidden()
  await page.getByRole('button', { name: 'Add Order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Order' })
  await field(dialog, 'Device Details').fill('Radio')
  await field(dialog, 'Issue Description').fill('Silent')
  await dialog.getByRole('button', { name: 'Add Order' }).click()
  await expect(dialog.getByText('Customer is required')).toBeVisible()
})

test('long names keep to two lines of their column and phones are shown whole', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person)
  await takeInCustomer(page, { name: 'Maximiliana Alexandrovna von Hohenzollern-Sigmaringen-Oldenburg the Third', phone: '123456789012345' })
  await page.getByRole('link', { name: 'Customers' }).first().click()
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 768 })
    const phone = rowWith(page, 'Maximiliana').getByRole('gridcell').nth(1)
    await expect(phone).toHaveText('123-456-789012345')
    await expect.poll(() => phone.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0)
    await expect.poll(async () => (await rowWith(page, 'Maximiliana').boundingBox())?.height).toBeLessThan(60)
  }
  await rowWith(page, 'Maximiliana').click()
  await expect(ordersTable(page)).toBeVisible()
})

test('amounts, statuses and due dates are shown whole on every width', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const orderId = await addOrder(shop, {
    customerId: await addCustomer(shop, { name: 'Ada' }),
    itemDetails: 'Radio',
    status: 'Waiting for information',
    quotedCost: '12500',
    dueTimestamp: '2031-12-28T22:45:00Z',
  })
  await shop.api.write(shop.id, [
    createOp('tasks', { description: 'Ask', orderId, dueTimestamp: '2031-12-28T22:45:00Z' }),
    createOp('payments', { orderId, paymentAmount: 123456.78 }),
  ])
  const { page } = await newDevice(shop.person)
  const hidden = (element: Element) => Math.max(element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight)
  const expectWhole = async (column: number, text: string) => {
    // In front of the columns stands the box that marks the row, where there is room for it.
    const box = page.getByRole('checkbox', { name: /^Select / })
    const cell = page.getByRole('grid').getByRole('row').nth(1).getByRole('gridcell').filter({ hasNot: box }).nth(column)
    await expect(cell).toContainText(text)
    await expect.poll(() => cell.evaluate(hidden), text).toBe(0)
    return cell
  }
  const whole = ['Waiting for information', 'Dec 28, 2031'] as const
  for (const width of [768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 768 })
    await expectWhole(0, 'S-1')
    const quote = await expectWhole(3, '$12,500.00')
    await expect.poll(async () => (await quote.locator('span').boundingBox())?.height).toBeLessThan(30)
    await expectWhole(4, '$123,456.78')
    const status = await expectWhole(6, whole[0])
    await expect.poll(() => status.getByText(whole[0], { exact: true }).evaluate(hidden)).toBe(0)
    await expectWhole(8, whole[1])
  }
  await page
    .getByRole('link', { name: /^Tasks/ })
    .first()
    .click()
  for (const width of [1440, 1024, 768]) {
    await page.setViewportSize({ width, height: 768 })
    const status = await expectWhole(2, whole[0])
    await expect.poll(() => status.getByText(whole[0], { exact: true }).evaluate(hidden)).toBe(0)
    await expectWhole(5, whole[1])
    // The column of the task itself stays wide enough to read.
    await expect.poll(async () => (await page.getByRole('grid').getByRole('columnheader', { name: 'Task' }).boundingBox())?.width).toBeGreaterThan(190)
  }
})
