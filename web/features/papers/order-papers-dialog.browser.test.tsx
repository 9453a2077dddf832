import '../../styles/app.css'
import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { v7 } from 'uuid'
import type { CollectionName } from '#schema/collections/index.ts'
import { DeviceProvider } from '#web/device/react/provider.tsx'
import { closeTestDevices, customerInput, openTestDevice, orderInput, until, untilSynced } from '#web/device/testing/test-device.ts'
import { ModelServer } from '#web/device/testing/test-model-server.ts'
import { OrderPapersDialog } from './order-papers-dialog.tsx'

afterEach(closeTestDevices)

const printed: CollectionName[] = [
  'orders',
  'customers',
  'employees',
  'assets',
  'payments',
  'order_lines',
  'checklist_items',
  'checklist_selections',
  'attachments',
]

test('more orders than are laid out at once are printed in parts, each of which is chosen and says what it holds', async () => {
  const shopId = v7()
  const server = new ModelServer()
  const [userId, other] = [v7(), v7()]
  for (const id of [userId, other]) server.addUser(id, [shopId])
  const customer = customerInput({ name: 'Ada' })
  const orders = Array.from({ length: 203 }, (_, place) => orderInput(customer.id, { itemDetails: `Radio ${place}` }))
  for (const { action, collection, id, values } of [customer, ...orders]) server.write(other, shopId, [{ action, collection, id, values }])
  const device = await openTestDevice({ userId, api: server.apiOf(userId), collections: printed })
  await untilSynced(device)
  await until(async () => (await device.rows.list('orders', shopId)).length === orders.length)
  const screen = await render(
    <DeviceProvider device={device}>
      <OrderPapersDialog shopId={shopId} orderIds={orders.map(({ id }) => id)} paper="device-label" onClose={() => undefined} />
    </DeviceProvider>,
  )
  await expect.element(screen.getByRole('dialog', { name: 'Print for 203 orders' })).toBeVisible()
  await expect.element(screen.getByText('More than 200 orders are printed in parts: print this one, then choose the next.')).toBeVisible()
  const preview = screen.getByRole('region', { name: 'Preview' })
  await expect.element(preview.getByText('Radio 0', { exact: true }).first()).toBeInTheDocument()
  expect(preview.getByText('Radio 202', { exact: true }).elements()).toEqual([])
  await screen.getByLabelText('Part').selectOptions('2 of 2: orders 201 to 203')
  await expect.element(preview.getByText('Radio 202', { exact: true }).first()).toBeInTheDocument()
  expect(preview.getByText('Radio 0', { exact: true }).elements()).toEqual([])
})
