import type { Page } from '@playwright/test'
import { createOp, signInOverHttp, toMutation } from '#scripts/process-tests/api-client.ts'
import {
  choice,
  closeChecklist,
  expect,
  field,
  makePerson,
  rowWith,
  syncBadge,
  takeInCustomer,
  test,
  toast,
  waitForParts,
  waitUntilSynced,
} from '../harness/fixtures.ts'
import { findFaults, findFaultsOfDark } from '../harness/find-faults.ts'
import { attention, changePushes, openAttention } from '../harness/refusals.ts'
import { addCustomer, addOrder, changeOrder } from '../harness/rows.ts'
import { openSlowLink } from '../harness/slow-link.ts'

/** Adds an order through the dialog, with or without a network. */
async function takeInOrder(page: Page, { customer, item }: { customer: string; item: string }): Promise<void> {
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add New Order' })
  await chooseCustomer(page, customer)
  await field(dialog, 'Device Details').fill(item)
  await field(dialog, 'Issue Description').fill(`${item} is broken`)
  await dialog.getByRole('button', { name: 'Add Order' }).click()
  await expect(dialog).toBeHidden()
  await closeChecklist(page)
}

async function chooseCustomer(page: Page, name: string): Promise<void> {
  const picker = choice(page.getByRole('dialog', { name: 'Add New Order' }), 'Customer')
  await picker.fill(name)
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click()
}

test('hazard 24: without delete_order a deleted order comes back, and toast and list say why; discarding it can be undone', async ({
  makeShop,
  newDevice,
  server,
}) => {
  const shop = await makeShop({ privileges: ['delete_order'] })
  const customerId = await addCustomer(shop, { name: 'Keeper Kim' })
  await addOrder(shop, { customerId, itemDetails: 'Returning radio' })
  const { page, context } = await newDevice(shop.person, { context: { permissions: ['clipboard-read', 'clipboard-write'] } })
  await rowWith(page, 'Returning radio').waitFor()
  await context.setOffline(true)
  await rowWith(page, 'Returning radio').click()
  const dialog = page.getByRole('dialog', { name: 'Edit Order' })
  await dialog.getByRole('button', { name: 'Delete this Order' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(rowWith(page, 'Returning radio')).toHaveCount(0)
  await server.seed({ rights: [{ loginId: shop.person.loginId, privileges: [] }] })
  await context.setOffline(false)

  await expect(toast(page)).toContainText('Failed to delete order', { timeout: 60_000 })
  await expect(toast(page)).toContainText('You do not have permission to do this.')
  await expect(rowWith(page, 'Returning radio')).toBeVisible()
  await openAttention(page, 1)
  const item = attention(page).getByRole('article')
  await expect(item).toContainText("You do not have the privilege delete_order, so the order 'Returning radio' was not deleted and is back where it was.")
  await expect(item).toContainText('The server said: You do not have permission to do this.')
  await item.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Failed to delete order. You do not have the privilege delete_order')

  await item.getByRole('button', { name: 'Discard' }).click()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  // The panel stays open.
  await expect(syncBadge(page)).toHaveAccessibleName('Needs attention (1). Show details')
  await item.getByRole('button', { name: 'Discard' }).click()
  await expect(item).toHaveCount(0)
  await attention(page).getByText('Discarded in the last day (1)').click()
  await attention(page).getByRole('button', { name: 'Put back' }).click()
  await expect(item).toHaveCount(1)
})

test('hazard 6: a person corrects a refused order in its form, and the correction syncs without a reload', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ privileges: ['delete_customer'] })
  const goneId = await addCustomer(shop, { name: 'Gone Gus' })
  const otherId = await addCustomer(shop, { name: 'Other Olga' })
  const { page, context } = await newDevice(shop.person)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await context.setOffline(true)
  await takeInOrder(page, { customer: 'Gone Gus', item: 'Orphaned oven' })
  await shop.api.write(shop.id, [{ action: 'delete', collection: 'customers', id: goneId }])
  await context.setOffline(false)

  await openAttention(page, 1)
  const item = attention(page).getByRole('article')
  await expect(item).toContainText("was deleted in the meantime, so this order 'Orphaned oven' could not be stored.")
  await expect(item).toContainText('Orphaned oven is broken')
  await expect(item).toContainText("Of customer 'Gone Gus'")
  await expect(item.getByRole('link', { name: 'Recently deleted' })).toHaveAttribute('href', `/${shop.id}/recently-deleted`)
  const dialog = page.getByRole('dialog', { name: 'Add New Order' })
  await item.getByRole('button', { name: 'Edit' }).click()
  await expect(dialog).toContainText('Customer was deleted in the meantime')
  await expect(field(dialog, 'Device Details')).toHaveValue('Orphaned oven')
  // Cancelling an unchanged form asks nothing and leaves the change on the list.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await openAttention(page, 1)
  await item.getByRole('button', { name: 'Edit' }).click()
  await chooseCustomer(page, 'Other Olga')
  await field(dialog, 'Device Details').fill('Adopted oven')
  await dialog.getByRole('button', { name: 'Add Order' }).click()
  await expect(dialog).toBeHidden()
  await waitUntilSynced(page)
  await expect(rowWith(page, 'Adopted oven')).toContainText('Other Olga')
  await expect
    .poll(() => shop.api.read<unknown[]>(`/api/${shop.id}/orders`))
    .toEqual([expect.objectContaining({ itemDetails: 'Adopted oven', customerId: otherId })])
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('hazard 5: a refused customer and the orders that hang on it stand together; after a correction one press sends the rest', async ({
  makeShop,
  newDevice,
}) => {
  const shop = await makeShop()
  const { page, context } = await newDevice(shop.person)
  await context.setOffline(true)
  await takeInCustomer(page, { name: 'Group Grace', phone: '5550108080' })
  await takeInOrder(page, { customer: 'Group Grace', item: 'First fan' })
  await takeInOrder(page, { customer: 'Group Grace', item: 'Second sander' })
  const stop = await changePushes(page, (text) => text.replace('"5550108080"', '"55-no-phone"'))
  await context.setOffline(false)

  await expect(toast(page)).toContainText('Failed to create customer', { timeout: 60_000 })
  await expect(toast(page)).toContainText('2 more changes were refused')
  await openAttention(page, 3)
  await expect(attention(page)).toContainText('2 more changes were refused because of the first one.')
  await expect(attention(page).getByRole('article').nth(1)).toContainText("The customer 'Group Grace' was refused too")
  await stop()
  await attention(page).getByRole('article').first().getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' })
  await expect(field(dialog, 'Name')).toHaveValue('Group Grace')
  await field(dialog, 'Name').fill('Group Grace Hopper')
  await dialog.getByRole('button', { name: 'Save Customer' }).click()
  await expect(dialog).toBeHidden()
  await openAttention(page, 2)
  await expect(attention(page)).toContainText("The customer 'Group Grace Hopper' is here now: these 2 changes can be sent again.")
  await attention(page).getByRole('button', { name: 'Retry these 2' }).click()
  await waitUntilSynced(page)
  const [customer] = await shop.api.read<{ id: string }[]>(`/api/${shop.id}/customers`)
  const readOrders = () => shop.api.read<{ itemDetails: string; customerId: string }[]>(`/api/${shop.id}/orders`)
  await expect
    .poll(async () => (await readOrders()).map(({ itemDetails, customerId }) => `${itemDetails} of ${customerId}`).toSorted())
    .toEqual([`First fan of ${customer?.id}`, `Second sander of ${customer?.id}`])
})

test('a refused edit comes back into its form with what was typed, on top of what the row is now', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const customerId = await addCustomer(shop, { name: 'Edit Ed' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Mixer' })
  const { page, context } = await newDevice(shop.person)
  await context.setOffline(true)
  await rowWith(page, 'Mixer').click()
  const dialog = page.getByRole('dialog', { name: 'Edit Order' })
  const note = `Long note\n${'It hums. '.repeat(80)}`
  await field(dialog, 'Device Details').fill('Mixer MX-3')
  await field(dialog, 'Order Notes').fill(note)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await changeOrder(shop, orderId, { quotedCost: { from: null, to: '45' } })
  const stop = await changePushes(page, (text) => text.replace('"to":"Mixer MX-3"', '"to":""'))
  await context.setOffline(false)

  await openAttention(page, 1)
  await stop()
  await expect(attention(page)).toContainText("The server did not accept a value of the order 'Mixer'. Device details: Item details is required.")
  expect([...(await findFaults(page)), ...(await findFaultsOfDark(page))]).toEqual([])
  await attention(page).getByRole('button', { name: 'Edit' }).click()
  await expect(dialog).toContainText('The server refused this: Item details is required')
  await expect(field(dialog, 'Device Details')).toBeFocused()
  expect(await findFaults(page)).toEqual([])
  await expect(field(dialog, 'Device Details')).toHaveValue('Mixer MX-3')
  await expect(field(dialog, 'Order Notes')).toHaveValue(note)
  await expect(field(dialog, 'Quoted Cost')).toHaveValue('45')
  await field(dialog, 'Device Details').fill('Mixer MX-4')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await waitUntilSynced(page)
  await expect.poll(() => shop.api.read(`/api/${shop.id}/orders/${orderId}`)).toMatchObject({ itemDetails: 'Mixer MX-4', orderNotes: note, quotedCost: '45' })
})

test('a refused task, payment and change of a cost are corrected each in its form, under the order that they belong to', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Part Pat' }), itemDetails: 'Part printer' })
  await shop.api.write(shop.id, [createOp('costs', { orderId, costAmount: 30, costText: 'Fan', afterTax: false })])
  const { page, context } = await newDevice(shop.person)
  await rowWith(page, 'Part printer').click()
  const order = page.getByRole('dialog', { name: 'Edit Order' })
  await expect(order.getByRole('button', { name: 'Edit cost -$30.00' })).toBeVisible()
  await context.setOffline(true)
  await field(order, 'New task').fill('Order a fan')
  await field(order, 'New task').press('Enter')
  await order.getByRole('button', { name: 'Add Payment' }).click()
  await field(order, 'Amount').fill('42')
  await field(order, 'Description').fill('Deposit')
  await field(order, 'Description').press('Enter')
  await expect(order.getByRole('button', { name: 'Edit payment $42.00' })).toBeVisible()
  await order.getByRole('button', { name: 'Edit cost -$30.00' }).click()
  await field(order, 'Amount').fill('25')
  await field(order, 'Amount').press('Enter')
  await expect(order.getByRole('button', { name: 'Edit cost -$25.00' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(order).toBeHidden()
  const stop = await changePushes(page, (text) =>
    text.replace('"Order a fan"', '""').replace('"paymentAmount":42', '"paymentAmount":-42').replace('"to":25', '"to":-25'),
  )
  await context.setOffline(false)

  await openAttention(page, 3)
  await stop()
  const edit = (heading: RegExp) => attention(page).getByRole('article', { name: heading }).getByRole('button', { name: 'Edit' }).click()
  await edit(/task/)
  const task = page.getByRole('dialog', { name: 'Add Order Task' })
  await expect(task).toContainText('The server refused this: Task description is required. Correct it and save; Cancel leaves it under “Needs attention”.')
  await expect(field(task, 'Description')).toHaveValue('Order a fan')
  await field(task, 'Description').fill('Order two fans')
  await task.getByRole('button', { name: 'Create Task' }).click()
  await expect(toast(page)).toContainText('Task added successfully')

  await openAttention(page, 2)
  await edit(/payment/)
  const payment = page.getByRole('dialog', { name: 'Add Payment' })
  await expect(payment.getByText('Payment amount must be a valid positive number', { exact: true })).toBeVisible()
  await expect(field(payment, 'Amount')).toBeFocused()
  await expect(field(payment, 'Amount')).toHaveValue('42')
  await expect(field(payment, 'Description')).toHaveValue('Deposit')
  expect(await findFaults(page)).toEqual([])
  await field(payment, 'Amount').fill('40')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard what you typed?' }).getByRole('button', { name: 'Keep editing' }).click()
  await payment.getByRole('button', { name: 'Add Payment' }).click()
  await expect(toast(page)).toContainText('Payment added successfully')

  await openAttention(page, 1)
  await edit(/cost/)
  const cost = page.getByRole('dialog', { name: 'Edit Cost' })
  await expect(field(cost, 'Amount')).toHaveValue('25')
  await field(cost, 'Amount').fill('26')
  await cost.getByRole('button', { name: 'Update Cost' }).click()
  await expect(toast(page)).toContainText('Cost updated successfully')
  await waitUntilSynced(page)
  await expect.poll(() => shop.api.pullAll('tasks')).toEqual([expect.objectContaining({ orderId, description: 'Order two fans' })])
  await expect.poll(() => shop.api.pullAll('payments')).toEqual([expect.objectContaining({ orderId, paymentAmount: 40, paymentText: 'Deposit' })])
  await expect.poll(() => shop.api.pullAll('costs')).toEqual([expect.objectContaining({ orderId, costAmount: 26, costText: 'Fan' })])
})

test('people with view_activity read what the server refused of anybody in the shop, page by page; others and tablets without a network are told why not', async ({
  makeShop,
  newDevice,
  server,
}) => {
  const shop = await makeShop()
  const customerId = await addCustomer(shop, { name: 'Paid Pia' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Lost lamp' })
  const chief = await makePerson(server, { shops: [shop], privileges: ['view_activity', 'delete_order'] })
  const many = Array.from({ length: 55 }, (_, index) => toMutation(shop.id, [createOp('tasks', { description: '', dueTimestamp: `not a day ${index}` })]))
  await shop.api.push(many)
  await shop.api.write(shop.id, [{ action: 'delete', collection: 'orders', id: orderId }]).catch(() => undefined)
  await shop.api.push([
    toMutation(shop.id, [createOp('payments', { orderId: '00000000-0000-4000-8000-000000000000', paymentAmount: 30, paymentText: 'cash, counted twice' })]),
  ])

  // The link's outage covers the service worker too; the browser's own emulation misses a worker that starts during it.
  const link = await openSlowLink(server.url)
  const { page } = await newDevice(chief, { url: link.url, context: { permissions: ['clipboard-read', 'clipboard-write'] } })
  await syncBadge(page).click()
  await page.getByRole('link', { name: 'Refused changes of this shop…' }).click()
  await expect(page).toHaveURL(`/${shop.id}/activities/refused-changes`)
  const list = page.getByRole('region', { name: 'List of refused changes' })
  const first = list.getByRole('article').first()
  await expect(first).toContainText('New payment of $30.00')
  await expect(first).toContainText(`By ${shop.person.name}`)
  await expect(first).toContainText('cash, counted twice')
  await expect(first).toContainText('The server said: Order does not exist in this shop')
  await first.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Amount: $30.00\n')
  await expect(list.getByRole('article').nth(1)).toContainText(
    "did not have the privilege delete_order or did not belong to this shop, so the order 'Lost lamp' was not deleted",
  )
  await expect(list.getByRole('article')).toHaveCount(50)
  await list.getByRole('button', { name: 'Load older entries' }).click()
  await expect(list.getByRole('article')).toHaveCount(57)
  await expect(list.getByRole('button', { name: 'Load older entries' })).toHaveCount(0)
  expect(await findFaults(page)).toEqual([])

  await page.getByRole('link', { name: 'Orders' }).first().click()
  link.cut()
  await expect(syncBadge(page)).toHaveAccessibleName(/^Offline/)
  await page.goBack()
  await expect(page.getByText('This list needs a connection to the server')).toBeVisible()
  link.repair()
  await expect(list.getByRole('article')).toHaveCount(50)
  await link.close()

  const other = await newDevice(shop.person)
  await syncBadge(other.page).click()
  await expect(other.page.getByRole('dialog', { name: 'Sync' })).toBeVisible()
  await expect(other.page.getByRole('link', { name: 'Refused changes of this shop…' })).toHaveCount(0)
  await other.page.goto(`/${shop.id}/activities/refused-changes`)
  await expect(other.page.getByText("Access Denied: You don't have permission to view refused changes. Contact your administrator.")).toBeVisible()
})

test('an order that somebody paid meanwhile stays; who deleted it reads so and deletes it anyway, and who took the money is told and finds it', async ({
  makeShop,
  newDevice,
  server,
}, testInfo) => {
  const shop = await makeShop({ privileges: ['delete_order'] })
  const cashier = await makePerson(server, { shops: [shop], privileges: [] })
  const customerId = await addCustomer(shop, { name: 'Paying Pia' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Paid projector' })
  const { page, context } = await newDevice(shop.person)
  const desk = await newDevice(cashier)
  await rowWith(page, 'Paid projector').waitFor()
  await rowWith(desk.page, 'Paid projector').waitFor()
  await context.setOffline(true)
  await rowWith(page, 'Paid projector').click()
  const dialog = page.getByRole('dialog', { name: 'Edit Order' })
  await dialog.getByRole('button', { name: 'Delete this Order' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(rowWith(page, 'Paid projector')).toHaveCount(0)
  const atDesk = await signInOverHttp(server.url, cashier.loginId, cashier.password)
  await atDesk.write(shop.id, [createOp('payments', { orderId, paymentAmount: 250 })])
  await context.setOffline(false)

  await openAttention(page, 1)
  const item = attention(page).getByRole('article')
  await expect(item).toContainText("The order 'Paid projector' was not deleted and is back where it was. Since then $250 was paid. Delete anyway?")
  await expect(rowWith(page, 'Paid projector')).toContainText('$250.00')
  expect(await findFaults(page)).toEqual([])
  await page.screenshot({ path: testInfo.outputPath('anyway.png') })
  await item.getByRole('button', { name: 'Delete anyway' }).click()
  await waitUntilSynced(page)
  await expect(rowWith(page, 'Paid projector')).toHaveCount(0)

  await expect(rowWith(desk.page, 'Paid projector')).toHaveCount(0)
  await syncBadge(desk.page).click()
  await expect(attention(desk.page)).toContainText(
    `${shop.person.name} deleted this. What you had done meanwhile went with it: $250 was paid. You find it under Recently deleted.`,
  )
  await desk.page.screenshot({ path: testInfo.outputPath('told.png') })
  await desk.page.goto(`/${shop.id}/recently-deleted`)
  const gone = desk.page.getByRole('grid', { name: 'Recently deleted' }).getByRole('row').filter({ hasText: 'Paid projector' })
  await expect(gone).toContainText('1 payment')
  await expect(gone.getByRole('button')).toHaveCount(0)
  await desk.page.screenshot({ path: testInfo.outputPath('deleted.png') })
})

test('a status of the morning that is sent after "Picked up" stays behind it: the order and its history end there, and both people read it', async ({
  makeShop,
  newDevice,
  server,
}) => {
  const shop = await makeShop()
  const customerId = await addCustomer(shop, { name: 'Late Lou' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'A late lamp' }, new Date(Date.now() - 5 * 60 * 60_000))
  const [lab, desk] = [await newDevice(shop.person), await newDevice(await makePerson(server, { shops: [shop] }))]
  const setStatus = async ({ page }: typeof lab, status: string): Promise<void> => {
    await page.goto(`/${shop.id}/orders/order/${orderId}`)
    const dialog = page.getByRole('dialog', { name: 'Edit Order' })
    await choice(dialog, 'Order Status').selectOption(status)
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page)).toContainText('Order updated successfully')
  }
  const now = Date.now()
  await lab.context.clock.setFixedTime(now - 3 * 60 * 60_000)
  await lab.page.goto(`/${shop.id}/orders/order/${orderId}`)
  const dialog = lab.page.getByRole('dialog', { name: 'Edit Order' })
  await expect(dialog).toBeVisible()
  await waitForParts(lab.page)
  await lab.context.setOffline(true)
  await choice(dialog, 'Order Status').selectOption('In Progress')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(syncBadge(lab.page)).toHaveAccessibleName(/1 waiting/)
  await setStatus(desk, 'Picked up')
  await waitUntilSynced(desk.page)

  await lab.context.clock.setFixedTime(now + 60_000)
  await lab.context.setOffline(false)
  await waitUntilSynced(lab.page)
  for (const [{ page }, text] of [
    [lab, /had set Status to 'Picked up' at .+ It stays, because your 'In Progress' was set earlier/],
    [desk, /had set Status to 'In Progress' at .+, which arrived late\. Your 'Picked up' .+ stays/],
  ] as const) {
    await page.goto(`/${shop.id}/orders/order/${orderId}`)
    const opened = page.getByRole('dialog', { name: 'Edit Order' })
    await expect(choice(opened, 'Order Status').getByRole('option', { selected: true })).toHaveText('Picked up')
    await opened.getByRole('button', { name: 'View Order Status History' }).click()
    await expect(page.getByRole('list', { name: 'Order status history' }).getByRole('listitem')).toHaveText([/^Picked up/, /^In Progress/, /^Dropped Off/])
    await page.goto(`/${shop.id}/orders`)
    await syncBadge(page).click()
    const told = page.getByRole('region', { name: 'Needs attention' }).getByRole('list', { name: 'To read' }).getByRole('listitem')
    await expect(told).toHaveText([text])
    await told.getByRole('button', { name: 'Got it' }).click()
    await expect(page.getByRole('region', { name: 'Needs attention' })).toBeHidden()
  }
})
