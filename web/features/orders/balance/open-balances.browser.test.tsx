import '../../../styles/app.css'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { v7 } from 'uuid'
import { createStore } from 'zustand/vanilla'
import { DeviceProvider } from '#web/device/react/provider.tsx'
import { closeTestDevices, customerInput, openTestDevice, orderInput, statusId, until, untilSynced } from '#web/device/testing/test-device.ts'
import { ModelServer } from '#web/device/testing/test-model-server.ts'
import { SessionContext } from '#web/session/session.ts'
import type { Session, SessionState } from '#web/session/session-types.ts'
import { OpenBalances } from './open-balances.tsx'

afterEach(closeTestDevices)

/** What a customer owes for orders with these quotes, beside one that is cancelled and one of somebody else. */
async function openFor(quotes: readonly string[]) {
  const shopId = v7()
  const server = new ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId])
  const [customer, other] = [customerInput({ name: 'Ada' }), customerInput({ name: 'Bob' })]
  const orders = [
    ...quotes.map((quotedCost, index) => orderInput(customer.id, { itemDetails: `Radio ${index} ${'with a long name '.repeat(6)}`, quotedCost })),
    orderInput(customer.id, { itemDetails: 'Cancelled', quotedCost: '500', orderStatusId: statusId['Cancelled'] }),
    orderInput(other.id, { itemDetails: 'Of Bob', quotedCost: '700' }),
  ]
  for (const { action, collection, id, values } of [customer, other, ...orders]) server.write(userId, shopId, [{ action, collection, id, values }])
  const device = await openTestDevice({ userId, api: server.apiOf(userId), collections: ['customers', 'orders', 'payments', 'order_lines'] })
  await untilSynced(device)
  await until(async () => (await device.rows.list('orders', shopId)).length === orders.length)
  const session = { store: createStore(() => ({ user: { id: userId } }) as SessionState) } as Session
  const shown = await render(
    <SessionContext value={session}>
      <DeviceProvider device={device}>
        <OpenBalances shopId={shopId} customerId={customer.id} customerName="Ada" />
      </DeviceProvider>
    </SessionContext>,
  )
  return { shown, device, shopId, orders }
}

test('what a customer owes is told with five orders and how many more there are, each a link, until all is paid (BAL-01)', async () => {
  await page.viewport(390, 844)
  const { shown, device, shopId, orders } = await openFor(['10.10', '20.20', '30', '40', '50', '60'])
  const note = shown.getByRole('status').filter({ hasText: 'to pay' })
  await expect.element(note).toMatchTextContent(/^Ada has \$210\.30 to pay/)
  await expect.element(note).toMatchTextContent(/And 1 more\.$/)
  expect(note.getByRole('link').elements()).toHaveLength(5)
  for (const link of note.getByRole('link').elements()) expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(24)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  const pay = async (paid: typeof orders): Promise<void> => {
    for (const { id, values } of paid) {
      const payment = { orderId: id, paymentAmount: Number(values.quotedCost), afterTax: true }
      await device.write(shopId, [{ action: 'create', collection: 'payments', values: payment }])
    }
  }
  await pay(orders.slice(0, 3))
  await expect.element(note).toMatchTextContent(/^Ada has \$150\.00 to pay/)
  await expect.element(note).not.toMatchTextContent(/more\./)
  await pay(orders.slice(3, 6))
  await expect.element(note).not.toBeInTheDocument()
})
