import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderShop } from '#web/testing/render-shop.tsx'
import { dialogOf, toast } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

beforeEach(() => page.viewport(1024, 768))

async function openParts() {
  const shop = makeShop()
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Ada' }), itemDetails: 'iPhone 12', status: 'Waiting For Part' })
  const category = createOp('categories', { name: 'Parts' })
  const supplier = createOp('suppliers', { supplierName: 'Mobile Parts' })
  const screen = { name: 'Screen', barcode: '4006381333931', categoryHierarchyId: category.id, supplierId: supplier.id, inventoryCount: 5, reorderPoint: 1 }
  const product = createOp('products', screen)
  const low = createOp('products', { ...screen, name: 'Battery', barcode: null, inventoryCount: 0, reorderPoint: 2 })
  const line = createOp('order_lines', { orderId, kind: 'part', productId: product.id, description: 'Screen', quantity: 1, unitPrice: 80, supply: 'to-order' })
  await shop.api.write(shop.id, [category, supplier, product, low, line])
  return { shop, app: await renderShop({ shop, at: `/${shop.id}/inventory` }) }
}

test('PARTS-01, PARTS-02: what a repair waits for is bought in one press, received by scan offline, and moves its order on', async () => {
  const { app } = await openParts()
  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Parts to order' }).click()
  const parts = dialogOf('Parts to order').getByRole('region', { name: 'Mobile Parts' })
  await expect.element(parts.getByRole('checkbox', { name: '1 × Screen' })).toBeChecked()
  await expect.element(parts.getByRole('button', { name: /^for / })).toBeVisible()
  await expect.element(parts.getByRole('checkbox', { name: /^3 × Battery/ })).toBeChecked()
  app.goOffline()
  await parts.getByRole('button', { name: 'Make Purchase (2)' }).click()
  const purchase = dialogOf('Purchase')
  await purchase.getByRole('textbox', { name: 'Reference' }).fill('PO-7')
  await userEvent.tab()
  const sent = dialogOf('Purchase PO-7')
  await sent.getByRole('button', { name: 'Mark as Sent' }).click()
  await expect.element(sent.getByText('0 of 1')).toBeVisible()
  await sent.getByRole('textbox', { name: 'Receive' }).fill('4006381333931')
  await userEvent.keyboard('{Enter}')
  await expect.element(sent.getByText('1 of 1')).toBeVisible()
  await expect.element(toast().filter({ hasText: '1 of 1 received, for ' })).toBeVisible()
  await expect.element(sent.getByText('The part is here. Move the order on:')).toBeVisible()
  await sent.getByRole('button', { name: 'In Progress' }).click()
  await expect.element(sent.getByText('The part is here. Move the order on:')).not.toBeInTheDocument()
  await sent.getByRole('button', { name: 'Receive all of Battery' }).click()
  await expect.element(sent.getByText('Received', { exact: true })).toBeVisible()
})
