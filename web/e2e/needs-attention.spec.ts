import AxeBuilder from '@axe-core/playwright'
import type { Page, Route } from '@playwright/test'
import { createOp, toMutation } from '#scripts/process-tests/api-client.ts'
import { choice, closeChecklist, expect, field, makePerson, rowWith, syncBadge, takeInCustomer, test, toast, waitUntilSynced } from './fixtures.ts'
import { addCustomer, addOrder, changeOrder } from './rows.ts'

const attention = (page: Page) => page.getByRole('dialog', { name: 'Sync' }).getByRole('region', { name: 'Needs attention' })

async function openAttention(page: Page, count: number): Promise<void> {
  await expect(syncBadge(page)).toHaveAccessibleName(`Needs attention (${count}). Show details`, { timeout: 60_000 })
  await syncBadge(page).click()
  await expect(attention(page).getByRole('article')).toHaveCount(count)
}

/** Waits until nothing moves, or half-faded text would count as too pale. */
async function expectNoFaults(page: Page): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) }))).toEqual([])
}

/** Changes what devices send until it is stopped: an app of another version, which checks less than this one. */
async function changePushes(page: Page, change: (text: string) => string): Promise<() => Promise<void>> {
  const pattern = /\/api\/sync\/push/
  await page.context().route(pattern, (route: Route) => route.continue({ postData: change(route.request().postData() ?? '') }))
  return () => page.context().unroute(pattern)
}

/** Takes in an order through the dialog, whatever the network does. */
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
  await page.getByRole('option', { name: new RegExp(name) }).first().click()
}

test('hazard 24: without delete_order a deleted order comes back, and toast and list say why; discarding it can be undone', async ({ makeShop, newDevice, server }) => {
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
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Failed to delete order. You do not have the privilege delete_order')

  await item.getByRole('button', { name: 'Discard' }).click()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(syncBadge(page)).toHaveAccessibleName('Needs attention (1). Show details')
  if (!(await item.isVisible())) await syncBadge(page).click()
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
  await shop.api.act(shop.id, [{ action: 'delete', collection: 'customers', id: goneId }])
  await context.setOffline(false)

  await openAttention(page, 1)
  const item = attention(page).getByRole('article')
  await expect(item).toContainText("was deleted in the meantime, so this order 'Orphaned oven' could not be stored.")
  await expect(item).toContainText('Orphaned oven is broken')
  const dialog = page.getByRole('dialog', { name: 'Add New Order' })
  await item.getByRole('button', { name: 'Edit' }).click()
  await expect(dialog).toContainText('Customer was deleted in the meantime')
  await expect(field(dialog, 'Device Details')).toHaveValue('Orphaned oven')
  // Cancelling what nobody touched asks nothing and leaves it on the list.
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
  const orders = await shop.api.read<unknown[]>(`/api/${shop.id}/orders`)
  expect(orders).toEqual([expect.objectContaining({ itemDetails: 'Adopted oven', customerId: otherId })])
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('hazard 5: a refused customer and the orders that hang on it stand together; after a correction one press sends the rest', async ({ makeShop, newDevice }) => {
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
  const orders = await shop.api.read<{ itemDetails: string; customerId: string }[]>(`/api/${shop.id}/orders`)
  expect(orders.map(({ itemDetails, customerId }) => `${itemDetails} of ${customerId}`).toSorted()).toEqual([`First fan of ${customer?.id}`, `Second sander of ${customer?.id}`])
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
  await attention(page).getByRole('button', { name: 'Edit' }).click()
  await expect(dialog).toContainText('The server refused this: Item details is required')
  await expect(field(dialog, 'Device Details')).toBeFocused()
  await expectNoFaults(page)
  await expect(field(dialog, 'Device Details')).toHaveValue('Mixer MX-3')
  await expect(field(dialog, 'Order Notes')).toHaveValue(note)
  await expect(field(dialog, 'Quoted Cost')).toHaveValue('45')
  await field(dialog, 'Device Details').fill('Mixer MX-4')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await waitUntilSynced(page)
  expect(await shop.api.read(`/api/${shop.id}/orders/${orderId}`)).toMatchObject({ itemDetails: 'Mixer MX-4', orderNotes: note, quotedCost: '45' })
})

test('people with view_activity read what the server refused of anybody in the shop, page by page; others and tablets without a network are told why not', async ({ makeShop, newDevice, server }) => {
  const shop = await makeShop()
  const customerId = await addCustomer(shop, { name: 'Paid Pia' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Lost lamp' })
  const chief = await makePerson(server, { shops: [shop], privileges: ['view_activity', 'delete_order'] })
  const many = Array.from({ length: 55 }, (_, index) => toMutation(shop.id, [createOp('tasks', { description: '', dueTimestamp: `not a day ${index}` })]))
  await shop.api.push(many)
  await shop.api.act(shop.id, [{ action: 'delete', collection: 'orders', id: orderId }]).catch(() => undefined)
  await shop.api.push([toMutation(shop.id, [createOp('payments', { orderId: '00000000-0000-4000-8000-000000000000', paymentAmount: 30, paymentText: 'cash, counted twice' })])])

  const { page, context } = await newDevice(chief, { context: { permissions: ['clipboard-read', 'clipboard-write'] } })
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
  await expect(list.getByRole('article').nth(1)).toContainText("did not have the privilege delete_order or did not belong to this shop, so the order 'Lost lamp' was not deleted")
  await expect(list.getByRole('article')).toHaveCount(50)
  await list.getByRole('button', { name: 'Load older entries' }).click()
  await expect(list.getByRole('article')).toHaveCount(57)
  await expect(list.getByRole('button', { name: 'Load older entries' })).toHaveCount(0)
  await expectNoFaults(page)

  await page.getByRole('link', { name: 'Orders' }).first().click()
  await context.setOffline(true)
  await expect(syncBadge(page)).toHaveAccessibleName(/^Offline/)
  await page.goBack()
  await expect(page.getByText('This list needs a connection to the server')).toBeVisible()
  await context.setOffline(false)
  await expect(list.getByRole('article')).toHaveCount(50)

  const other = await newDevice(shop.person)
  await syncBadge(other.page).click()
  await expect(other.page.getByRole('dialog', { name: 'Sync' })).toBeVisible()
  await expect(other.page.getByRole('link', { name: 'Refused changes of this shop…' })).toHaveCount(0)
  await other.page.goto(`/${shop.id}/activities/refused-changes`)
  await expect(other.page.getByText("Access Denied: You don't have permission to view refused changes. Contact your administrator.")).toBeVisible()
})
