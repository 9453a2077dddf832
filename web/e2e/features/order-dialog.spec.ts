import type { Locator } from '@playwright/test'
import type { Order } from '#schema/collections/work/orders.ts'
import { orderStatusIdByName, orderStatusNames } from '#schema/values/order-status.ts'
import {
  choice,
  chooseFlow,
  closeChecklist,
  closeToast,
  expect,
  field,
  rowWith,
  syncBadge,
  test,
  toast,
  waitForOfflineShell,
  waitUntilSynced,
  type TestShop,
} from '../harness/fixtures.ts'
import { outboxOf, refuseWrites, rowsOf } from '../harness/raw-storage.ts'
import { addCustomer, addOrder, changeOrder } from '../harness/rows.ts'

test.use({ serviceWorkers: 'allow' })

const readOrders = (shop: TestShop): Promise<Order[]> => shop.api.read(`/api/${shop.id}/orders`)

/** Records every text that a button shows from now on, however briefly. */
async function recordTexts(button: Locator): Promise<() => Promise<string[]>> {
  const texts = await button.evaluateHandle((element) => {
    const shown: string[] = []
    new MutationObserver(() => shown.push(element.textContent ?? '')).observe(element, { childList: true, characterData: true, subtree: true })
    return shown
  })
  return () => texts.jsonValue()
}

const localHour = (instant: string): string => new Date(instant).toTimeString().slice(0, 5)
const localDay = (date: Date): string => date.toDateString()
const dayIn = (days: number): string => {
  const date = new Date()
  date.setDate(date.getDate() + days)
  return localDay(date)
}

test.describe('a new order', () => {
  test('is asked for in the documented words, has the documented defaults, and is stored', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    await addCustomer(shop, { name: 'Ola Order', phone: '6175550100', alternateCountryCode: '+1', alternatePhone: '3125550177' })
    const { page } = await newDevice(shop.person)
    await page.getByRole('button', { name: 'Add Order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Order' })
    await expect(dialog.getByRole('group', { name: 'Due Date & Time' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()

    await expect(choice(dialog, 'Order Status').getByRole('option', { selected: true })).toHaveText('Dropped Off')
    await expect(choice(dialog, 'Order Status').getByRole('option')).toHaveText(['Choose a status', ...orderStatusNames])
    await expect(choice(dialog, 'Assigned To').getByRole('option')).toHaveText(['Unassigned', 'Ana Ruiz', 'Tom Becker'])
    await expect(choice(dialog, 'Due date').getByRole('option', { selected: true })).toHaveText('Tomorrow')
    await expect(choice(dialog, 'Due time').getByRole('option', { selected: true })).toHaveText('2 PM')
    await expect(dialog.getByText(/^Complete tomorrow by 2:00/)).toBeVisible()

    await choice(dialog, 'Order Status').selectOption('')
    await dialog.getByRole('button', { name: 'Add Order' }).click()
    for (const text of ['Customer is required', 'Item details are required', 'Issue description is required', 'Order status is required'])
      await expect(dialog.getByText(text)).toBeVisible()
    await expect(choice(dialog, 'Customer')).toBeFocused()

    const picker = choice(dialog, 'Customer')
    await picker.fill('nobody')
    await expect(page.getByText('No customer found.')).toBeVisible()
    for (const query of ['5550100', '312-555-0177', 'ola o']) {
      await picker.fill(query)
      await expect(page.getByRole('option', { name: /Ola Order/ })).toBeVisible()
    }
    await page.getByRole('option', { name: /Ola Order/ }).click()
    await expect(picker).toHaveValue('Ola Order')
    await field(dialog, 'Device Details').fill('Game console')
    await field(dialog, 'Issue Description').fill('Disc drive jams')
    await field(dialog, 'Additional Requests').fill('Clean it too')
    await field(dialog, 'Order Notes').fill('Has a scratch')
    await choice(dialog, 'Order Status').selectOption('Diagnosis')
    await choice(dialog, 'Assigned To').selectOption('Tom Becker')
    await field(dialog, 'Quoted Cost').fill('95')
    await dialog.getByRole('checkbox', { name: 'High Priority' }).check()
    await dialog.getByRole('checkbox', { name: 'Repeating Order' }).check()
    const texts = await recordTexts(dialog.getByRole('button', { name: 'Add Order' }))
    await dialog.getByRole('button', { name: 'Add Order' }).click()
    await expect(toast(page)).toContainText('Order created successfully')
    await expect(dialog).toBeHidden()
    expect(await texts()).toContain('Saving...')
    await closeChecklist(page)
    await expect(rowWith(page, 'Game console')).toContainText('Priority:')

    await expect.poll(() => readOrders(shop)).toHaveLength(1)
    const [stored] = await readOrders(shop)
    expect(stored).toMatchObject({
      itemDetails: 'Game console',
      issueDescription: 'Disc drive jams',
      additionalRequests: 'Clean it too',
      orderNotes: 'Has a scratch',
      orderStatusId: orderStatusIdByName.Diagnosis,
      assignedEmployeeId: shop.employeeIdByName['Tom Becker'],
      quotedCost: '95',
      priority: true,
      repeat: true,
    })
    expect(localDay(new Date(stored?.dueTimestamp ?? ''))).toBe(dayIn(1))
    expect(localHour(stored?.dueTimestamp ?? '')).toBe('14:00')
  })

  test('takes its due date from presets and hours, or has none', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Dora Due' })
    const { page } = await newDevice(shop.person, { at: `/${shop.id}/orders/${customerId}` })
    const addWith = async (itemDetails: string, setDue: (dialog: ReturnType<typeof page.getByRole>) => Promise<void>) => {
      await page.getByRole('button', { name: 'Add Order' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add New Order' })
      await field(dialog, 'Device Details').fill(itemDetails)
      await field(dialog, 'Issue Description').fill('Due')
      await setDue(dialog)
      await dialog.getByRole('button', { name: 'Add Order' }).click()
      await expect(dialog).toBeHidden()
      await closeChecklist(page)
    }
    await addWith('week', async (dialog) => {
      await expect(choice(dialog, 'Due date').getByRole('option')).toContainText([
        'Today',
        'Tomorrow',
        '2 days',
        '3 days',
        '5 days',
        '1 week',
        '2 weeks',
        '3 weeks',
        '4 weeks',
      ])
      await expect(choice(dialog, 'Due time').getByRole('option')).toHaveText([
        '9 AM',
        '10 AM',
        '11 AM',
        '12 PM',
        '1 PM',
        '2 PM',
        '3 PM',
        '4 PM',
        '5 PM',
        '6 PM',
        '7 PM',
        '8 PM',
        '9 PM',
      ])
      await choice(dialog, 'Due date').selectOption('1 week')
      await expect(choice(dialog, 'Due time').getByRole('option', { selected: true })).toHaveText('5 PM')
    })
    await addWith('hour', async (dialog) => {
      await choice(dialog, 'Due date').selectOption('3 days')
      await choice(dialog, 'Due time').selectOption('9 AM')
      await expect(dialog.getByText(/^Complete in 3 days by 9:00/)).toBeVisible()
    })
    await addWith('none', async (dialog) => {
      await choice(dialog, 'Due date').selectOption('No due date')
    })
    await expect.poll(() => readOrders(shop)).toHaveLength(3)
    const dueByItem = Object.fromEntries((await readOrders(shop)).map(({ itemDetails, dueTimestamp }) => [itemDetails, dueTimestamp]))
    expect(localDay(new Date(dueByItem['week'] ?? ''))).toBe(dayIn(7))
    expect(localHour(dueByItem['week'] ?? '')).toBe('17:00')
    expect(localDay(new Date(dueByItem['hour'] ?? ''))).toBe(dayIn(3))
    expect(localHour(dueByItem['hour'] ?? '')).toBe('09:00')
    expect(dueByItem['none']).toBeNull()
  })

  test('may get its customer made on the way', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const { page } = await newDevice(shop.person)
    await chooseFlow(page, 'Create Order')
    const dialog = page.getByRole('dialog', { name: 'Add New Order' })
    await dialog.getByRole('button', { name: 'Add New Customer' }).click()
    const customer = page.getByRole('dialog', { name: 'Add New Customer' })
    await field(customer, 'Name').fill('Way Wendy')
    await field(customer, 'Phone').fill('5551239999')
    await customer.getByRole('button', { name: 'Save Customer' }).click()
    await expect(choice(dialog, 'Customer')).toHaveValue('Way Wendy')
  })
})

test.describe('an order that is open', () => {
  test('sends only what was changed and says that it is saved', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Edda Edit' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Edit radio', quotedCost: '10' })
    const { page } = await newDevice(shop.person)
    await rowWith(page, 'Edit radio').click()
    const dialog = page.getByRole('dialog', { name: 'Edit Order' })
    await field(dialog, 'Order Notes').fill('Only this')
    const pushed = page.waitForRequest('**/api/sync/push*')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page)).toContainText('Order updated successfully')
    await expect(dialog).toBeHidden()
    const { mutations } = (await pushed).postDataJSON() as { mutations: { ops: unknown[] }[] }
    expect(mutations.map(({ ops }) => ops)).toEqual([
      [{ action: 'update', collection: 'orders', id: orderId, changes: { orderNotes: { from: null, to: 'Only this' } } }],
    ])
  })

  test('has a chat link of country code and digits, and no delete section without the privilege', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Chad Chat', countryCode: '+44', phone: '2079460000' })
    const silentId = await addCustomer(shop, { name: 'Silent Sid', phone: null, countryCode: null })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Chat radio' })
    const silentOrderId = await addOrder(shop, { customerId: silentId, itemDetails: 'Silent radio' })
    const { page } = await newDevice(shop.person, { at: `/${shop.id}/orders/order/${orderId}` })
    const dialog = page.getByRole('dialog', { name: 'Edit Order' })
    const link = dialog.getByRole('link', { name: 'WhatsApp' })
    await expect(link).toHaveAttribute('href', 'https://wa.me/442079460000')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(dialog.getByRole('button', { name: /delete/i })).toBeHidden()

    // ORDDLG-27: the server names a status by its code name.
    await page.context().route('**/api/sync/bootstrap*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll('"Dropped Off"', '"waiting_for_part"') })
    })
    await page.reload()
    await dialog.getByRole('button', { name: 'View Order Status History' }).click()
    await expect(dialog.getByRole('list', { name: 'Order status history' }).getByRole('listitem')).toHaveText(/^waiting for part/)
    // One that is being answered is waited for.
    await page.context().unrouteAll({ behavior: 'wait' })
    await page.goto(`/${shop.id}/orders/order/${silentOrderId}`)
    await expect(field(dialog, 'Device Details')).toHaveValue('Silent radio')
    await expect(link).toBeHidden()
  })

  test('is deleted in two steps by who may', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['delete_order'] })
    const customerId = await addCustomer(shop, { name: 'Della Delete' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Doomed radio' })
    await addOrder(shop, { customerId, itemDetails: 'Kept radio' })
    const { page } = await newDevice(shop.person, { at: `/${shop.id}/orders/order/${orderId}` })
    const dialog = page.getByRole('dialog', { name: 'Edit Order' })
    await dialog.getByRole('button', { name: 'Delete this Order' }).click()
    await expect(dialog.getByText('Are you sure you want to delete this order?')).toBeVisible()
    await dialog.getByRole('button', { name: 'No', exact: true }).click()
    await expect(dialog.getByText('Are you sure')).toBeHidden()
    await dialog.getByRole('button', { name: 'Delete this Order' }).click()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await expect(toast(page)).toContainText('Order deleted')
    await expect(toast(page)).toContainText('The order and all associated data have been successfully deleted.')
    await expect(dialog).toBeHidden()
    await expect(rowWith(page, 'Doomed radio')).toHaveCount(0)
    await expect(rowWith(page, 'Kept radio')).toBeVisible()
    await expect.poll(async () => (await readOrders(shop)).map(({ itemDetails }) => itemDetails)).toEqual(['Kept radio'])
  })

  test('asks before it throws away what was typed, and offers a draft again', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['delete_order'] })
    const customerId = await addCustomer(shop, { name: 'Dirk Dirty' })
    await addOrder(shop, { customerId, itemDetails: 'Dirty radio' })
    const { page } = await newDevice(shop.person)
    await rowWith(page, 'Dirty radio').click()
    const dialog = page.getByRole('dialog', { name: 'Edit Order' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    await rowWith(page, 'Dirty radio').click()
    await field(dialog, 'Order Notes').fill('half a thought')
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => page.goBack(),
      () => dialog.getByRole('link', { name: 'Recently deleted' }).click(),
    ]) {
      await close()
      await expect(question).toBeVisible()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(field(dialog, 'Order Notes')).toHaveValue('half a thought')
    }

    // A crash of the page loses nothing: the draft is offered again.
    await page.reload({ waitUntil: 'load' })
    await expect(page.getByText(/This is what you typed on .+ and did not save\./)).toBeVisible()
    await expect(field(dialog, 'Order Notes')).toHaveValue('half a thought')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
    await rowWith(page, 'Dirty radio').click()
    await expect(field(dialog, 'Order Notes')).toHaveValue('')

    // A link in the form is followed once the question is answered.
    await field(dialog, 'Order Notes').fill('no thought')
    await dialog.getByRole('link', { name: 'Recently deleted' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL(/\/recently-deleted$/)
    await expect(dialog).toBeHidden()
    await page.goBack()
    await expect(field(dialog, 'Order Notes')).toHaveValue('')
  })

  test('tells what others change meanwhile and keeps what is being typed; both survive the merge', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Mel Merge' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Merge radio', orderNotes: 'first line', quotedCost: '10' })
    const { page } = await newDevice(shop.person)
    await rowWith(page, 'Merge radio').click()
    const dialog = page.getByRole('dialog', { name: 'Edit Order' })
    await field(dialog, 'Order Notes').fill('first line\nmine')
    await changeOrder(shop, orderId, { quotedCost: { from: '10', to: '99' }, orderNotes: { from: 'first line', to: 'theirs\nfirst line' } })
    await expect(dialog.getByText(/Changed meanwhile: Quoted cost is now .*99/)).toBeVisible()
    await expect(field(dialog, 'Order Notes')).toHaveValue('first line\nmine')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog).toBeHidden()
    await waitUntilSynced(page)
    await expect.poll(async () => (await readOrders(shop))[0]).toMatchObject({ quotedCost: '99', orderNotes: 'theirs\nfirst line\nmine' })
    await rowWith(page, 'Merge radio').click()
    await expect(field(dialog, 'Order Notes')).toHaveValue('theirs\nfirst line\nmine')
  })

  test('that is gone on the server keeps what was typed under "Needs attention"', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ privileges: ['delete_order'] })
    const customerId = await addCustomer(shop, { name: 'Gone Gus' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Gone radio' })
    const { page, context } = await newDevice(shop.person)
    await waitForOfflineShell(page)
    await context.setOffline(true)
    await rowWith(page, 'Gone radio').click()
    const dialog = page.getByRole('dialog', { name: 'Edit Order' })
    await field(dialog, 'Order Notes').fill('typed for nothing?')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page)).toContainText('Order updated successfully')
    await shop.api.write(shop.id, [{ action: 'delete', collection: 'orders', id: orderId }])
    await context.setOffline(false)
    await expect(syncBadge(page)).toHaveAccessibleName('Needs attention (1). Show details', { timeout: 30_000 })
    await expect(rowWith(page, 'Gone radio')).toHaveCount(0)
    await syncBadge(page).click()
    const item = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')
    await expect(item).toContainText('typed for nothing?')
    await expect(item).toContainText('was deleted in the meantime')
    await item.getByRole('button', { name: 'Discard' }).click()
    await expect(item).toHaveCount(0)
    await page.keyboard.press('Escape')
    await waitUntilSynced(page)
  })
})

test.describe('Create Customer + Order', () => {
  test('makes both in one mutation, names what is missing in both halves, and offers matching customers', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    await addCustomer(shop, { name: 'Known Kim', phone: '4155550142' })
    const { page } = await newDevice(shop.person)
    await chooseFlow(page, 'Create Customer+Order')
    const dialog = page.getByRole('dialog', { name: 'Create Customer + Order' })
    await dialog.getByRole('button', { name: 'Save Customer + Order' }).click()
    for (const text of ['Customer name is required', 'Phone number is required', 'Item details are required', 'Issue description is required'])
      await expect(dialog.getByText(text)).toBeVisible()
    await expect(field(dialog, 'Name')).toBeFocused()
    await expect(choice(dialog, 'Order Status').getByRole('option', { selected: true })).toHaveText('Dropped Off')
    for (const name of ['Name', 'Country Code', 'Phone', 'Alt Country Code', 'Alternate Phone', 'Email', 'Customer Notes'])
      await expect(field(dialog, name)).toBeVisible()
    for (const name of ['Device Details', 'Issue Description', 'Additional Requests', 'Order Notes', 'Quoted Cost'])
      await expect(field(dialog, name)).toBeVisible()
    for (const name of ['High Priority', 'Repeating Order']) await expect(dialog.getByRole('checkbox', { name })).toBeVisible()
    await expect(choice(dialog, 'Assigned To').getByRole('option', { selected: true })).toHaveText('Unassigned')
    await expect(dialog.getByRole('group', { name: 'Due Date & Time' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()

    await field(dialog, 'Name').fill('Combi Carla')
    await field(dialog, 'Phone').fill('2125550142')
    await expect(dialog.getByRole('heading', { name: 'Matching Customers:', exact: true })).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'Matching customers' }).getByRole('listitem')).toHaveText([/Known Kim/])
    await field(dialog, 'Customer Notes').fill('Prefers mornings')
    await field(dialog, 'Device Details').fill('Combi player')
    await field(dialog, 'Issue Description').fill('Skips')
    const pushed = page.waitForRequest('**/api/sync/push*')
    const texts = await recordTexts(dialog.getByRole('button', { name: 'Save Customer + Order' }))
    await dialog.getByRole('button', { name: 'Save Customer + Order' }).click()
    await expect(toast(page)).toContainText('Customer and order created successfully!')
    await expect(dialog).toBeHidden()
    expect(await texts()).toContain('Creating...')
    await closeChecklist(page)
    await expect(rowWith(page, 'Combi player')).toContainText('Combi Carla')
    const { mutations } = (await pushed).postDataJSON() as { mutations: { ops: { action: string; collection: string }[] }[] }
    expect(mutations.map(({ ops }) => ops.map(({ action, collection }) => `${action} ${collection}`))).toEqual([['create customers', 'create orders']])
    await expect.poll(() => readOrders(shop)).toEqual([expect.objectContaining({ itemDetails: 'Combi player' })])
    expect(await shop.api.read(`/api/${shop.id}/customers?search=Combi`)).toEqual([
      expect.objectContaining({ customerNotes: 'Prefers mornings', phone: '2125550142' }),
    ])
  })

  test('carries what was typed along when an existing customer is used instead', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    await addCustomer(shop, { name: 'Known Kim', phone: '4155550142' })
    const { page } = await newDevice(shop.person)
    await chooseFlow(page, 'Create Customer+Order')
    const dialog = page.getByRole('dialog', { name: 'Create Customer + Order' })
    await field(dialog, 'Device Details').fill('Carried player')
    await field(dialog, 'Phone').fill('4155550142')
    await dialog.getByRole('region', { name: 'Matching customers' }).getByRole('button').click()
    const order = page.getByRole('dialog', { name: 'Add New Order' })
    await expect(choice(order, 'Customer')).toHaveValue('Known Kim')
    await expect(field(order, 'Device Details')).toHaveValue('Carried player')
  })
})

test('what this device cannot store is said in the documented words, and stays in its form', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ privileges: ['delete_order'] })
  const customerId = await addCustomer(shop, { name: 'Stubborn Stu' })
  await addOrder(shop, { customerId, itemDetails: 'Stubborn radio' })
  const { page } = await newDevice(shop.person)
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  const discard = async (dialog: Locator): Promise<void> => {
    // The toast comes shortly before saving is over, and only then can the form be closed.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(question).toBeVisible({ timeout: 4_000 })
    }).toPass()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
  }
  await page.goto(`/${shop.id}/orders/${customerId}`)
  await expect(rowWith(page, 'Stubborn radio')).toBeVisible()
  for (const collection of ['orders', 'customers']) await refuseWrites(page, rowsOf(collection), 'UnknownError')

  await page.getByRole('button', { name: 'Add Order' }).click()
  const adding = page.getByRole('dialog', { name: 'Add New Order' })
  await field(adding, 'Device Details').fill('Never stored')
  await field(adding, 'Issue Description').fill('Full')
  await adding.getByRole('button', { name: 'Add Order' }).click()
  await expect(toast(page)).toContainText('Failed to create order')
  await expect(field(adding, 'Device Details')).toHaveValue('Never stored')
  await discard(adding)

  // An update leaves before its row is stored: it is the outbox that refuses it.
  const allowMutations = await refuseWrites(page, outboxOf(shop.person.userId), 'UnknownError')
  await rowWith(page, 'Stubborn radio').click()
  const editing = page.getByRole('dialog', { name: 'Edit Order' })
  await field(editing, 'Order Notes').fill('Never stored')
  await editing.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page)).toContainText('Failed to update order')
  await closeToast(page)
  await expect(field(editing, 'Order Notes')).toHaveValue('Never stored')
  await allowMutations()
  await editing.getByRole('button', { name: 'Delete this Order' }).click()
  await editing.getByRole('button', { name: 'Yes' }).click()
  await expect(toast(page)).toContainText('Failed to delete order')
  await closeToast(page)
  // An error without a message shows the documented text (ERR-21).
  const allowDeletion = await refuseWrites(page, outboxOf(shop.person.userId), 'UnknownError')
  await editing.getByRole('button', { name: 'Yes' }).click()
  await expect(toast(page).getByText('An error occurred while deleting the order.')).toBeVisible()
  await closeToast(page)
  await allowDeletion()
  await editing.getByRole('button', { name: 'No', exact: true }).click()
  await discard(editing)

  const allowUpdate = await refuseWrites(page, outboxOf(shop.person.userId), 'UnknownError')
  await page.getByRole('button', { name: 'Edit Customer' }).click()
  const customer = page.getByRole('dialog', { name: 'Edit Customer' })
  await field(customer, 'Email').fill('never@stored.example')
  await customer.getByRole('button', { name: 'Update Customer' }).click()
  await expect(toast(page)).toContainText('Failed to update customer')
  await discard(customer)
  await allowUpdate()

  for (const [flow, title, submit, failure] of [
    ['Create Customer', 'Step 1: Add New Customer', 'Save Customer', 'Failed to create customer'],
    ['Create Customer+Order', 'Create Customer + Order', 'Save Customer + Order', 'Failed to create customer and order'],
  ] as const) {
    await chooseFlow(page, flow)
    const dialog = page.getByRole('dialog', { name: title })
    await field(dialog, 'Name').fill('Never Stored')
    await field(dialog, 'Phone').fill('5550107070')
    if (flow === 'Create Customer+Order') {
      await field(dialog, 'Device Details').fill('Never stored')
      await field(dialog, 'Issue Description').fill('Full')
    }
    await dialog.getByRole('button', { name: submit }).click()
    await expect(toast(page).getByText(failure, { exact: true })).toBeVisible()
    await expect(field(dialog, 'Name')).toHaveValue('Never Stored')
    await discard(dialog)
  }
})
