import { expect, test } from 'vitest'
import { ShopFormatProvider } from '#web/inputs/shop-format.tsx'
import { renderOnDevice } from '#web/testing/render-on-device.tsx'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { MoneySection } from './money-section.tsx'

const ignore = (): void => undefined

test('where the shop charges taxes, only a cost says whether it is after tax (PAY-03), and a refunded payment says why it stays', async () => {
  const shop = makeShop({ profile: { taxMode: 'inclusive', currency: 'EUR', locale: 'de-DE' } })
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Ann' }), itemDetails: 'Radio' })
  await shop.api.write(shop.id, [createOp('payments', { orderId, paymentAmount: 20, paymentText: 'Deposit' })])
  const { screen, device } = await renderOnDevice(
    <ShopFormatProvider shop={shop.server.shops.get(shop.id)}>
      <MoneySection kind="payment" shopId={shop.id} orderId={orderId} report={ignore} />
      <MoneySection kind="cost" shopId={shop.id} orderId={orderId} report={ignore} />
    </ShopFormatProvider>,
    { shop, collections: ['payments', 'costs'] },
  )
  await screen.getByRole('button', { name: 'Add Payment' }).click()
  const payment = screen.getByRole('group', { name: 'Add Payment' })
  await expect.element(payment.getByRole('textbox', { name: 'Amount' })).toBeVisible()
  await expect.element(payment.getByRole('radio')).not.toBeInTheDocument()
  await payment.getByRole('textbox', { name: 'Amount' }).fill('1.189,50 €')
  await payment.getByRole('button', { name: 'Add Payment' }).click()
  const amounts = async () => (await device.rows.listOf('payments', 'orderId', orderId)).map(({ paymentAmount }) => paymentAmount)
  await expect.poll(amounts).toContain(1189.5)
  await expect.element(screen.getByText(/(Before|After) tax/)).not.toBeInTheDocument()
  const deposit = (await device.rows.listOf('payments', 'orderId', orderId)).find(({ paymentAmount }) => paymentAmount === 20)
  await device.write(shop.id, [
    { action: 'create', collection: 'payments', values: { orderId, paymentAmount: 5, kind: 'refund', refundOf: deposit?.id ?? '', paymentText: 'Late' } },
  ])
  await screen.getByRole('button', { name: /^Delete payment 20,00/ }).click()
  await expect.element(screen.getByText('This payment was refunded, so it stays as it is. Delete its refund first.')).toBeVisible()
  await screen.getByRole('button', { name: 'Add Cost' }).click()
  await expect.element(screen.getByRole('group', { name: 'Add Cost' }).getByRole('radio', { name: 'Before tax' })).toBeInTheDocument()
})
