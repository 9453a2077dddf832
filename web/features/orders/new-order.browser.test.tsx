import { describe, expect, test } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { orderStatusIdByName, orderStatusNames } from '#schema/values/order-status.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import {
  choice,
  chooseFlow,
  closeChecklist,
  dialogOf,
  expectTexts,
  expectTextsContaining,
  field,
  press,
  rowWith,
  toast,
  waitUntilSynced,
} from '#web/testing/screen.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { addCustomer, readOrders } from '#web/testing/shop-rows.ts'

/** Records every text the button shows, however briefly. */
function recordTexts(button: Locator): string[] {
  const element = button.element()
  const shown: string[] = []
  new MutationObserver(() => shown.push(element.textContent ?? '')).observe(element, { childList: true, characterData: true, subtree: true })
  return shown
}

const chosen = (select: Locator): Locator => select.getByRole('option', { selected: true })
const localHour = (instant: unknown): string => new Date(String(instant)).toTimeString().slice(0, 5)
const localDay = (instant: unknown): string => new Date(String(instant)).toDateString()
const dayIn = (days: number): string => {
  const date = new Date()
  date.setDate(date.getDate() + days)
  return date.toDateString()
}

describe('a new order', () => {
  test('is asked for in the documented words, has the documented defaults, and is stored', async () => {
    const shop = makeShop()
    await addCustomer(shop, { name: 'Ola Order', phone: '6175550100', alternateCountryCode: '+1', alternatePhone: '3125550177' })
    await renderShop({ shop })
    await page.getByRole('button', { name: 'Add Order' }).click()
    const dialog = dialogOf('Add New Order')
    await expect.element(dialog.getByRole('group', { name: 'Due Date & Time' })).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()

    await expect.element(chosen(choice(dialog, 'Order Status'))).toHaveTextContent('Dropped Off')
    await expectTexts(choice(dialog, 'Order Status').getByRole('option'), ['Choose a status', ...orderStatusNames])
    await expectTexts(choice(dialog, 'Assigned To').getByRole('option'), ['Unassigned', 'Ana Ruiz', 'Tom Becker'])
    await expect.element(chosen(choice(dialog, 'Due date'))).toHaveTextContent('Tomorrow')
    await expect.element(chosen(choice(dialog, 'Due time'))).toHaveTextContent('2 PM')
    await expect.element(dialog.getByText(/^Complete tomorrow by 2:00/)).toBeVisible()

    await choice(dialog, 'Order Status').selectOptions('')
    await dialog.getByRole('button', { name: 'Add Order' }).click()
    for (const text of ['Customer is required', 'Item details are required', 'Issue description is required', 'Order status is required'])
      await expect.element(dialog.getByText(text)).toBeVisible()
    await expect.element(choice(dialog, 'Customer')).toHaveFocus()

    const picker = choice(dialog, 'Customer')
    await picker.fill('nobody')
    await expect.element(page.getByText(/^No customer found\./)).toBeVisible()
    for (const query of ['5550100', '312-555-0177', 'ola o']) {
      await picker.fill(query)
      await expect.element(page.getByRole('option', { name: /Ola Order/ })).toBeVisible()
    }
    await page.getByRole('option', { name: /Ola Order/ }).click()
    await expect.element(picker).toHaveValue('Ola Order')
    await field(dialog, 'Device Details').fill('Game console')
    await field(dialog, 'Issue Description').fill('Disc drive jams')
    await field(dialog, 'Additional Requests').fill('Clean it too')
    await field(dialog, 'Order Notes').fill('Has a scratch')
    await choice(dialog, 'Order Status').selectOptions('Diagnosis')
    await choice(dialog, 'Assigned To').selectOptions('Tom Becker')
    await field(dialog, 'Quoted Cost').fill('95')
    await dialog.getByRole('checkbox', { name: 'High Priority' }).click()
    await dialog.getByRole('checkbox', { name: 'Repeating Order' }).click()
    const texts = recordTexts(dialog.getByRole('button', { name: 'Add Order' }))
    await dialog.getByRole('button', { name: 'Add Order' }).click()
    await expect.element(toast()).toMatchTextContent('Order created successfully')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(texts).toContain('Saving...')
    await closeChecklist()
    await expect.element(rowWith('Game console')).toMatchTextContent('Priority:')

    await waitUntilSynced()
    const stored = await readOrders(shop)
    expect(stored).toEqual([
      expect.objectContaining({
        itemDetails: 'Game console',
        issueDescription: 'Disc drive jams',
        additionalRequests: 'Clean it too',
        orderNotes: 'Has a scratch',
        orderStatusId: orderStatusIdByName.Diagnosis,
        assignedEmployeeId: shop.employeeIdByName['Tom Becker'],
        quotedCost: '95',
        priority: true,
        repeat: true,
      }),
    ])
    expect(localDay(stored[0]?.dueTimestamp)).toBe(dayIn(1))
    expect(localHour(stored[0]?.dueTimestamp)).toBe('14:00')
  })

  test('takes its due date from presets and hours, or has none', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Dora Due' })
    await renderShop({ shop, at: `/${shop.id}/orders/${customerId}` })
    const addWith = async (itemDetails: string, setDue: (dialog: Locator) => Promise<void>) => {
      await page.getByRole('button', { name: 'Add Order' }).click()
      const dialog = dialogOf('Add New Order')
      await field(dialog, 'Device Details').fill(itemDetails)
      await field(dialog, 'Issue Description').fill('Due')
      await setDue(dialog)
      await dialog.getByRole('button', { name: 'Add Order' }).click()
      await expect.element(dialog).not.toBeInTheDocument()
      await closeChecklist()
    }
    await addWith('week', async (dialog) => {
      const days = ['Today', 'Tomorrow', '2 days', '3 days', '5 days', '1 week', '2 weeks', '3 weeks', '4 weeks']
      await expect
        .poll(() =>
          choice(dialog, 'Due date')
            .getByRole('option')
            .elements()
            .map(({ textContent }) => textContent),
        )
        .toEqual(expect.arrayContaining(days.map((day) => expect.stringContaining(day))))
      const hours = ['9 AM', '10 AM', '11 AM', '12 PM', ...Array.from({ length: 9 }, (_, index) => `${index + 1} PM`)]
      await expectTexts(choice(dialog, 'Due time').getByRole('option'), hours)
      await choice(dialog, 'Due date').selectOptions('1 week')
      await expect.element(chosen(choice(dialog, 'Due time'))).toHaveTextContent('5 PM')
    })
    await addWith('hour', async (dialog) => {
      await choice(dialog, 'Due date').selectOptions('3 days')
      await choice(dialog, 'Due time').selectOptions('9 AM')
      await expect.element(dialog.getByText(/^Complete in 3 days by 9:00/)).toBeVisible()
    })
    await addWith('none', async (dialog) => {
      await choice(dialog, 'Due date').selectOptions('No due date')
    })
    await waitUntilSynced()
    const dueByItem = Object.fromEntries((await readOrders(shop)).map(({ itemDetails, dueTimestamp }) => [itemDetails, dueTimestamp]))
    expect(Object.keys(dueByItem)).toHaveLength(3)
    expect(localDay(dueByItem['week'])).toBe(dayIn(7))
    expect(localHour(dueByItem['week'])).toBe('17:00')
    expect(localDay(dueByItem['hour'])).toBe(dayIn(3))
    expect(localHour(dueByItem['hour'])).toBe('09:00')
    expect(dueByItem['none']).toBeNull()
  })

  test('may get its customer made on the way', async () => {
    await renderShop()
    await chooseFlow('Create Order')
    const dialog = dialogOf('Add New Order')
    await dialog.getByRole('button', { name: 'Add New Customer' }).click()
    const customer = dialogOf('Add New Customer')
    await field(customer, 'Name').fill('Way Wendy')
    await field(customer, 'Phone').fill('5551239999')
    await customer.getByRole('button', { name: 'Save Customer' }).click()
    await expect.element(choice(dialog, 'Customer')).toHaveValue('Way Wendy')
  })
})

describe('the panel after a new order', () => {
  test('says the number, whichever rows are shown, and leads to its label, the order and the next one (DAY-03)', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Pia Panel' })
    // The list shows finished repairs only.
    await renderShop({ shop, at: `${shop.path}?status=${orderStatusIdByName.Fixed}` })
    const addOne = async (itemDetails: string): Promise<void> => {
      const dialog = dialogOf('Add New Order')
      await choice(dialog, 'Customer').fill('Pia')
      await page.getByRole('option', { name: /Pia Panel/ }).click()
      await field(dialog, 'Device Details').fill(itemDetails)
      await field(dialog, 'Issue Description').fill('Torn')
      await dialog.getByRole('button', { name: 'Add Order' }).click()
    }
    const panel = page.getByRole('region', { name: 'New order' })
    await chooseFlow('Create Order')
    await addOne('First fan')
    await expect.element(panel).toMatchTextContent('First fan · Pia Panel')
    await waitUntilSynced()
    const numberOf = async (item: string) => (await readOrders(shop)).find(({ itemDetails }) => itemDetails === item)?.number
    await expect.element(panel.getByText(`S-${await numberOf('First fan')}`, { exact: true })).toBeVisible()
    await expect.element(panel.getByRole('button', { name: 'Print label' })).toHaveFocus()

    await panel.getByRole('button', { name: 'Print receipt' }).click()
    await expect.element(dialogOf('Print')).toMatchTextContent('First fan')
    await press('Escape')
    await panel.getByRole('button', { name: 'New order' }).click()
    await addOne('Second fan')
    await expect.element(panel).toMatchTextContent('Second fan')
    await panel.getByRole('button', { name: 'Open' }).click()
    await expect.element(field(dialogOf('Edit Order'), 'Device Details')).toHaveValue('Second fan')
    expect((await readOrders(shop)).every((order) => order['customerId'] === customerId)).toBe(true)
  })
})

describe('one way in (DAY-06)', () => {
  test('begins with a phone or a name: a customer who is known is chosen, for one who is not customer and order are made together', async () => {
    const shop = makeShop()
    await addCustomer(shop, { name: 'Known Kim', phone: '4155550142' })
    await renderShop({ shop })
    await press('n')
    const order = dialogOf('Add New Order')
    await choice(order, 'Customer').fill('4155550142')
    await page.getByRole('option', { name: /Known Kim/ }).click()
    await expect.element(choice(order, 'Customer')).toHaveValue('Known Kim')
    await press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()

    await press('n')
    await choice(order, 'Customer').fill('2125550199')
    await page.getByRole('button', { name: 'New customer “2125550199” with this order' }).click()
    const both = dialogOf('Create Customer + Order')
    await expect.element(field(both, 'Phone')).toHaveValue('212-555-0199')
    await press('Escape')
    await expect.element(both).not.toBeInTheDocument()

    // Enter asks the device again, and never takes a list that is still behind for an unknown customer.
    await press('n')
    await choice(order, 'Customer').fill('ann  lee')
    await expect.element(page.getByRole('button', { name: 'New customer “ann  lee” with this order' })).toBeVisible()
    await press('Enter')
    await expect.element(field(both, 'Name')).toHaveValue('ann lee')
    await expect.element(field(both, 'Phone')).toHaveFocus()
    await field(both, 'Phone').fill('2125550142')
    await field(both, 'Device Details').fill('First fan')
    await field(both, 'Issue Description').fill('Torn')
    await both.getByRole('button', { name: 'Save Customer + Order' }).click()

    const panel = page.getByRole('region', { name: 'New order' })
    await panel.getByRole('button', { name: 'Another device of ann lee' }).click()
    await expect.element(choice(order, 'Customer')).toHaveValue('ann lee')
    await field(order, 'Device Details').fill('Second fan')
    await field(order, 'Issue Description').fill('Torn as well')
    await order.getByRole('button', { name: 'Add Order' }).click()
    await expect.element(panel).toMatchTextContent('Second fan · ann lee')
    await expect.element(panel).toMatchTextContent('With S-1')
    await panel.getByRole('button', { name: 'Print one receipt' }).click()
    const print = dialogOf('Print for 2 orders')
    await expect.element(print.getByRole('checkbox', { name: 'One receipt for all' })).toBeChecked()
    await expect.element(print.getByRole('region', { name: 'Preview' })).toMatchTextContent('First fan')
    await expect.element(print.getByRole('region', { name: 'Preview' })).toMatchTextContent('Second fan')
    await press('Escape')
    await expect.element(panel).toMatchTextContent('With S-1')
    await waitUntilSynced()
    expect(await readOrders(shop)).toHaveLength(2)
  })

  test('what an order already holds stays: an unknown customer is then added beside it', async () => {
    await renderShop()
    await press('n')
    const order = dialogOf('Add New Order')
    await field(order, 'Device Details').fill('Typed first')
    await choice(order, 'Customer').fill('Way Wendy')
    await page.getByRole('button', { name: 'New customer “Way Wendy” with this order' }).click()
    await expect.element(field(dialogOf('Add New Customer'), 'Name')).toHaveValue('Way Wendy')
  })
})

describe('Create Customer + Order', () => {
  test('makes both in one mutation, names what is missing in both halves, and offers matching customers', async () => {
    const shop = makeShop()
    await addCustomer(shop, { name: 'Known Kim', phone: '4155550142' })
    await renderShop({ shop })
    await chooseFlow('Create Customer+Order')
    const dialog = dialogOf('Create Customer + Order')
    await dialog.getByRole('button', { name: 'Save Customer + Order' }).click()
    for (const text of ['Customer name is required', 'Phone number is required', 'Item details are required', 'Issue description is required'])
      await expect.element(dialog.getByText(text)).toBeVisible()
    await expect.element(field(dialog, 'Name')).toHaveFocus()
    await expect.element(chosen(choice(dialog, 'Order Status'))).toHaveTextContent('Dropped Off')
    for (const name of ['Name', 'Country Code', 'Phone', 'Alt Country Code', 'Alternate Phone', 'Email', 'Customer Notes'])
      await expect.element(field(dialog, name)).toBeVisible()
    for (const name of ['Device Details', 'Issue Description', 'Additional Requests', 'Order Notes', 'Quoted Cost'])
      await expect.element(field(dialog, name)).toBeVisible()
    for (const name of ['High Priority', 'Repeating Order']) await expect.element(dialog.getByRole('checkbox', { name })).toBeVisible()
    await expect.element(chosen(choice(dialog, 'Assigned To'))).toHaveTextContent('Unassigned')
    await expect.element(dialog.getByRole('group', { name: 'Due Date & Time' })).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()

    await field(dialog, 'Name').fill('Combi Carla')
    await field(dialog, 'Phone').fill('2125550142')
    await expect.element(dialog.getByRole('heading', { name: 'Matching Customers:', exact: true })).toBeVisible()
    await expectTextsContaining(dialog.getByRole('region', { name: 'Matching customers' }).getByRole('listitem'), ['Known Kim'])
    await field(dialog, 'Customer Notes').fill('Prefers mornings')
    await field(dialog, 'Device Details').fill('Combi player')
    await field(dialog, 'Issue Description').fill('Skips')
    shop.server.pushes = []
    const texts = recordTexts(dialog.getByRole('button', { name: 'Save Customer + Order' }))
    await dialog.getByRole('button', { name: 'Save Customer + Order' }).click()
    await expect.element(toast()).toMatchTextContent('Customer and order created successfully!')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(texts).toContain('Creating...')
    await closeChecklist()
    await expect.element(rowWith('Combi player')).toMatchTextContent('Combi Carla')
    await waitUntilSynced()
    const sent = shop.server.pushes.flatMap(({ mutations }) => mutations)
    expect(sent.map(({ ops }) => ops.map(({ action, collection }) => `${action} ${collection}`))).toEqual([['create customers', 'create orders']])
    expect(await readOrders(shop)).toEqual([expect.objectContaining({ itemDetails: 'Combi player' })])
    const customers = await shop.api.pullAll('customers')
    expect(customers).toHaveLength(2)
    expect(customers).toContainEqual(expect.objectContaining({ name: 'Combi Carla', customerNotes: 'Prefers mornings', phone: '2125550142' }))
  })

  test('carries what was typed along when an existing customer is used instead', async () => {
    const shop = makeShop()
    await addCustomer(shop, { name: 'Known Kim', phone: '4155550142' })
    await renderShop({ shop })
    await chooseFlow('Create Customer+Order')
    const dialog = dialogOf('Create Customer + Order')
    await field(dialog, 'Device Details').fill('Carried player')
    await field(dialog, 'Phone').fill('4155550142')
    await dialog.getByRole('region', { name: 'Matching customers' }).getByRole('button').click()
    const order = dialogOf('Add New Order')
    await expect.element(choice(order, 'Customer')).toHaveValue('Known Kim')
    await expect.element(field(order, 'Device Details')).toHaveValue('Carried player')
  })
})
