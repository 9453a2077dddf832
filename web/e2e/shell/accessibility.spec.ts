import type { Locator, Page } from '@playwright/test'
import type { Order } from '#schema/collections/work/orders.ts'
import { privilegeNames } from '#schema/privileges.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { chooseFlow, expect, field, rowWith, test, toast } from '../harness/fixtures.ts'
import { findFaults, findFaultsOfDark } from '../harness/find-faults.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

/** Expects no faults in the light theme, and on a wide screen in the dark one too, whose colours are the same at all widths. */
async function expectNoFaults(page: Page, place: string): Promise<void> {
  expect((await findFaults(page)).map((fault) => ({ place, ...fault }))).toEqual([])
  if ((page.viewportSize()?.width ?? 0) < 640) return
  expect((await findFaultsOfDark(page)).map((fault) => ({ place: `${place}, dark`, ...fault }))).toEqual([])
}

const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** Closes a dialog and discards what is typed in it. */
async function discard(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await dialogOf(page, 'Discard what you typed?').getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
}

const screens = [
  { screen: 'a desktop, light and dark', viewport: { width: 1280, height: 800 } },
  { screen: 'a phone', viewport: { width: 390, height: 844 } },
] as const

for (const { screen, viewport } of screens) {
  test(`no view has accessibility faults on ${screen}`, async ({ makeShop, newDevice }) => {
    test.setTimeout(240_000)
    const shop = await makeShop({ privileges: [...privilegeNames], generatedOrders: 40 })
    const customerId = await addCustomer(shop, { name: 'Axel Axe', email: 'axel@example.org' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Axe amplifier', priority: true, repeat: true, quotedCost: '10' })
    await addOrder(shop, { customerId, itemDetails: 'Finished amplifier', status: 'Picked up' })
    const deletedId = await addOrder(shop, { customerId, itemDetails: 'Deleted amplifier' })
    await shop.api.write(shop.id, [
      createOp('tasks', { orderId, description: 'Overdue', dueTimestamp: '2026-01-05T10:00:00.000Z' }),
      { action: 'delete', collection: 'orders', id: deletedId },
    ])
    const { page } = await newDevice(shop.person, { context: { viewport } })
    const main = page.getByRole('main')

    await expect(main.getByText(/^Showing 1-20 of/)).toBeVisible()
    await expectNoFaults(page, 'orders')
    await page.getByRole('searchbox').fill('amplifier')
    await expect(main.getByText('Finished amplifier')).toBeVisible()
    await expectNoFaults(page, 'orders, filtered')
    await page.getByRole('searchbox').fill('nothing like this')
    await expect(page.getByText('No orders match your search criteria')).toBeVisible()
    await expectNoFaults(page, 'orders, nothing found')
    await page.getByRole('button', { name: 'Clear Filters' }).first().click()

    for (const [view, text] of [
      ['Customers', 'Axel Axe'],
      ['Tasks', 'Overdue'],
      ['Inventory', 'Inventory'],
      ['Activities', "Order 'Finished amplifier' of"],
      ['Reports', 'Net Profit'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).first().click()
      await expect(main.getByText(text).first()).toBeVisible()
      if (view === 'Reports') {
        await page.getByRole('button', { name: 'All time' }).click()
        await expect(main.getByText('From the server')).toBeVisible()
        await page.getByRole('checkbox', { name: 'Exclude Tax (%)' }).check()
        await page.getByRole('spinbutton', { name: 'Tax (%)' }).fill('101')
        await expect(main.getByText('AT', { exact: true }).first()).toBeVisible()
      }
      await expectNoFaults(page, view)
    }

    for (const [address, text] of [
      [`/${shop.id}/orders/${customerId}`, 'Orders for Axel Axe'],
      [`/${shop.id}/recently-deleted`, 'Deleted amplifier'],
      [`/${shop.id}/activities/refused-changes`, 'Refused changes'],
      ['/profile', 'Profile Settings'],
      ['/shop-settings', 'Shop Settings'],
      ['/entity-settings', 'Entity Settings'],
      ['/app-settings', 'App Settings'],
      ['/no/such/page/at/all', '404 Page Not Found'],
    ] as const) {
      await page.goto(address)
      await expect(main.getByText(text).first()).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expectNoFaults(page, address)
    }
  })

  test(`no dialog has accessibility faults on ${screen}`, async ({ makeShop, newDevice }) => {
    test.setTimeout(240_000)
    const employees = [{ name: 'Ana Ruiz', countryCode: '+44', phone: '2079460958' }]
    const shop = await makeShop({ privileges: ['delete_customer', 'delete_order'], checklist: ['Charger', 'SIM card'], employees })
    const customerId = await addCustomer(shop, { name: 'Axel Axe', phone: '5550104455' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Axe amplifier', quotedCost: '10', dueTimestamp: '2026-01-05T10:00:00.000Z' })
    const category = createOp('categories', { name: 'Phones' })
    await shop.api.write(shop.id, [
      createOp('tasks', { orderId, description: 'Solder', completed: true }),
      createOp('tasks', { description: 'Sweep', assignedEmployeeId: shop.employeeIdByName['Ana Ruiz'] ?? null }),
      ...[12.5, 113].map((paymentAmount) => createOp('payments', { orderId, paymentAmount, afterTax: false, paymentText: 'Cash' })),
      createOp('costs', { orderId, costAmount: 40, afterTax: true, costText: null }),
      category,
      createOp('products', { name: 'Display 12', categoryHierarchyId: category.id, inventoryCount: 0, salePrice: 79.5 }),
    ])
    const { page } = await newDevice(shop.person, { context: { viewport } })
    await expect(page.getByText('Axe amplifier')).toBeVisible()

    await page.keyboard.press('Control+k')
    await expectNoFaults(page, 'the box that finds anything, empty')
    await page.getByRole('combobox', { name: /^Find orders/ }).fill('axel')
    await expect(page.getByRole('group', { name: /^Customers/ }).getByRole('option')).toBeVisible()
    await expectNoFaults(page, 'the box that finds anything')
    await page.keyboard.press('Escape')

    // The order with all of its sections open, lines being typed, and the questions asked.
    await page.getByText('Axe amplifier').click()
    const order = dialogOf(page, 'Edit Order')
    await order.getByRole('button', { name: 'View Order Status History' }).click()
    await expect(order.getByRole('list', { name: 'Order status history' })).toBeVisible()
    await order.getByRole('checkbox', { name: 'Charger' }).check()
    await expectNoFaults(page, 'order')
    await order.getByRole('button', { name: 'Inventory search' }).click()
    await order.getByRole('button', { name: /^Phones/ }).click()
    await expect(order.getByRole('button', { name: /^Display 12/ })).toBeVisible()
    await order.getByRole('button', { name: 'Edit payment $113.00' }).click()
    await order.getByRole('button', { name: 'Add Cost' }).click()
    await order.getByRole('group', { name: 'Add Cost' }).getByRole('button', { name: 'Add Cost' }).click()
    await expect(order.getByText('Please enter a cost amount')).toBeVisible()
    await field(order.getByRole('group', { name: 'Save' }), 'Amount').fill('114.5')
    await page.keyboard.press('Escape')
    await expect(order.getByText('Discard what you typed?')).toBeVisible()
    await field(order, 'Device Details').fill('')
    await order.getByRole('button', { name: /and save$/ }).click()
    await expect(order.getByText('Item details are required')).toBeVisible()
    await order.getByRole('button', { name: 'Delete this Order' }).click()
    await expectNoFaults(page, 'order, being typed')
    await order.getByRole('button', { name: 'Solder', exact: true }).click()
    await expect(dialogOf(page, 'Edit Order Task')).toBeVisible()
    await expectNoFaults(page, 'task of the order')
    await page.keyboard.press('Escape')
    await order.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(dialogOf(page, 'Discard what you typed?')).toBeVisible()
    await expectNoFaults(page, 'discard')
    await dialogOf(page, 'Discard what you typed?').getByRole('button', { name: 'Discard' }).click()
    await expect(order).toBeHidden()

    await page.keyboard.press('c')
    const customer = dialogOf(page, 'Add New Customer')
    await field(customer, 'Phone').fill('4455')
    await expect(customer.getByText('Matching Customers')).toBeVisible()
    await customer.getByRole('button', { name: 'Save Customer' }).click()
    await expect(customer.getByText('Customer name is required')).toBeVisible()
    await expectNoFaults(page, 'new customer')
    await discard(page, customer)

    await page.goto(`/${shop.id}/orders/${customerId}`)
    await page.getByRole('button', { name: 'Edit Customer' }).click()
    const editing = dialogOf(page, 'Edit Customer')
    await editing.getByRole('button', { name: 'Delete this Customer' }).click()
    await expectNoFaults(page, 'customer')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(editing).toBeHidden()

    await page.goto(`/${shop.id}/tasks`)
    await page.getByRole('button', { name: 'Add Shop Task' }).click()
    const adding = dialogOf(page, 'Add Shop Task')
    await adding.getByRole('button', { name: 'Create Task' }).click()
    await expect(adding.getByText('Description is required')).toBeVisible()
    await expectNoFaults(page, 'new task')
    await page.keyboard.press('Escape')
    await expect(adding).toBeHidden()
    await page.getByRole('main').getByText('Sweep').click()
    const task = dialogOf(page, 'Edit Shop Task')
    await expect(task.getByRole('link', { name: 'WhatsApp' })).toBeVisible()
    await task.getByRole('button', { name: 'Delete' }).click()
    await expectNoFaults(page, 'task')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(task).toBeHidden()

    await page.keyboard.press('?')
    await expect(dialogOf(page, 'Keyboard shortcuts')).toBeVisible()
    await expectNoFaults(page, 'shortcuts')
    await page.keyboard.press('Escape')

    // The dialog for a customer with an order, and the checklist that follows.
    await chooseFlow(page, 'Create Customer+Order')
    const both = dialogOf(page, 'Create Customer + Order')
    await both.getByRole('button', { name: 'Save Customer + Order' }).click()
    await expect(both.getByText('Customer name is required')).toBeVisible()
    await field(both, 'Phone').fill('4155504455')
    await expect(both.getByText('Matching Customers:')).toBeVisible()
    await expectNoFaults(page, 'customer and order')
    await field(both, 'Name').fill('Bela Both')
    await field(both, 'Device Details').fill('Both')
    await field(both, 'Issue Description').fill('Both are broken')
    await both.getByRole('button', { name: 'Save Customer + Order' }).click()
    const checklist = dialogOf(page, 'Drop off Checklist')
    await checklist.getByRole('checkbox', { name: 'SIM card' }).check()
    await expect(toast(page)).toBeVisible()
    await expectNoFaults(page, 'checklist')
    await checklist.getByRole('button', { name: 'Done' }).click()
    await expect(checklist).toBeHidden()

    await page.keyboard.press('n')
    const fresh = dialogOf(page, 'Add New Order')
    await fresh.getByRole('combobox', { name: 'Customer' }).fill('a')
    await expect(page.getByRole('option', { name: /Axel Axe/ })).toBeVisible()
    await expectNoFaults(page, 'new order')
  })
}

test('no view scrolls sideways, and what is pressed is 44 pixels high, from a phone to a desktop', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ generatedOrders: 30 })
  const { page } = await newDevice(shop.person)
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const tab of ['orders', 'customers']) {
      await page.goto(`/${shop.id}/${tab}`)
      await expect(page.getByText(/Showing 1-/)).toBeVisible()
      const measures = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        // What is clipped away is for screen readers only.
        small: [...document.querySelectorAll('button, a[href], select, input')]
          .filter((element) => getComputedStyle(element).clipPath === 'none' && !element.closest('.sr-only'))
          .map((element) => ({
            name: element.getAttribute('aria-label') ?? element.textContent,
            // A box to mark is pressed by its label, which is around it.
            box: (element.matches('[type="checkbox"]') ? (element.closest('label') ?? element) : element).getBoundingClientRect(),
          }))
          .filter(({ box }) => box.width > 1 && box.height > 1 && box.height < 43.5)
          .map(({ name, box }) => `${name} ${Math.round(box.height)}`),
      }))
      expect({ width, tab, ...measures }).toEqual({ width, tab, overflow: 0, small: [] })
    }
  }
})

const isFocused = (element: Locator): Promise<boolean> => element.evaluate((found) => found === document.activeElement)

const focusedName = (page: Page) =>
  page.evaluate(
    () =>
      document.activeElement?.getAttribute('aria-label') ??
      (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent?.replace(' *', '') ??
      document.activeElement?.textContent ??
      '',
  )

/** Presses Tab until a control whose name begins with `name` has the focus. */
async function tabToName(page: Page, name: string): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    if ((await focusedName(page)).startsWith(name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${name}.`)
}

async function tabToRow(page: Page, row: Locator): Promise<void> {
  for (let steps = 0; steps < 60 && !(await isFocused(row)); steps += 1) await page.keyboard.press('Tab')
  await expect(row).toBeFocused()
}

test('the main flow goes by keyboard alone: customer and order, open it, move it on, save', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person)
  const { keyboard } = page
  const tabTo = (name: string) => tabToName(page, name)

  await tabTo('New')
  await keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Create Customer+Order' })).toBeFocused()
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create Customer + Order' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await keyboard.type('Keira Keys')
  await tabTo('Phone')
  await keyboard.type('5550107070')
  await tabTo('Device Details')
  await keyboard.type('Keyboard')
  await tabTo('Issue Description')
  await keyboard.type('Keys stick')
  await keyboard.press('Control+Enter')
  await expect(toast(page)).toContainText('Customer and order created successfully!')
  await expect(dialog).toBeHidden()
  const checklist = page.getByRole('dialog', { name: 'Drop off Checklist' })
  await expect(checklist).toBeVisible()
  await tabTo('Done')
  await keyboard.press('Enter')
  await expect(checklist).toBeHidden()

  const row = rowWith(page, 'Keira Keys')
  await expect(row).toBeVisible()
  await tabToRow(page, row)
  await keyboard.press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit Order' })
  await expect(edit).toBeVisible()
  await tabTo('Order Status')
  await keyboard.type('In the Lab')
  await keyboard.press('Control+Enter')
  await expect(toast(page)).toContainText('Order updated successfully')
  await expect(edit).toBeHidden()
  await expect(row).toContainText('In the Lab')
  await expect(row).toBeFocused()
  await expect.poll(async () => (await shop.api.read<Order[]>(`/api/${shop.id}/orders`))[0]?.orderStatusId).toBe(orderStatusIdByName['In the Lab'])
})

test('the parts of an order, tasks and customers go by keyboard alone', async ({ makeShop, newDevice }) => {
  test.setTimeout(240_000)
  const shop = await makeShop({ privileges: ['delete_order', 'delete_customer'], checklist: ['Charger'] })
  await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Kit Keys' }), itemDetails: 'Keytar' })
  const category = createOp('categories', { name: 'Keytars' })
  await shop.api.write(shop.id, [category, createOp('products', { name: 'Key caps', categoryHierarchyId: category.id, inventoryCount: 3 })])
  const { page } = await newDevice(shop.person)
  const { keyboard } = page
  const tabTo = (name: string) => tabToName(page, name)
  const says = (text: string) => expect(toast(page)).toContainText(text)
  const goTo = async (key: string, view: string): Promise<void> => {
    // The toast comes shortly before its form closes, which until then would take the keys.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await keyboard.press('g')
    await keyboard.press(key)
    await expect(page).toHaveURL(`/${shop.id}/${view}`)
  }

  await tabToRow(page, rowWith(page, 'Keytar'))
  await keyboard.press('Enter')
  const order = dialogOf(page, 'Edit Order')
  await expect(order.getByRole('heading', { name: 'Order Status History' })).toBeVisible()
  await tabTo('Inventory search')
  await keyboard.press('Enter')
  await tabTo('Search the inventory')
  await keyboard.type('caps')
  await expect(order.getByRole('list', { name: 'Products found' })).toBeVisible()
  await tabTo('Key caps')
  await keyboard.press('Enter')
  await expect(field(order, 'Device Details')).toHaveValue(/Key caps$/)

  await tabTo('New task')
  await keyboard.type('Find the key')
  await keyboard.press('Enter')
  await says('Task added successfully')
  await tabTo('Add Payment')
  await keyboard.press('Enter')
  await expect(field(order, 'Amount')).toBeFocused()
  await keyboard.type('12.50')
  await keyboard.press('Enter')
  await says('Payment added successfully')
  const add = order.getByRole('button', { name: 'Add Payment' })
  await expect(add).toBeFocused()
  await expect(order.getByRole('button', { name: 'Edit payment $12.50' })).toBeVisible()
  await keyboard.press('Shift+Tab')
  await keyboard.press('Shift+Tab')
  await expect(order.getByRole('button', { name: 'Edit payment $12.50' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(field(order, 'Amount')).toBeFocused()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('13')
  await keyboard.press('Enter')
  await says('Payment updated successfully')
  await tabTo('Delete payment $13.00')
  await keyboard.press('Enter')
  await says('Payment deleted successfully')
  await expect(add).toBeFocused()
  await tabTo('Charger')
  await keyboard.press('Space')
  await expect(order.getByText('1 of 1 items selected')).toBeVisible()
  await tabTo('View Order Status History')
  await keyboard.press('Enter')
  await expect(order.getByRole('list', { name: 'Order status history' })).toBeVisible()
  await keyboard.press('Control+Enter')
  await says('Order updated successfully')
  await expect(rowWith(page, 'Keytar')).toBeFocused()
  await keyboard.press('Enter')
  await expect(order).toBeVisible()
  await tabTo('Delete this Order')
  await keyboard.press('Enter')
  await expect(order.getByText('Are you sure you want to delete this order?')).toBeVisible()
  await tabTo('Yes')
  await keyboard.press('Enter')
  await says('The order and all associated data have been successfully deleted.')

  await goTo('t', 'tasks')
  await tabTo('Add Shop Task')
  await keyboard.press('Enter')
  await expect(field(dialogOf(page, 'Add Shop Task'), 'Description')).toBeFocused()
  await keyboard.type('Sweep')
  await keyboard.press('Control+Enter')
  await says('Shop task added successfully')
  await tabToRow(page, rowWith(page, 'Sweep'))
  await keyboard.press('Enter')
  await expect(dialogOf(page, 'Edit Shop Task')).toBeVisible()
  await tabTo('Completed')
  await keyboard.press('Space')
  await keyboard.press('Control+Enter')
  await says('Shop task updated successfully')
  await expect(rowWith(page, 'Sweep')).toBeFocused()
  await keyboard.press('Enter')
  await expect(dialogOf(page, 'Edit Shop Task')).toBeVisible()
  await tabTo('Delete')
  await keyboard.press('Enter')
  await tabTo('Yes')
  await keyboard.press('Enter')
  await says('Shop task deleted successfully')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await keyboard.press('c')
  await expect(field(dialogOf(page, 'Add New Customer'), 'Name')).toBeFocused()
  await keyboard.type('Kai Keys')
  await tabTo('Phone')
  await keyboard.type('5550107070')
  await keyboard.press('Control+Enter')
  await says('Customer created successfully!')
  await goTo('c', 'customers')
  await tabToRow(page, rowWith(page, 'Kai Keys'))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Orders for Kai Keys' })).toBeVisible()
  await tabTo('Edit Customer')
  await keyboard.press('Enter')
  await expect(dialogOf(page, 'Edit Customer')).toBeVisible()
  await tabTo('Delete this Customer')
  await keyboard.press('Enter')
  await tabTo('Yes')
  await keyboard.press('Enter')
  await says('The customer has been successfully deleted.')
})
