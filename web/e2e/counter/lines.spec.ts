import { v7 } from 'uuid'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { choice, expect, field, rowWith, test, toast, waitUntilSynced } from '../harness/fixtures.ts'
import { waitForItsToast } from '../harness/its-toast.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

test('the last part is used offline by name and by SKU, the total becomes the quote, and the count says what to do', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const [categoryId, screenId] = [v7(), v7()]
  const customerId = await addCustomer(shop, { name: 'Lena Lines', phone: '6175550171' })
  await shop.api.write(shop.id, [
    createOp('categories', { name: 'Parts' }, categoryId),
    createOp(
      'products',
      { name: 'Screen iPhone 12', sku: 'SC-12', categoryHierarchyId: categoryId, inventoryCount: 1, salePrice: 129.5, costPrice: 61 },
      screenId,
    ),
  ])
  const orderId = await addOrder(shop, { customerId, itemDetails: 'iPhone 12' })
  const { page, context } = await newDevice(shop.person)
  await waitUntilSynced(page)
  await context.setOffline(true)
  await rowWith(page, 'Lena Lines').click()
  const order = page.getByRole('dialog', { name: 'Edit Order' })
  const add = page.getByRole('dialog', { name: 'Add Part' })

  for (const query of ['screen', 'SC-12']) {
    await order.getByRole('button', { name: 'Add Part' }).click()
    await choice(add, 'Product').fill(query)
    await expect(page.getByRole('option', { name: /Screen iPhone 12/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(field(add, 'Description')).toHaveValue('Screen iPhone 12')
    await expect(field(add, 'Unit Price')).toHaveValue('129.50')
    await add.getByRole('button', { name: 'Add to Order' }).click()
    await expect(add).toBeHidden()
  }
  await order.getByRole('button', { name: 'Add Labour' }).click()
  const labour = page.getByRole('dialog', { name: 'Add Labour' })
  await field(labour, 'Description').fill('Fitting')
  await field(labour, 'Quantity').fill('0.5')
  await field(labour, 'Unit Price').fill('60.01')
  await expect(labour.getByText('Total $30.01')).toBeVisible()
  await labour.getByRole('button', { name: 'Add to Order' }).click()
  await order.getByRole('button', { name: 'Take as quote' }).click()
  await expect(field(order, 'Quoted Cost')).toHaveValue('289.01')

  await waitForItsToast(page, () => order.getByRole('button', { name: 'Delete line Fitting' }).click())
  await expect(toast(page)).toContainText('Line deleted')
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(order.getByRole('button', { name: 'Edit line Fitting' })).toBeVisible()
  await field(order, 'Quoted Cost').fill('about 250')
  await order.getByRole('button', { name: 'Take as quote' }).click()
  await expect(order.getByRole('group', { name: 'Replace the quote' })).toContainText('“about 250” by $289.01')
  await page.keyboard.press('Enter')
  await expect(field(order, 'Quoted Cost')).toHaveValue('289.01')
  await order.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('link', { name: 'Inventory' }).click()
  await page.getByRole('searchbox').fill('screen')
  await expect(page.getByText('-1: count it')).toBeVisible()
  await context.setOffline(false)
  await waitUntilSynced(page)
  expect(await shop.api.read(`/api/${shop.id}/products/${screenId}`)).toMatchObject({ inventoryCount: -1 })
  expect(await shop.api.read(`/api/${shop.id}/orders/${orderId}`)).toMatchObject({ quotedCost: '289.01' })
  const lines = await shop.api.read<{ description: string; quantity: number }[]>(`/api/${shop.id}/order-lines?orderId=${orderId}`)
  expect(lines.map(({ description, quantity }) => [description, quantity])).toEqual([
    ['Screen iPhone 12', 1],
    ['Screen iPhone 12', 1],
    ['Fitting', 0.5],
  ])
})
