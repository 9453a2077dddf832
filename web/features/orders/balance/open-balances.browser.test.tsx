import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { customerInput, orderInput, statusId } from '#web/device/testing/test-device.ts'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { makeShop } from '#web/testing/shop-server.ts'
import { createOp } from '#web/testing/shop-rows.ts'
import type { OrderForm } from '../form.ts'
import { OpenBalances } from '../order-customer-field.tsx'
import { OrderBalance } from '../head/order-balance.tsx'

/** A customer's open orders with these quotes, plus a cancelled one and one of another customer. */
async function openFor(quotes: readonly string[]) {
  const shop = makeShop()
  const [customer, other] = [customerInput({ name: 'Ada' }), customerInput({ name: 'Bob' })]
  const orders = [
    ...quotes.map((quotedCost, index) => orderInput(customer.id, { itemDetails: `Radio ${index} ${'with a long name '.repeat(6)}`, quotedCost })),
    orderInput(customer.id, { itemDetails: 'Cancelled', quotedCost: '500', orderStatusId: statusId['Cancelled'] }),
    orderInput(other.id, { itemDetails: 'Of Bob', quotedCost: '700' }),
  ]
  await shop.api.write(shop.id, [customer, other, ...orders])
  const { screen, device } = await renderOnDevice(<OpenBalances shopId={shop.id} customerId={customer.id} customerName="Ada" />, {
    shop,
    collections: ['customers', 'orders', 'payments', 'order_lines'],
  })
  return { screen, device, shopId: shop.id, orders }
}

test('what a customer owes is told with five orders and how many more there are, each a link, until all is paid (BAL-01)', async () => {
  await page.viewport(390, 844)
  const { screen, device, shopId, orders } = await openFor(['10.10', '20.20', '30', '40', '50', '60'])
  const note = screen.getByRole('status').filter({ hasText: 'to pay' })
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

function Head({ shopId, orderId }: { shopId: string; orderId: string }) {
  const form = useForm<OrderForm>({ defaultValues: { quotedCost: '120', customerId: '' } })
  return <OrderBalance form={form} shopId={shopId} order={{ id: orderId, orderStatusId: statusId['Dropped Off'] }} onStatus={() => {}} />
}

test('the head of an order says that payments are still loading, and shows and takes no sums until they are here (PRICE-08)', async () => {
  const shop = makeShop()
  const pulls = Promise.withResolvers<void>()
  const customer = customerInput({ name: 'Ada' })
  const order = orderInput(customer.id, { itemDetails: 'Radio', quotedCost: '120' })
  await shop.api.write(shop.id, [customer, order, createOp('payments', { orderId: order.id, paymentAmount: 20 })])
  const { screen } = await renderOnDevice(<Head shopId={shop.id} orderId={order.id} />, {
    shop,
    collections: ['customers', 'orders', 'payments', 'order_lines'],
    pullsAfter: pulls.promise,
  })
  await expect.element(screen.getByLabelText('Balance')).toHaveTextContent('Still loading payments')
  await expect.element(screen.getByRole('button', { name: 'Take payment' })).not.toBeInTheDocument()
  pulls.resolve()
  await expect.element(screen.getByLabelText('Balance')).toHaveTextContent('Quote $120.00 · paid $20.00 · to pay $100.00')
})
