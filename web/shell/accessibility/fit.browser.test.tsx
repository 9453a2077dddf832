import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { renderShop } from '#web/testing/render-shop.tsx'
import { chooseFlow, dialogOf, field, ordersTable, rowWith, takeInCustomer } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

const missingId = '00000000-0000-4000-8000-000000000000'

const hiddenIn = (found: Locator): number => {
  const element = found.element()
  return Math.max(element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight)
}
const sizeOf = (found: Locator): DOMRect => found.element().getBoundingClientRect()

test('an address that names no customer of the shop offers nothing to do for them', async () => {
  const shop = makeShop()
  await renderShop({ shop, at: `${shop.path}/${missingId}` })
  await expect.element(page.getByRole('heading', { name: 'Orders for a customer who is not here' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Back to All' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Edit Customer' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Add Order' }).click()
  const dialog = dialogOf('Add New Order')
  await field(dialog, 'Device Details').fill('Radio')
  await field(dialog, 'Issue Description').fill('Silent')
  await dialog.getByRole('button', { name: 'Add Order' }).click()
  await expect.element(dialog.getByText('Customer is required')).toBeVisible()
})

test('what is typed stands in the direction of its language (LANG-04)', async () => {
  await renderShop()
  await chooseFlow('Create Order')
  for (const name of ['Device Details', 'Issue Description']) {
    const control = field(dialogOf('Add New Order'), name)
    await control.fill('شاشة مكسورة')
    expect(getComputedStyle(control.element()).direction).toBe('rtl')
    await control.fill('Broken screen')
    expect(getComputedStyle(control.element()).direction).toBe('ltr')
  }
})

test('long names keep to two lines of their column and phones are shown whole', async () => {
  await renderShop()
  await takeInCustomer({ name: 'Maximiliana Alexandrovna von Hohenzollern-Sigmaringen-Oldenburg the Third', phone: '123456789012345' })
  await page
    .getByRole('link', { name: /^Customers/ })
    .first()
    .click()
  for (const width of [768, 1024, 1440]) {
    await page.viewport(width, 768)
    const phone = rowWith('Maximiliana').getByRole('gridcell').nth(1)
    await expect.element(phone).toHaveTextContent('123-456-789012345')
    await expect.poll(() => hiddenIn(phone)).toBe(0)
    await expect.poll(() => sizeOf(rowWith('Maximiliana')).height).toBeLessThan(60)
  }
  await rowWith('Maximiliana').click()
  await expect.element(ordersTable()).toBeVisible()
})

test('amounts, statuses and due dates are shown whole on every width', async () => {
  const shop = makeShop()
  const orderId = await addOrder(shop, {
    customerId: await addCustomer(shop, { name: 'Ada' }),
    itemDetails: 'Radio',
    status: 'Waiting for information',
    quotedCost: '12500',
    dueTimestamp: '2031-12-28T22:45:00Z',
  })
  await shop.api.write(shop.id, [
    createOp('tasks', { description: 'Ask', completed: false, orderId, dueTimestamp: '2031-12-28T22:45:00Z' }),
    createOp('payments', { orderId, paymentAmount: 123456.78 }),
  ])
  await renderShop({ shop })
  const expectWhole = async (column: number, text: string): Promise<Locator> => {
    const box = page.getByRole('checkbox', { name: /^Select / })
    const cell = page.getByRole('grid').getByRole('row').nth(1).getByRole('gridcell').filter({ hasNot: box }).nth(column)
    await expect.element(cell).toMatchTextContent(text)
    await expect.poll(() => hiddenIn(cell), { message: text }).toBe(0)
    return cell
  }
  const whole = ['Waiting for information', 'Dec 28, 2031'] as const
  // Narrower ones show cards.
  for (const width of [1024, 1280, 1440]) {
    await page.viewport(width, 768)
    await expectWhole(0, 'S-1')
    const quote = await expectWhole(3, '$12,500.00')
    await expect.poll(() => sizeOf(quote.css('span').first()).height).toBeLessThan(30)
    await expectWhole(4, '$123,456.78')
    const status = await expectWhole(5, whole[0])
    await expect.poll(() => hiddenIn(status.getByText(whole[0], { exact: true }))).toBe(0)
    await expectWhole(7, whole[1])
  }
  await page
    .getByRole('link', { name: /^Tasks/ })
    .first()
    .click()
  for (const width of [1440, 1024, 768]) {
    await page.viewport(width, 768)
    const status = await expectWhole(2, whole[0])
    await expect.poll(() => hiddenIn(status.getByText(whole[0], { exact: true }))).toBe(0)
    await expectWhole(5, whole[1])
    await expect.poll(() => sizeOf(page.getByRole('grid').getByRole('columnheader', { name: 'Task' })).width).toBeGreaterThan(190)
  }
})
