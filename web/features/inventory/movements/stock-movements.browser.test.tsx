import '../../../styles/app.css'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { v7 } from 'uuid'
import { DeviceProvider } from '#web/device/react/provider.tsx'
import { closeTestDevices, customerInput, openTestDevice, orderInput, until, untilSynced } from '#web/device/testing/test-device.ts'
import { ModelServer } from '#web/device/testing/test-model-server.ts'
import { OfflineError } from '#web/device/platform/server-port.ts'
import { StockMovements } from './stock-movements.tsx'

// As where there is no network; calls hold the browser's function from when they are loaded.
vi.hoisted(() => {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
})
afterEach(closeTestDevices)

test('the movements are asked for when they are opened, by keys alone; without an answer they say so, with what waits on this device above (LINE-03)', async () => {
  const shopId = v7()
  const server = new ModelServer()
  const [userId, productId, categoryId] = [v7(), v7(), v7()]
  server.addUser(userId, [shopId])
  const customer = customerInput({ name: 'Ada' })
  const order = orderInput(customer.id)
  const product = { name: 'Screen', categoryHierarchyId: categoryId, inventoryCount: 5 }
  server.write(userId, shopId, [
    { action: 'create', collection: 'customers', id: customer.id, values: customer.values },
    { action: 'create', collection: 'orders', id: order.id, values: order.values },
    { action: 'create', collection: 'categories', id: categoryId, values: { name: 'Parts' } },
    { action: 'create', collection: 'products', id: productId, values: product },
  ])
  const api = server.apiOf(userId)
  let isAway = false
  const push: typeof api.push = async (...sent) => {
    if (isAway) throw new OfflineError()
    return api.push(...sent)
  }
  const device = await openTestDevice({
    userId,
    api: { ...api, push },
    collections: ['customers', 'orders', 'categories', 'products', 'order_lines'],
  })
  await untilSynced(device)
  await until(async () => (await device.rows.list('products', shopId)).length === 1)
  isAway = true
  const screen = await render(
    <DeviceProvider device={device}>
      <StockMovements shopId={shopId} productId={productId} />
    </DeviceProvider>,
  )
  await expect.element(screen.getByText(/need a connection/)).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(screen.getByRole('button', { name: 'Stock movements' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('The movements need a connection. What this device has not sent yet is shown.')).toBeVisible()
  await expect.element(screen.getByRole('list', { name: 'Stock movements' })).not.toBeInTheDocument()

  const line = { orderId: order.id, kind: 'part' as const, productId, description: 'Screen', quantity: 2, unitPrice: 80, unitCost: null, fromStock: true }
  await device.write(shopId, [{ action: 'create', collection: 'order_lines', values: line }])
  const moved = screen.getByRole('list', { name: 'Stock movements' }).getByRole('listitem')
  await expect.element(moved).toMatchTextContent(/^−2Part of an order/)
  await expect.element(moved).toMatchTextContent(/Not sent yet/)
})
