import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '#schema/errors.ts'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import { toTicketPath } from '#schema/rules/orders/ticket-address.ts'
import { codeToTicketPrefix } from '#schema/rules/shop/profile.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { attention, openAttention } from '#web/testing/attention-list.ts'
import { living } from '#web/testing/order-sections.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { bodyRows, choice, dialogOf, expectCount, field, press, rowWith, textsOf, toast } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp, readOrders } from '#web/testing/shop-rows.ts'
import { makeShop, type TestShop } from '#web/testing/shop-server.ts'

async function stockShop(): Promise<TestShop> {
  const shop = makeShop({})
  const category = createOp('categories', { name: 'Accessories' })
  await shop.api.write(shop.id, [
    category,
    createOp('products', { name: 'USB-C cable', sku: 'CAB-1', categoryHierarchyId: category.id, inventoryCount: 8, salePrice: 9.5, costPrice: 2 }),
    createOp('products', { name: 'Charger', sku: 'CHG-20', categoryHierarchyId: category.id, inventoryCount: 3, salePrice: 20 }),
  ])
  await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Vera Repair' }), itemDetails: 'Old phone' })
  return shop
}

const sell = dialogOf('Sell')
const taken = dialogOf('Take payment')
const sale = dialogOf('Sale')

test('TILL-02: one article paid in cash is three actions, by keyboard and scanner, offline', async () => {
  const shop = await stockShop()
  const app = await renderShop({ shop })
  await expect.element(rowWith('Old phone')).toBeVisible()
  app.goOffline()
  await userEvent.keyboard('s')
  await expect.element(sell.getByRole('combobox', { name: 'Article' })).toHaveFocus()

  await userEvent.keyboard('CAB-1{Enter}')
  await expect.element(sell.getByRole('listitem')).toMatchTextContent('USB-C cable')
  await userEvent.keyboard('{Enter}')
  await expect.element(field(taken, 'Amount')).toHaveValue('9.50')
  await userEvent.keyboard('{Enter}')

  await expect.element(toast()).toMatchTextContent('Sale added successfully')
  await expect.element(sell).not.toBeInTheDocument()
  await expectCount(bodyRows(), 1)
  await page.getByRole('tab', { name: 'Sales' }).click()
  await expect.element(rowWith('USB-C cable')).toBeVisible()
  expect(rowWith('USB-C cable').element().textContent).not.toContain('…')
  await expect.element(rowWith('USB-C cable')).toMatchTextContent('$9.50$9.50Cash')
  // No sale shown has a customer.
  expect(textsOf(page.getByRole('columnheader')).filter((text) => text !== '')).toEqual(['No.', 'Date', 'Item', 'Total', 'Paid', 'Method'])
  await expect.element(page.getByRole('button', { name: 'Unpaid' })).toBeVisible()
  for (const name of ['Status', 'Assigned To', 'In its status']) await expectCount(choice(page, name), 0)
  await expect.element(page.getByText('Old phone')).not.toBeInTheDocument()
  await app.goOnline()
  await expect.poll(async () => (await living(shop, 'payments')).map(({ paymentAmount, method }) => [paymentAmount, method])).toEqual([[9.5, 'cash']])
  expect((await living(shop, 'orders')).flatMap(({ kind, customerId }) => (kind === 'sale' ? [customerId] : []))).toEqual([null])
  expect(await living(shop, 'order_lines')).toMatchObject([{ description: 'USB-C cable', quantity: 1, unitPrice: 9.5, unitCost: 2, fromStock: true }])
})

test('TILL-02, TILL-03: several articles with a discount, then a return that takes back one piece and its money', async () => {
  const shop = await stockShop()
  await renderShop({ shop })
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Sell/ }).click()
  await press('Enter', sell.getByRole('button', { name: 'Pay' }))
  await expect.element(sell.getByText('Scan or find an article first')).toBeVisible()
  await userEvent.click(sell.getByRole('combobox', { name: 'Article' }))
  await userEvent.keyboard('CHG-20{Enter}CHG-20{Enter}cable{Enter}')
  await expect.element(field(sell, 'Pieces of Charger')).toHaveValue('2')
  await field(sell, 'Discount').fill('10%')
  await expect.element(sell.getByText('$44.55')).toBeVisible()
  await press('Enter', sell.getByRole('button', { name: 'Pay' }))
  await press('Enter', taken.getByRole('button', { name: 'Save and print' }))
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect.element(preview).toMatchTextContent('Receipt')
  await expect.element(preview).toMatchTextContent('Balance$0.00')
  await expect.element(preview.getByText('Device')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(preview).not.toBeInTheDocument()
  await page.getByRole('tab', { name: 'Sales' }).click()
  await rowWith('2 × Charger, USB-C cable').click()
  await expect.element(sale.getByRole('list', { name: 'Articles' }).getByRole('listitem').first()).toMatchTextContent('2 × Charger$40.00')
  await sale.getByRole('button', { name: 'Return' }).click()
  await field(sale, 'Pieces of Charger').fill('1')
  await press('Enter', sale.getByRole('button', { name: 'Take back and refund $18.00 (Cash)' }))
  await expect.element(sale.getByText('Please enter a reason')).toBeVisible()
  await sale.getByRole('textbox', { name: 'Reason' }).fill('Wrong plug')
  await press('Enter', sale.getByRole('button', { name: 'Take back and refund $18.00 (Cash)' }))
  await expect.element(sale.getByText('Total $26.55')).toBeVisible()
  await expect
    .poll(() => textsOf(sale.getByRole('list', { name: 'Payments' }).getByRole('listitem')))
    .toEqual(['Cash$44.55', 'Refund · Cash · Wrong plug-$18.00'])
  const back = async () => (await living(shop, 'order_lines')).flatMap(({ returnOf, ...line }) => (returnOf === null ? [] : [line]))
  await expect.poll(async () => (await back()).length).toBe(2)
  expect((await back()).toSorted((one, other) => Number(one['unitPrice']) - Number(other['unitPrice']))).toMatchObject([
    { description: 'Returned: Charger', quantity: 1, unitPrice: -20, fromStock: true },
    { description: 'Returned: Discount', quantity: 1, unitPrice: 2, fromStock: false },
  ])
})

test("TILL-03: the code of a receipt opens its sale, from where it is taken back, also without the shop's network", async () => {
  const shop = await stockShop()
  const sold = createOp('orders', {
    kind: 'sale',
    customerId: null,
    itemDetails: 'Charger',
    issueDescription: 'Sale',
    orderStatusId: orderStatusIdByName['Picked up'],
  })
  await shop.api.write(shop.id, [
    sold,
    createOp('order_lines', { orderId: sold.id, kind: 'part', description: 'Charger', quantity: 1, unitPrice: 20 }),
    createOp('payments', { orderId: sold.id, paymentAmount: 20, method: 'cash' }),
  ])
  const app = await renderShop({ shop })
  await expect.element(rowWith('Old phone')).toBeVisible()
  const number = (await readOrders(shop)).find(({ id }) => id === sold.id)?.number ?? 0
  app.goOffline()
  const code = window.location.origin + toTicketPath(shop.code, toTicket(codeToTicketPrefix(shop.code), number))
  for (const key of [...code, 'Enter']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await sale.getByRole('button', { name: 'Return' }).click()
  await field(sale, 'Pieces of Charger').fill('1')
  await sale.getByRole('textbox', { name: 'Reason' }).fill('Wrong plug')
  await press('Enter', sale.getByRole('button', { name: 'Take back and refund $20.00 (Cash)' }))
  await expect.element(sale.getByText('Total $0.00')).toBeVisible()
  await app.goOnline()
  await expect
    .poll(async () => (await living(shop, 'payments')).map(({ kind, paymentAmount }) => [kind, paymentAmount]))
    .toEqual([
      [null, 20],
      ['refund', 20],
    ])
})

test('a refused sale is corrected in Sell: its articles and discount are there, and it is stored once', async () => {
  const shop = await stockShop()
  const app = await renderShop({ shop })
  await expect.element(rowWith('Old phone')).toBeVisible()
  app.goOffline()
  await userEvent.keyboard('s')
  await userEvent.click(sell.getByRole('combobox', { name: 'Article' }))
  await userEvent.keyboard('CHG-20{Enter}cable{Enter}')
  await field(sell, 'Discount').fill('10%')
  await press('Enter', sell.getByRole('button', { name: 'Pay' }))
  await press('Enter', taken.getByRole('button', { name: 'Save', exact: true }))
  await expect.element(sell).not.toBeInTheDocument()
  const gone = 'Product was deleted in the meantime'
  shop.server.toRefusal = ({ ops }) =>
    ops.some((op) => op.action === 'create' && op.values['description'] === 'Charger')
      ? new AppError('INVALID_REFERENCE', gone, { issues: [{ path: '1.productId', message: gone }] })
      : undefined
  void app.goOnline()
  await openAttention(1)
  const item = attention().getByRole('article')
  await expect.element(item).toMatchTextContent("The product 'Charger' was deleted in the meantime, so this line 'Charger' could not be stored.")
  await item.getByRole('button', { name: 'Edit' }).click()
  await expect.element(field(sell, 'Pieces of USB-C cable')).toHaveValue('1')
  await expect.element(field(sell, 'Discount')).toHaveValue('10%')
  await expect.element(sell.getByText('$26.55')).toBeVisible()
  await sell.getByRole('button', { name: 'Take Charger out' }).click()
  await press('Enter', sell.getByRole('button', { name: 'Pay' }))
  await expect.element(field(taken, 'Amount')).toHaveValue('8.55')
  await press('Enter', taken.getByRole('button', { name: 'Save', exact: true }))
  await expect.element(sell).not.toBeInTheDocument()
  await expect.poll(async () => (await living(shop, 'payments')).map(({ paymentAmount }) => paymentAmount)).toEqual([8.55])
  expect(new Set((await living(shop, 'order_lines')).map(({ description }) => description))).toEqual(new Set(['Discount', 'USB-C cable']))
  expect((await living(shop, 'orders')).filter(({ kind }) => kind === 'sale')).toMatchObject([{ itemDetails: 'USB-C cable' }])
})

test('TILL-04: a till is opened with a float, takes sales and cash moves, and is closed for good with what was counted', async () => {
  const shop = await stockShop()
  await renderShop({ shop })
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Till' }).click()
  const noTill = dialogOf('Till')
  await press('Enter', noTill.getByRole('button', { name: 'Open till' }))
  await expect.element(noTill.getByText('Name is required')).toBeVisible()
  await noTill.getByRole('textbox', { name: 'Name' }).fill('Front desk')
  await field(noTill, 'Float').fill('100')
  await press('Enter', noTill.getByRole('button', { name: 'Open till' }))
  const till = dialogOf('Till Front desk')
  await field(till, 'Amount').fill('20')
  await field(till, 'Reason').fill('Stamps')
  await till.getByRole('button', { name: 'Take cash out' }).click()
  await expect.element(till.getByRole('list', { name: 'Cash in and out' })).toMatchTextContent('Stamps-$20.00')
  await till.getByRole('button', { name: 'Close', exact: true }).first().click()

  await userEvent.keyboard('s')
  await expect.element(sell.getByText('Till: Front desk')).toBeVisible()
  await userEvent.keyboard('CAB-1{Enter}')
  await expect.element(sell.getByRole('listitem')).toMatchTextContent('USB-C cable')
  await userEvent.keyboard('{Enter}')
  await expect.element(field(taken, 'Amount')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(sell).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Till' }).click()
  await expect.element(till.getByText('$89.50 expected')).toBeVisible()
  await till.getByRole('textbox', { name: 'Cash counted' }).fill('89')
  await press('Enter', till.getByRole('button', { name: 'Close till' }))
  await expect.element(till.getByText('Cash: $0.50 missing. A closed till never opens again.')).toBeVisible()
  await till.getByRole('button', { name: 'Close for good' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect.element(preview).toMatchTextContent('Cash, expected$89.50')
  await expect.element(preview).toMatchTextContent('Cash, difference-$0.50')
  await expect
    .poll(async () => (await living(shop, 'till_days')).map(({ name, state, float }) => [name, state, float]))
    .toEqual([['Front desk', 'closed', 100]])
})
