import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { v7 } from 'uuid'
import { useDialogs } from '#web/navigation/dialogs.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { StockMovements } from './stock-movements.tsx'

test('the movements are asked for when they are opened, by keys alone; without an answer they say so, with what waits on this device above (LINE-03)', async () => {
  const shop = makeShop()
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Ada' }), itemDetails: 'iPhone 12' })
  const category = createOp('categories', { name: 'Parts' })
  const product = createOp('products', { name: 'Screen', categoryHierarchyId: category.id, inventoryCount: 5 })
  await shop.api.write(shop.id, [category, product])
  const { screen, device, goOffline } = await renderOnDevice(<StockMovements shopId={shop.id} productId={product.id} />, {
    shop,
    collections: ['customers', 'orders', 'categories', 'products', 'order_lines'],
  })
  goOffline()
  await expect.element(screen.getByText(/need a connection/)).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(screen.getByRole('button', { name: 'Stock movements' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('The movements need a connection. Only changes not yet sent from this device are shown.')).toBeVisible()
  await expect.element(screen.getByRole('list', { name: 'Stock movements' })).not.toBeInTheDocument()

  const line = { orderId, kind: 'part' as const, productId: product.id, description: 'Screen', quantity: 2, unitPrice: 80, unitCost: null, fromStock: true }
  await device.write(shop.id, [{ action: 'create', collection: 'order_lines', values: line }])
  const moved = screen.getByRole('list', { name: 'Stock movements' }).getByRole('listitem')
  await expect.element(moved).toMatchTextContent(/^−2Part of an orderS-1/)
  await expect.element(moved).toMatchTextContent(/Not sent yet/)
})

test('a movement of a part names the ticket of its order, which opens from there', async () => {
  const shop = makeShop()
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Ada' }), itemDetails: 'iPhone 12' })
  const moved = { productId: v7(), shopId: shop.id, reason: 'line', userId: null, createdAt: '2026-03-02T08:00:00.000Z', seq: 1 }
  const { screen } = await renderOnDevice(<StockMovements shopId={shop.id} productId={moved.productId} />, {
    shop,
    collections: ['customers', 'orders', 'categories', 'products', 'order_lines'],
    rest: { 'GET /api/*/products/*/movements': () => [{ ...moved, id: v7(), delta: -2, countAfter: 3, orderId }] },
  })
  await screen.getByRole('button', { name: 'Stock movements' }).click()
  await screen.getByRole('button', { name: 'S-1' }).click()
  expect(useDialogs.getState().dialog).toMatchObject({ kind: 'order-edit', orderId })
})
