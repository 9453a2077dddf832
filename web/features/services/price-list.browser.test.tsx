import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '#schema/errors.ts'
import { attention, openAttention } from '#web/testing/attention-list.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { closeChecklist, dialogOf, field } from '#web/testing/screen.ts'
import { addCustomer, addOrder, changeOrder, createOp, readOrders } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

test('PRICES-01: at intake device, repair and price fill issue, quote, due time and line in three presses, beside the history of this shop', async () => {
  const shop = makeShop()
  const customerId = await addCustomer(shop, { name: 'Ola Order' })
  const service = createOp('services', { kind: 'phone', brand: 'Apple', model: 'iPhone 12', name: 'Screen', price: 129, minutes: 90, warrantyDays: 180 })
  await shop.api.write(shop.id, [service, createOp('services', { name: 'Cleaning', price: 20 })])
  const done = await addOrder(shop, { customerId, itemDetails: 'Apple iPhone 12', issueDescription: 'Screen', quotedCost: '119', status: 'In Progress' })
  await changeOrder(shop, done, { orderStatusId: { from: orderStatusIdByName['In Progress'], to: orderStatusIdByName.Fixed } })
  const app = await renderShop({ shop })
  await page.getByRole('button', { name: 'Add Order' }).click()
  const dialog = dialogOf('Add New Order')
  const list = dialog.getByRole('group', { name: 'Price list' })
  await list.getByRole('button', { name: 'Apple iPhone 12' }).click()
  await list.getByRole('button', { name: 'Screen' }).click()
  await expect.element(list.getByText('iPhone 12, Screen: once, same day, $119.00, none came back')).toBeVisible()
  await list.getByRole('button', { name: 'Take Screen for $129.00, 1 hr 30 min, 180 days warranty' }).click()
  await expect.element(field(dialog, 'Device Details')).toHaveValue('Apple iPhone 12')
  await expect.element(field(dialog, 'Issue Description')).toHaveValue('Screen')
  await expect.element(field(dialog, 'Quoted Cost')).toHaveValue('129')
  const before = Date.now()
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('ola')
  await page.getByRole('option', { name: /Ola Order/ }).click()
  await dialog.getByRole('button', { name: 'Add Order' }).click()
  await expect.poll(async () => (await readOrders(shop)).length).toBe(2)
  const [order] = (await readOrders(shop)).filter(({ id }) => id !== done)
  expect(order).toMatchObject({ itemDetails: 'Apple iPhone 12', issueDescription: 'Screen', quotedCost: '129', quoteFromLines: true })
  const dueMs = Date.parse(order?.dueTimestamp ?? '')
  expect([dueMs % 900_000, dueMs >= before + 90 * 60_000, dueMs < before + 110 * 60_000]).toEqual([0, true, true])
  expect(await app.device.rows.list('order_lines', shop.id)).toMatchObject([
    { orderId: order?.id, kind: 'labour', description: 'Screen', unitPrice: 129, included: false, serviceId: service.id, warrantyDays: 180 },
  ])
})

test('a refused order with services is corrected in its form, which holds what was taken from the price list', async () => {
  const shop = makeShop()
  await addCustomer(shop, { name: 'Ola Order' })
  const service = createOp('services', { brand: 'Apple', model: 'iPhone 12', name: 'Screen', price: 129 })
  await shop.api.write(shop.id, [service])
  const app = await renderShop({ shop })
  await page.getByRole('button', { name: 'Add Order' }).click()
  const dialog = dialogOf('Add New Order')
  const list = dialog.getByRole('group', { name: 'Price list' })
  await list.getByRole('button', { name: 'Apple iPhone 12' }).click()
  await list.getByRole('button', { name: 'Screen' }).click()
  await list.getByRole('button', { name: /^Take Screen for/ }).click()
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('ola')
  await page.getByRole('option', { name: /Ola Order/ }).click()
  shop.server.toRefusal = ({ ops }) =>
    ops.some((op) => op.action === 'create' && op.values['itemDetails'] === 'Apple iPhone 12')
      ? new AppError('VALIDATION', 'Item details are not valid', { issues: [{ path: '0.itemDetails', message: 'Item details are not valid' }] })
      : undefined
  await dialog.getByRole('button', { name: 'Add Order' }).click()
  await closeChecklist()
  await openAttention(1)
  await attention().getByRole('article').getByRole('button', { name: 'Edit' }).click()
  await expect.element(list.getByRole('button', { name: 'Take Screen off' })).toBeVisible()
  await expect.element(field(dialog, 'Quoted Cost')).toHaveValue('129')
  await field(dialog, 'Device Details').fill('iPhone 12 of Ola')
  await dialog.getByRole('button', { name: 'Add Order' }).click()
  await expect
    .poll(async () => (await readOrders(shop)).map(({ itemDetails, quoteFromLines }) => [itemDetails, quoteFromLines]))
    .toEqual([['iPhone 12 of Ola', true]])
  expect(await app.device.rows.list('order_lines', shop.id)).toMatchObject([{ description: 'Screen', unitPrice: 129, serviceId: service.id }])
  expect(await app.device.refused.list()).toEqual([])
})

test('PRICES-01: a device that the price list does not have is offered the repairs of any device, not those of other makers', async () => {
  const shop = makeShop()
  const iphone = createOp('services', { brand: 'Apple', model: 'iPhone 12', name: 'Screen', price: 129 })
  await shop.api.write(shop.id, [iphone, createOp('services', { name: 'Cleaning', price: 20 })])
  await renderShop({ shop })
  await page.getByRole('button', { name: 'Add Order' }).click()
  const dialog = dialogOf('Add New Order')
  const list = dialog.getByRole('group', { name: 'Price list' })
  await expect.element(list.getByRole('button', { name: 'Apple iPhone 12' })).toBeVisible()
  await field(dialog, 'Device Details').fill('Samsung Galaxy S23')
  await expect.element(list.getByText('This device is not in the price list.')).toBeVisible()
  await expect.element(list.getByRole('button', { name: 'Cleaning' })).toBeVisible()
  await expect.element(list.getByRole('button', { name: 'Apple iPhone 12' })).not.toBeInTheDocument()
  await list.getByRole('button', { name: 'Another device' }).click()
  await list.getByRole('button', { name: 'Apple iPhone 12' }).click()
  await expect.element(list.getByRole('button', { name: 'Screen' })).toBeVisible()
})

test('PRICES-01: the price list is read from a CSV on this device, which changes prices and names the lines that it cannot read', async () => {
  const shop = makeShop({ privileges: ['view_shop_setting'] })
  await shop.api.write(shop.id, [createOp('services', { brand: 'Apple', model: 'iPhone 12', name: 'Screen', price: 129 })])
  const app = await renderShop({ shop, at: '/shop-settings?part=prices' })
  await expect.element(page.getByRole('row', { name: /Screen.*\$129\.00/ })).toBeVisible()
  const csv = 'Brand,Model,Repair,Price\nApple,iPhone 12,Screen,139.50\nApple,iPhone 13,Screen,"1,149.00"\nApple,iPhone 13,Battery,cheap\n'
  await userEvent.upload(page.getByLabelText('CSV of the price list'), new File([csv], 'prices.csv', { type: 'text/csv' }))
  await expect.element(page.getByRole('row', { name: /Screen.*\$139\.50/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Screen.*\$1,149\.00/ })).toBeVisible()
  await expect.element(page.getByText('Line 4: Price: cheap is no amount')).toBeVisible()
  expect(await app.device.rows.list('services', shop.id)).toHaveLength(2)
  await page.getByRole('button', { name: 'Add Service' }).click()
  const add = dialogOf('Add Service')
  await field(add, 'Repair').fill('Data rescue')
  await add.getByRole('button', { name: 'Add Service' }).click()
  await page.getByRole('row', { name: /Data rescue/ }).click()
  await dialogOf('Edit Service')
    .getByRole('checkbox', { name: /^Archived/ })
    .click()
  await dialogOf('Edit Service').getByRole('button', { name: 'Update Service' }).click()
  await expect.element(page.getByRole('row', { name: /Data rescue/ })).not.toBeInTheDocument()
})
