import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Mutation } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import { findFaults, findFaultsOfDark } from '#web/testing/find-page-faults.ts'
import { attention, openAttention } from '#web/testing/attention-list.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { choice, closeChecklist, dialogOf, expectCount, field, press, rowWith, takeInCustomer, toast, waitUntilSynced } from '#web/testing/screen.ts'
import { addCustomer, addOrder, changeOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop, type TestShop } from '#web/testing/shop-server.ts'

async function chooseCustomer(name: string): Promise<void> {
  await choice(dialogOf('Add New Order'), 'Customer').fill(name)
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click()
}

async function takeInOrder({ customer, item }: { customer: string; item: string }): Promise<void> {
  await press('n')
  const dialog = dialogOf('Add New Order')
  await chooseCustomer(customer)
  await field(dialog, 'Device Details').fill(item)
  await field(dialog, 'Issue Description').fill(`${item} is broken`)
  await dialog.getByRole('button', { name: 'Add Order' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await closeChecklist()
}

/** Makes the server refuse a value in any field until the returned function is called. */
function refuseValue(shop: TestShop, refused: readonly { value: unknown; path: string; message: string }[]): () => void {
  const isIn = ({ ops }: Mutation, value: unknown): boolean =>
    ops.some(
      (op) =>
        (op.action === 'create' && Object.values(op.values).includes(value as never)) ||
        (op.action === 'update' && Object.values(op.changes).some(({ to }) => to === value)),
    )
  shop.server.toRefusal = (mutation) => {
    const found = refused.find(({ value }) => isIn(mutation, value))
    return found && new AppError('VALIDATION', found.message, { issues: [{ path: found.path, message: found.message }] })
  }
  return () => void (shop.server.toRefusal = () => undefined)
}

/** Mirrors the real server's message (`sync-server/store/apply/references.ts`). */
function refuseDeleted(shop: TestShop, customerId: string): void {
  const message = 'Customer was deleted in the meantime'
  shop.server.toRefusal = ({ ops }) =>
    ops.some((op) => op.action === 'create' && op.values['customerId'] === customerId)
      ? new AppError('INVALID_REFERENCE', message, { issues: [{ path: 'customerId', message }] })
      : undefined
}

test('hazard 6: a person corrects a refused order in its form, and the correction syncs without a reload', async () => {
  const shop = makeShop({ privileges: ['delete_customer'] })
  const goneId = await addCustomer(shop, { name: 'Gone Gus' })
  const otherId = await addCustomer(shop, { name: 'Other Olga' })
  const app = await renderShop({ shop })
  app.goOffline()
  await takeInOrder({ customer: 'Gone Gus', item: 'Orphaned oven' })
  await shop.api.write(shop.id, [{ action: 'delete', collection: 'customers', id: goneId }])
  refuseDeleted(shop, goneId)
  void app.goOnline()

  await openAttention(1)
  const item = attention().getByRole('article')
  await expect.element(item).toMatchTextContent("was deleted in the meantime, so this order 'Orphaned oven' could not be stored.")
  await expect.element(item).toMatchTextContent('Orphaned oven is broken')
  await expect.element(item).toMatchTextContent("Of customer 'Gone Gus'")
  await expect.element(item.getByRole('link', { name: 'Recently deleted' })).toHaveAttribute('href', `/${shop.id}/recently-deleted`)
  const dialog = dialogOf('Add New Order')
  await item.getByRole('button', { name: 'Edit' }).click()
  await expect.element(dialog).toMatchTextContent('Customer was deleted in the meantime')
  await expect.element(field(dialog, 'Device Details')).toHaveValue('Orphaned oven')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await openAttention(1)
  await item.getByRole('button', { name: 'Edit' }).click()
  await chooseCustomer('Other Olga')
  await field(dialog, 'Device Details').fill('Adopted oven')
  await dialog.getByRole('button', { name: 'Add Order' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await waitUntilSynced()
  await expect.element(rowWith('Adopted oven')).toMatchTextContent('Other Olga')
  await expect.poll(() => shop.api.pullAll('orders')).toEqual([expect.objectContaining({ itemDetails: 'Adopted oven', customerId: otherId })])
})

test('a refused customer and the orders that hang on it stand together; after a correction one press sends the rest', async () => {
  const shop = makeShop()
  const app = await renderShop({ shop })
  app.goOffline()
  await takeInCustomer({ name: 'Group Grace', phone: '5550108080' })
  await takeInOrder({ customer: 'Group Grace', item: 'First fan' })
  await takeInOrder({ customer: 'Group Grace', item: 'Second sander' })
  const stop = refuseValue(shop, [{ value: '5550108080', path: 'phone', message: 'Phone number is not valid' }])
  void app.goOnline()

  await expect.element(toast()).toMatchTextContent('Failed to create customer')
  await expect.element(toast()).toMatchTextContent('2 more changes were refused')
  await openAttention(3)
  await expect.element(attention()).toMatchTextContent('2 more changes were refused because of the first one.')
  await expect.element(attention().getByRole('article').nth(1)).toMatchTextContent("The customer 'Group Grace' was refused too")
  stop()
  await attention().getByRole('article').first().getByRole('button', { name: 'Edit' }).click()
  const dialog = dialogOf('Add New Customer')
  await expect.element(field(dialog, 'Name')).toHaveValue('Group Grace')
  await field(dialog, 'Name').fill('Group Grace Hopper')
  await dialog.getByRole('button', { name: 'Save Customer' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await openAttention(2)
  await expect.element(attention()).toMatchTextContent("The customer 'Group Grace Hopper' is here now: these 2 changes can be sent again.")
  await attention().getByRole('button', { name: 'Retry these 2' }).click()
  await waitUntilSynced()
  const [customer] = await shop.api.pullAll('customers')
  await expect
    .poll(() => shop.api.pullAll('orders'))
    .toEqual([
      expect.objectContaining({ itemDetails: 'First fan', customerId: customer?.id }),
      expect.objectContaining({ itemDetails: 'Second sander', customerId: customer?.id }),
    ])
})

test('a refused edit comes back into its form with what was typed, on top of what the row is now', async () => {
  const shop = makeShop()
  const customerId = await addCustomer(shop, { name: 'Edit Ed' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Mixer' })
  const app = await renderShop({ shop })
  app.goOffline()
  await rowWith('Mixer').click()
  const dialog = dialogOf('Edit Order')
  const note = `Long note\n${'It hums. '.repeat(80)}`
  await field(dialog, 'Device Details').fill('Mixer MX-3')
  await field(dialog, 'Order Notes').fill(note)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await changeOrder(shop, orderId, { quotedCost: { from: null, to: '45' } })
  const stop = refuseValue(shop, [{ value: 'Mixer MX-3', path: 'itemDetails', message: 'Item details is required' }])
  void app.goOnline()

  await openAttention(1)
  stop()
  await expect.element(attention()).toMatchTextContent("The server did not accept a value of the order 'Mixer'. Device details: Item details is required.")
  expect([...(await findFaults()), ...(await findFaultsOfDark())]).toEqual([])
  await attention().getByRole('button', { name: 'Edit' }).click()
  await expect.element(dialog).toMatchTextContent('The server refused this: Item details is required')
  await expect.element(field(dialog, 'Device Details')).toHaveFocus()
  expect(await findFaults()).toEqual([])
  await expect.element(field(dialog, 'Device Details')).toHaveValue('Mixer MX-3')
  await expect.element(field(dialog, 'Order Notes')).toHaveValue(note)
  await expect.element(field(dialog, 'Quoted Cost')).toHaveValue('45')
  await field(dialog, 'Device Details').fill('Mixer MX-4')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await waitUntilSynced()
  await expect
    .poll(() => shop.api.pullAll('orders'))
    .toEqual([expect.objectContaining({ id: orderId, itemDetails: 'Mixer MX-4', orderNotes: note, quotedCost: '45' })])
})

test('a refused task, payment and change of a cost are corrected each in its form, under the order that they belong to', async () => {
  const shop = makeShop()
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Part Pat' }), itemDetails: 'Part printer' })
  await shop.api.write(shop.id, [createOp('costs', { orderId, costAmount: 30, costText: 'Fan', afterTax: false })])
  const app = await renderShop({ shop })
  await rowWith('Part printer').click()
  const order = dialogOf('Edit Order')
  await expect.element(order.getByRole('button', { name: 'Edit cost -$30.00' })).toBeVisible()
  app.goOffline()
  await field(order, 'New task').fill('Order a fan')
  await press('Enter', field(order, 'New task'))
  await order.getByRole('button', { name: 'Add Payment' }).click()
  await field(order, 'Amount').fill('42')
  await field(order, 'Description').fill('Deposit')
  await press('Enter', field(order, 'Description'))
  await expect.element(order.getByRole('button', { name: 'Edit payment $42.00' })).toBeVisible()
  await order.getByRole('button', { name: 'Edit cost -$30.00' }).click()
  await field(order, 'Amount').fill('25')
  await press('Enter', field(order, 'Amount'))
  await expect.element(order.getByRole('button', { name: 'Edit cost -$25.00' })).toBeVisible()
  await press('Escape')
  await expect.element(order).not.toBeInTheDocument()
  const stop = refuseValue(shop, [
    { value: 'Order a fan', path: 'description', message: 'Task description is required' },
    { value: 42, path: 'paymentAmount', message: 'Payment amount must be a valid positive number' },
    { value: 25, path: 'costAmount', message: 'Cost amount must be a valid positive number' },
  ])
  void app.goOnline()

  await openAttention(3)
  stop()
  const edit = (heading: RegExp) => attention().getByRole('article', { name: heading }).getByRole('button', { name: 'Edit' }).click()
  await edit(/task/)
  const task = dialogOf('Add Order Task')
  await expect
    .element(task)
    .toMatchTextContent('The server refused this: Task description is required. Correct it and save; Cancel leaves it under “Needs attention”.')
  await expect.element(field(task, 'Description')).toHaveValue('Order a fan')
  await field(task, 'Description').fill('Order two fans')
  await task.getByRole('button', { name: 'Create Task' }).click()
  await expect.element(toast()).toMatchTextContent('Task added successfully')

  await openAttention(2)
  await edit(/payment/)
  const payment = dialogOf('Add Payment')
  await expect.element(payment.getByText('Payment amount must be a valid positive number', { exact: true })).toBeVisible()
  await expect.element(field(payment, 'Amount')).toHaveFocus()
  await expect.element(field(payment, 'Amount')).toHaveValue('42')
  await expect.element(field(payment, 'Description')).toHaveValue('Deposit')
  expect(await findFaults()).toEqual([])
  await field(payment, 'Amount').fill('40')
  await press('Escape')
  await dialogOf('Discard what you typed?').getByRole('button', { name: 'Keep editing' }).click()
  await payment.getByRole('button', { name: 'Add Payment' }).click()
  await expect.element(toast()).toMatchTextContent('Payment added successfully')

  await openAttention(1)
  await edit(/cost/)
  const cost = dialogOf('Edit Cost')
  await expect.element(field(cost, 'Amount')).toHaveValue('25')
  await field(cost, 'Amount').fill('26')
  await cost.getByRole('button', { name: 'Update Cost' }).click()
  await expect.element(toast()).toMatchTextContent('Cost updated successfully')
  await waitUntilSynced()
  await expectCount(attention(), 0)
  await expect.poll(() => shop.api.pullAll('tasks')).toEqual([expect.objectContaining({ orderId, description: 'Order two fans' })])
  await expect.poll(() => shop.api.pullAll('payments')).toEqual([expect.objectContaining({ orderId, paymentAmount: 40, paymentText: 'Deposit' })])
  await expect.poll(() => shop.api.pullAll('costs')).toEqual([expect.objectContaining({ orderId, costAmount: 26, costText: 'Fan' })])
})
