import { expect, test } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { expectNoFaults } from '#web/testing/find-page-faults.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { chooseFlow, dialogOf, field, press, toast } from '#web/testing/screen.ts'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'
import { makeShop, type TestShop } from '#web/testing/shop-server.ts'

const screens = [
  { screen: 'a desktop, light and dark', width: 1280, height: 800 },
  { screen: 'a phone', width: 390, height: 844 },
] as const

async function gone(dialog: Locator): Promise<void> {
  await expect.element(dialog).not.toBeInTheDocument()
}

async function discard(dialog: Locator): Promise<void> {
  await press('Escape')
  await dialogOf('Discard what you typed?').getByRole('button', { name: 'Discard' }).click()
  await gone(dialog)
}

async function makeFullShop(): Promise<{ shop: TestShop; customerId: string }> {
  const employees = [{ name: 'Ana Ruiz', countryCode: '+44', phone: '2079460958' }]
  const shop = makeShop({ privileges: ['delete_customer', 'delete_order'], checklist: ['Charger', 'SIM card'], employees })
  const customerId = await addCustomer(shop, { name: 'Axel Axe', phone: '5550104455' })
  const orderId = await addOrder(shop, { customerId, itemDetails: 'Axe amplifier', quotedCost: '10', dueTimestamp: '2026-01-05T10:00:00.000Z' })
  const category = createOp('categories', { name: 'Phones' })
  await shop.api.write(shop.id, [
    createOp('tasks', { orderId, description: 'Solder', completed: true }),
    createOp('tasks', { description: 'Sweep', completed: false, assignedEmployeeId: shop.employeeIdByName['Ana Ruiz'] ?? null }),
    ...[12.5, 113].map((paymentAmount) => createOp('payments', { orderId, paymentAmount, afterTax: false, paymentText: 'Cash' })),
    createOp('costs', { orderId, costAmount: 40, afterTax: true, costText: null }),
    category,
    createOp('products', { name: 'Display 12', categoryHierarchyId: category.id, inventoryCount: 0, salePrice: 79.5 }),
  ])
  return { shop, customerId }
}

for (const { screen, width, height } of screens) {
  test(`no dialog of an order or of the whole shop has accessibility faults on ${screen}`, async () => {
    await page.viewport(width, height)
    const { shop } = await makeFullShop()
    await renderShop({ shop })
    await expect.element(page.getByText('Axe amplifier')).toBeVisible()

    await press('Control+k')
    await expect.element(page.getByRole('combobox', { name: /^Find orders/ })).toBeVisible()
    await expectNoFaults('the box that finds anything, empty')
    await page.getByRole('combobox', { name: /^Find orders/ }).fill('axel')
    await expect.element(page.getByRole('group', { name: /^Customers/ }).getByRole('option')).toBeVisible()
    await expectNoFaults('the box that finds anything')
    await press('Escape')

    await page.getByText('Axe amplifier').click()
    const order = dialogOf('Edit Order')
    await order.getByRole('button', { name: 'View Order Status History' }).click()
    await expect.element(order.getByRole('list', { name: 'Order status history' })).toBeVisible()
    await order.getByRole('checkbox', { name: 'Charger' }).click()
    await expectNoFaults('order')
    await order.getByRole('button', { name: 'Inventory search' }).click()
    await order.getByRole('button', { name: /^Phones/ }).click()
    await expect.element(order.getByRole('button', { name: /^Display 12/ })).toBeVisible()
    await order.getByRole('button', { name: 'Edit payment $113.00' }).click()
    await order.getByRole('button', { name: 'Add Cost' }).click()
    await order.getByRole('group', { name: 'Add Cost' }).getByRole('button', { name: 'Add Cost' }).click()
    await expect.element(order.getByText('Please enter a cost amount')).toBeVisible()
    await field(order.getByRole('group', { name: 'Save' }), 'Amount').fill('114.5')
    await press('Escape')
    await expect.element(order.getByText('Discard what you typed?')).toBeVisible()
    await field(order, 'Device Details').fill('')
    await order.getByRole('button', { name: /and save$/ }).click()
    await expect.element(order.getByText('Item details are required')).toBeVisible()
    await order.getByRole('button', { name: 'Delete this Order' }).click()
    await expectNoFaults('order, being typed')
    await order.getByRole('button', { name: 'Solder', exact: true }).click()
    await expect.element(dialogOf('Edit Order Task')).toBeVisible()
    await expectNoFaults('task of the order')
    await press('Escape')
    await order.getByRole('button', { name: 'Close', exact: true }).click()
    await expect.element(dialogOf('Discard what you typed?')).toBeVisible()
    await expectNoFaults('discard')
    await dialogOf('Discard what you typed?').getByRole('button', { name: 'Discard' }).click()
    await gone(order)

    await press('?')
    await expect.element(dialogOf('Keyboard shortcuts')).toBeVisible()
    await expectNoFaults('shortcuts')
    await press('Escape')
    await gone(dialogOf('Keyboard shortcuts'))

    await press('n')
    await dialogOf('Add New Order').getByRole('combobox', { name: 'Customer' }).fill('a')
    await expect.element(page.getByRole('option', { name: /Axel Axe/ })).toBeVisible()
    await expectNoFaults('new order')
  })

  test(`no dialog of a customer or a task has accessibility faults on ${screen}`, async () => {
    await page.viewport(width, height)
    const { shop, customerId } = await makeFullShop()
    const app = await renderShop({ shop })

    await press('c')
    const customer = dialogOf('Add New Customer')
    await field(customer, 'Phone').fill('4455')
    await expect.element(customer.getByText('Matching Customers')).toBeVisible()
    await customer.getByRole('button', { name: 'Save Customer' }).click()
    await expect.element(customer.getByText('Customer name is required')).toBeVisible()
    await expectNoFaults('new customer')
    await discard(customer)

    await app.goTo(`/${shop.id}/orders/${customerId}`)
    await page.getByRole('button', { name: 'Edit Customer' }).click()
    const editing = dialogOf('Edit Customer')
    await editing.getByRole('button', { name: 'Delete this Customer' }).click()
    await expectNoFaults('customer')
    await press('Escape')
    await press('Escape')
    await gone(editing)

    await app.goTo(`/${shop.id}/tasks`)
    await page.getByRole('button', { name: 'Add Shop Task' }).click()
    const adding = dialogOf('Add Shop Task')
    await adding.getByRole('button', { name: 'Create Task' }).click()
    await expect.element(adding.getByText('Description is required')).toBeVisible()
    await expectNoFaults('new task')
    await press('Escape')
    await gone(adding)
    await page.getByRole('main').getByText('Sweep').click()
    const task = dialogOf('Edit Shop Task')
    await expect.element(task.getByRole('link', { name: 'WhatsApp' })).toBeVisible()
    await task.getByRole('button', { name: 'Delete' }).click()
    await expectNoFaults('task')
    await press('Escape')
    await press('Escape')
    await gone(task)

    await chooseFlow('Create Customer+Order')
    const both = dialogOf('Create Customer + Order')
    await both.getByRole('button', { name: 'Save Customer + Order' }).click()
    await expect.element(both.getByText('Customer name is required')).toBeVisible()
    await field(both, 'Phone').fill('4155504455')
    await expect.element(both.getByText('Matching Customers:')).toBeVisible()
    await expectNoFaults('customer and order')
    await field(both, 'Name').fill('Bela Both')
    await field(both, 'Device Details').fill('Both')
    await field(both, 'Issue Description').fill('Both are broken')
    await both.getByRole('button', { name: 'Save Customer + Order' }).click()
    const checklist = dialogOf('Drop off Checklist')
    await checklist.getByRole('checkbox', { name: 'SIM card' }).click()
    await expect.element(toast()).toBeVisible()
    await expectNoFaults('checklist')
    await checklist.getByRole('button', { name: 'Done' }).click()
    await gone(checklist)
  })
}
