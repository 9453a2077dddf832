import { expect, onTestFinished, test, vi } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { rememberMethod } from '#web/features/money/taken/last-method.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { dialogOf, rowWith, toast } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp, readOrders } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

const order = dialogOf('Edit Order')
const taken = dialogOf('Take payment')
const printing = dialogOf('Print')

async function openShop(values: { quotedCost: string; deposit: number }) {
  await page.viewport(1024, 768)
  const shop = makeShop()
  const customerId = await addCustomer(shop, { name: 'Petra Picks' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Repaired radio', status: 'Fixed', quotedCost: values.quotedCost })
  await shop.api.write(shop.id, [createOp('payments', { orderId, paymentAmount: values.deposit, method: 'cash', paymentText: 'Deposit' })])
  const app = await renderShop({ shop })
  return { shop, app }
}

test('the pick-up of a finished repair with a deposit, by card and with a receipt, takes six actions, offline too (DAY-07)', async () => {
  rememberMethod('cash')
  const prints = vi.spyOn(window, 'print').mockImplementation(() => {})
  onTestFinished(() => prints.mockRestore())
  const { shop, app } = await openShop({ quotedCost: '80', deposit: 30 })
  app.goOffline()
  let actions = 0
  const press = async (target: Locator): Promise<void> => {
    actions += 1
    await target.click()
  }

  await press(page.getByRole('tab', { name: 'Ready' }))
  await press(rowWith('Repaired radio'))
  await press(order.getByRole('button', { name: 'Take payment' }))
  await expect.element(taken.getByText('To pay $50.00')).toBeVisible()
  await press(taken.getByText('Card', { exact: true }))
  await press(taken.getByRole('button', { name: 'Save, pick up, print' }))
  await expect.element(printing.getByRole('region', { name: 'Preview' })).toMatchTextContent('Balance$0.00')
  await press(printing.getByRole('button', { name: 'Print', exact: true }))

  expect(prints).toHaveBeenCalledOnce()
  expect(actions).toBeLessThanOrEqual(6)
  await app.goOnline()
  await expect.poll(async () => (await readOrders(shop)).map(({ orderStatusId }) => orderStatusId)).toEqual([orderStatusIdByName['Picked up']])
})

test('"Pick up and print" is the main act of a paid repair, can be undone, and stands on no other order', async () => {
  const { shop } = await openShop({ quotedCost: '30', deposit: 30 })
  const pickUp = order.getByRole('button', { name: 'Pick up and print' })
  await page.getByRole('tab', { name: 'Ready' }).click()
  await rowWith('Repaired radio').click()
  await expect.element(pickUp).toHaveClass('bg-accent')
  await pickUp.click()
  await printing.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(printing).not.toBeInTheDocument()
  await expect.element(pickUp).not.toBeInTheDocument()
  await expect.element(order.getByText(/is now/)).not.toBeInTheDocument()
  await toast().getByRole('button', { name: 'Undo' }).click()
  await expect.element(pickUp).toBeVisible()
  await expect.poll(async () => (await readOrders(shop)).map(({ orderStatusId }) => orderStatusId)).toEqual([orderStatusIdByName.Fixed])
})
