import { expect, test } from 'vitest'
import type { CollectionName } from '#schema/collections/index.ts'
import { customerInput, orderInput } from '#web/device/testing/test-device.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { makeShop } from '#web/testing/shop-server.ts'
import { OrderPapersDialog } from './order-papers-dialog.tsx'

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
  const shop = makeShop()
  const customer = customerInput({ name: 'Ada' })
  const orders = Array.from({ length: 203 }, (_, place) => orderInput(customer.id, { itemDetails: `Radio ${place}` }))
  await shop.api.write(shop.id, [customer, ...orders])
  const { screen } = await renderOnDevice(
    <OrderPapersDialog shopId={shop.id} orderIds={orders.map(({ id }) => id)} paper="device-label" onClose={() => undefined} />,
    { shop, collections: printed },
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
