import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { dialogOf, field } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

test('TESTS-01: a list of tests is kept in Settings, done in the order before and after, offline too, with a note', async () => {
  const shop = makeShop({ privileges: ['view_shop_setting'] })
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Ola Order' }), itemDetails: 'iPhone 12' })
  const app = await renderShop({ shop, at: '/shop-settings?part=statuses' })
  await page.getByRole('button', { name: 'Add Test List' }).click()
  const add = dialogOf('Add Test List')
  await field(add, 'Name').fill('Phone')
  await add.getByRole('textbox', { name: 'Items' }).fill('Camera\nCamera')
  await add.getByRole('button', { name: 'Add Test List' }).click()
  await expect.element(add.getByText('Each item can stand once in a test list')).toBeVisible()
  await add.getByRole('textbox', { name: 'Items' }).fill('Camera\n\nMicrophone')
  await add.getByRole('button', { name: 'Add Test List' }).click()
  await expect.element(page.getByText('Any device · Camera, Microphone')).toBeVisible()

  await app.goTo(dashboardPath({ shopId: shop.id, orderId }))
  app.goOffline()
  const order = dialogOf('Edit Order')
  await order.getByRole('group', { name: 'Camera, before' }).getByRole('button', { name: 'Fail' }).click()
  await order.getByRole('textbox', { name: 'Note on Camera, before' }).fill('cracked lens')
  await order.getByText('After the repair').click()
  await order.getByRole('group', { name: 'Camera, after' }).getByRole('button', { name: 'Pass' }).click()
  await order.getByRole('group', { name: 'Microphone, after' }).getByRole('button', { name: 'Not testable' }).click()
  await expect.element(order.getByText('Before 1 of 2, 1 failed · After 2 of 2')).toBeVisible()
  await order.getByRole('group', { name: 'Microphone, after' }).getByRole('button', { name: 'Pass' }).click()
  await expect
    .poll(async () =>
      (await app.device.rows.list('test_results', shop.id)).map(({ item, phase, result, note }) => `${item} ${phase} ${result} ${note}`).toSorted(),
    )
    .toEqual(['Camera after pass null', 'Camera before fail cracked lens', 'Microphone after pass null'])
})

test('TESTS-01: a status that asks for tests is refused until they are done, and passed with a reason by who manages the shop', async () => {
  const shop = makeShop({ privileges: ['view_shop_setting'] })
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Ola Order' }), itemDetails: 'iPhone 12', status: 'In Progress' })
  const list = createOp('tests', { name: 'Phone', items: JSON.stringify(['Camera']), afterStatusId: orderStatusIdByName.Fixed })
  await shop.api.write(shop.id, [list])
  const app = await renderShop({ shop, at: dashboardPath({ shopId: shop.id, orderId }) })
  const statusOf = async () => (await app.device.rows.read('orders', orderId))?.orderStatusId
  await dialogOf('Edit Order').getByRole('group', { name: 'Next status' }).getByRole('button', { name: 'Fixed' }).click()
  const asked = dialogOf('Tests are missing')
  await expect.element(asked.getByText('Phone: 1 of 1 tests after the repair is missing. The order is not Fixed yet.')).toBeVisible()
  expect(await statusOf()).toBe(orderStatusIdByName['In Progress'])
  await asked.getByRole('button', { name: 'Set Fixed anyway' }).click()
  await expect.element(asked.getByText('Reason is required')).toBeVisible()
  await asked.getByRole('textbox', { name: 'Reason' }).fill('Customer waits')
  await asked.getByRole('button', { name: 'Set Fixed anyway' }).click()
  await expect.poll(statusOf).toBe(orderStatusIdByName.Fixed)
  expect((await app.device.rows.listOf('order_notes', 'orderId', orderId)).map(({ text }) => text)).toEqual(['Fixed without all tests: Customer waits'])
})
