import type { Page } from '@playwright/test'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { choice, expect, field, rowWith, test, toast, waitUntilSynced, type TestShop } from '../harness/fixtures.ts'
import { outboxOf, refuseWrites } from '../harness/raw-storage.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

const table = (page: Page) => page.getByRole('grid', { name: 'Tasks' })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const firstCells = (page: Page) => table(page).locator('tbody tr').locator('td:nth-child(4)')

type TaskOptions = { orderId?: string; due?: string; assignedEmployeeId?: string | undefined; completed?: boolean }

async function addTasks(shop: TestShop, optionsByDescription: Record<string, TaskOptions>): Promise<void> {
  const ops = Object.entries(optionsByDescription).map(([description, { orderId, due, assignedEmployeeId, completed = false }]) =>
    createOp('tasks', {
      description,
      completed,
      ...(orderId === undefined ? {} : { orderId }),
      ...(due === undefined ? {} : { dueTimestamp: new Date(due).toISOString() }),
      ...(assignedEmployeeId === undefined ? {} : { assignedEmployeeId }),
    }),
  )
  await shop.api.write(shop.id, ops)
}

test.describe('the tasks view', () => {
  test('has the documented columns and cells, sorts by due date both ways, and pages', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Tessa Task' }), itemDetails: 'Task radio', status: 'In the Lab' })
    await addTasks(shop, {
      'Late one': { orderId, due: '2031-06-10T14:00', assignedEmployeeId: shop.employeeIdByName['Ana Ruiz'] },
      'Early one': { due: '2031-06-01T09:00' },
      Whenever: {},
      'Done one': { due: '2031-05-01T09:00', completed: true },
    })
    const { page } = await newDevice(shop.person, { at: `/${shop.id}/tasks` })
    await expect(table(page).getByRole('columnheader')).toHaveText(['Customer', 'Item', 'Status', 'Task', 'Assign To', 'Due By'])
    await expect(firstCells(page)).toContainText(['Early one', 'Late one', 'Whenever', 'Done one'])
    const cells = (task: string) => rowWith(page, task).getByRole('gridcell')
    await expect(cells('Late one')).toContainText(['Tessa Task', 'Task radio', 'In the Lab', 'Late one', 'Ana Ruiz', 'Jun 10, 2031, 2:00 PM'])
    await expect(cells('Early one').first()).toHaveText('Shop Task')
    await expect(cells('Early one').nth(4).getByRole('option', { selected: true })).toHaveText('Unassigned')
    await expect(cells('Whenever').last()).toHaveText('No due date')
    await expect(cells('Done one').last()).toHaveText('Task is completed')
    await page.getByRole('button', { name: /^Due By/ }).click()
    await expect(firstCells(page)).toContainText(['Late one', 'Early one', 'Whenever', 'Done one'])
    await expect(page.getByText('Showing 1-4 of 4 entries')).toBeVisible()

    await addTasks(shop, Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`Many ${index}`, {}])))
    await page.reload()
    await expect(page.getByText('Showing 1-20 of 24 entries')).toBeVisible()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText('Showing 21-24 of 24 entries')).toBeVisible()
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
  })

  test('filters by words, assignee and due day, and says when there is nothing', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const { page } = await newDevice(shop.person, { at: `/${shop.id}/tasks` })
    await expect(page.getByText('No tasks found for this shop.')).toBeVisible()
    await addTasks(shop, {
      'Sweep the floor': { due: '2031-06-01T23:30', assignedEmployeeId: shop.employeeIdByName['Tom Becker'] },
      'Count the till': { due: '2031-06-02T00:30' },
      'Buy solder': {},
    })
    await expect(firstCells(page)).toHaveCount(3)
    await page.getByRole('searchbox').fill('becker')
    await expect(firstCells(page)).toContainText(['Sweep the floor'])
    await expect(page.getByText('Showing Filtered Results')).toBeVisible()
    await page.getByRole('searchbox').fill('SOLDER')
    await expect(firstCells(page)).toContainText(['Buy solder'])
    await page.getByRole('searchbox').fill('nothing like it')
    await expect(page.getByText('No tasks match your search criteria.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear Filters' }).first().click()
    await expect(firstCells(page)).toHaveCount(3)
    await choice(page, 'Assigned To').selectOption('Tom Becker')
    await expect(firstCells(page)).toContainText(['Sweep the floor'])
    await choice(page, 'Assigned To').selectOption('Unassigned')
    await expect(firstCells(page)).toContainText(['Count the till', 'Buy solder'])
    await choice(page, 'Assigned To').selectOption('All')
    // By the due day in the local time zone, both ends included; a task without a due date matches no day.
    await page.getByLabel('From').fill('2031-06-01')
    await page.getByLabel('To', { exact: true }).fill('2031-06-01')
    await expect(firstCells(page)).toContainText(['Sweep the floor'])
    await expect(firstCells(page)).toHaveCount(1)
    await page.getByLabel('To', { exact: true }).fill('2031-06-02')
    await expect(firstCells(page)).toHaveCount(2)
  })

  for (const network of ['with a network', 'without one'] as const) {
    test(`adds, assigns, edits, completes and deletes ${network}`, async ({ makeShop, newDevice }) => {
      const shop = await makeShop({ employees: [{ name: 'Ana Ruiz', countryCode: '+44', phone: '2079460958' }, 'Tom Becker'] })
      const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Tina Task' }), itemDetails: 'Flow radio' })
      await addTasks(shop, { 'Of the order': { orderId } })
      const { page } = await newDevice(shop.person, { at: `/${shop.id}/tasks` })
      await expect(rowWith(page, 'Of the order')).toBeVisible()
      await waitUntilSynced(page)
      if (network === 'without one') await page.context().setOffline(true)

      await page.getByRole('button', { name: 'Add Shop Task' }).click()
      const adding = dialogOf(page, 'Add Shop Task')
      await adding.getByRole('button', { name: 'Create Task' }).click()
      await expect(adding.getByText('Description is required')).toBeVisible()
      await expect(choice(adding, 'Assigned To').getByRole('option', { selected: true })).toHaveText('Unassigned')
      await expect(choice(adding, 'Due date').getByRole('option', { selected: true })).toHaveText('Tomorrow')
      await expect(choice(adding, 'Due time').getByRole('option', { selected: true })).toHaveText('2 PM')
      await expect(adding.getByRole('checkbox', { name: 'Completed' })).toHaveCount(0)
      await field(adding, 'Description').fill('Order tape')
      await adding.getByRole('button', { name: 'Create Task' }).click()
      await expect(toast(page)).toContainText('Shop task added successfully')
      await expect(adding).toBeHidden()

      // The select in its cell assigns and does not open the task.
      await choice(rowWith(page, 'Order tape'), "Assign 'Order tape' to").selectOption('Ana Ruiz')
      await expect(choice(rowWith(page, 'Order tape'), "Assign 'Order tape' to").getByRole('option', { selected: true })).toHaveText('Ana Ruiz')
      await expect(page.getByRole('dialog')).toHaveCount(0)

      await rowWith(page, 'Order tape').getByText('Order tape').click()
      const editing = dialogOf(page, 'Edit Shop Task')
      // A chat link to the assigned employee, if they have a phone.
      const chat = editing.getByRole('link', { name: 'WhatsApp' })
      await expect(chat).toHaveAttribute('href', 'https://wa.me/442079460958')
      await expect(chat).toHaveAttribute('target', '_blank')
      await expect(chat).toHaveAttribute('rel', 'noopener noreferrer')
      for (const nobody of ['Tom Becker', 'Unassigned']) {
        await choice(editing, 'Assigned To').selectOption(nobody)
        await expect(chat).toHaveCount(0)
      }
      await choice(editing, 'Assigned To').selectOption('Ana Ruiz')
      await expect(chat).toBeVisible()
      await field(editing, 'Description').fill('Order wide tape')
      await editing.getByRole('checkbox', { name: 'Completed' }).check()
      await editing.getByRole('button', { name: 'Update Task' }).click()
      await expect(toast(page)).toContainText('Shop task updated successfully')
      await expect(rowWith(page, 'Order wide tape')).toContainText('Task is completed')

      await rowWith(page, 'Of the order').getByText('Of the order').click()
      const ofOrder = dialogOf(page, 'Edit Order Task')
      // It says whose order it is about, and leads there.
      await expect(ofOrder.getByText('Tina Task')).toBeVisible()
      await ofOrder.getByRole('link', { name: 'Flow radio' }).click()
      const order = dialogOf(page, 'Edit Order')
      await expect(field(order, 'Device Details')).toHaveValue('Flow radio')
      await expect(ofOrder).toHaveCount(0)
      await order.getByRole('button', { name: 'Cancel' }).click()
      await rowWith(page, 'Of the order').getByText('Of the order').click()
      await field(ofOrder, 'Description').fill('Of this order')
      await ofOrder.getByRole('button', { name: 'Update Task' }).click()
      await expect(toast(page)).toContainText('Task updated successfully')

      // Ticked off in the list, and taken back.
      await page.getByRole('checkbox', { name: 'Completed: Of this order' }).check()
      await expect(rowWith(page, 'Of this order')).toContainText('Task is completed')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await toast(page).getByRole('button', { name: 'Undo' }).press('Enter')
      await expect(page.getByRole('checkbox', { name: 'Completed: Of this order' })).not.toBeChecked()

      await page.getByRole('searchbox').fill('tina this RADIO')
      await expect(rowWith(page, 'Order wide tape')).toHaveCount(0)
      await expect(rowWith(page, 'Of this order')).toBeVisible()
      await page.getByRole('searchbox').press('Escape')

      await rowWith(page, 'Order wide tape').getByText('Order wide tape').click()
      await editing.getByRole('button', { name: 'Delete' }).click()
      await editing.getByRole('button', { name: 'Yes' }).click()
      await expect(toast(page)).toContainText('Shop task deleted successfully')
      await expect(rowWith(page, 'Order wide tape')).toHaveCount(0)
      // Undo also works while the pointer holds the rows in place.
      await rowWith(page, 'Of this order').hover()
      await toast(page).getByRole('button', { name: 'Undo' }).press('Enter')
      await expect(rowWith(page, 'Order wide tape')).toBeVisible()

      await page.context().setOffline(false)
      await waitUntilSynced(page)
      // The list shows a change before it waits to be sent.
      await expect
        .poll(() => shop.api.pullAll('tasks'))
        .toEqual(
          expect.arrayContaining([
            expect.objectContaining({ description: 'Of this order', orderId }),
            expect.objectContaining({ description: 'Order wide tape', orderId: null, completed: true, assignedEmployeeId: shop.employeeIdByName['Ana Ruiz'] }),
          ]),
        )
    })
  }

  test('says what failed in the documented words and keeps what was typed', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    await addTasks(shop, { Stubborn: {} })
    const { page } = await newDevice(shop.person, { at: `/${shop.id}/tasks` })
    await expect(rowWith(page, 'Stubborn')).toBeVisible()
    await refuseWrites(page, outboxOf(shop.person.userId), 'UnknownError')
    await choice(rowWith(page, 'Stubborn'), "Assign 'Stubborn' to").selectOption('Ana Ruiz')
    await expect(toast(page)).toContainText('Failed to update task assignment')
    await expect(toast(page)).toContainText('Please try again.')
    await expect(choice(rowWith(page, 'Stubborn'), "Assign 'Stubborn' to").getByRole('option', { selected: true })).toHaveText('Unassigned')

    await page.getByRole('button', { name: 'Add Shop Task' }).click()
    await field(dialogOf(page, 'Add Shop Task'), 'Description').fill('Never stored')
    await page.keyboard.press('Control+Enter')
    await expect(toast(page)).toContainText('Failed to add shop task')
    await expect(field(dialogOf(page, 'Add Shop Task'), 'Description')).toHaveValue('Never stored')
    await page.keyboard.press('Escape')
    await dialogOf(page, 'Discard what you typed?').getByRole('button', { name: 'Discard' }).click()

    await rowWith(page, 'Stubborn').getByText('Stubborn').click()
    const editing = dialogOf(page, 'Edit Shop Task')
    await field(editing, 'Description').fill('Changed')
    await editing.getByRole('button', { name: 'Update Task' }).click()
    await expect(toast(page)).toContainText('Failed to update shop task')
    await editing.getByRole('button', { name: 'Delete' }).click()
    await editing.getByRole('button', { name: 'Yes' }).click()
    await expect(toast(page)).toContainText('Failed to delete shop task')
    await expect(editing).toBeVisible()
  })
})
