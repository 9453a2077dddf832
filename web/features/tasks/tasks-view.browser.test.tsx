import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderShop } from '#web/testing/render-shop.tsx'
import {
  bodyRows,
  choice,
  dialogOf,
  expectCount,
  expectTexts,
  expectTextsContaining,
  field,
  press,
  rowWith,
  showDayFields,
  toast,
  waitUntilSynced,
} from '#web/testing/screen.ts'
import { outboxOf, refuseWrites } from '#web/testing/storage-faults.ts'
import { makeShop, type TestShop } from '#web/testing/shop-server.ts'
import { addCustomer, addOrder, createOp } from '#web/testing/shop-rows.ts'

const table = () => page.getByRole('grid', { name: 'Tasks' })
const firstCells = () => bodyRows(table()).css('td:nth-child(4)')

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

describe('the tasks view', () => {
  test('has the documented columns and cells, sorts by due date both ways, and pages', async () => {
    const shop = makeShop()
    const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Tessa Task' }), itemDetails: 'Task radio', status: 'In the Lab' })
    await addTasks(shop, {
      'Late one': { orderId, due: '2031-06-10T14:00', assignedEmployeeId: shop.employeeIdByName['Ana Ruiz'] },
      'Early one': { due: '2031-06-01T09:00' },
      Whenever: {},
      'Done one': { due: '2031-05-01T09:00', completed: true },
    })
    const app = await renderShop({ shop, at: `/${shop.id}/tasks` })
    await expectTexts(table().getByRole('columnheader'), ['Customer', 'Item', 'Status', 'Task', 'Assign To', 'Due By'])
    await expectTextsContaining(firstCells(), ['Early one', 'Late one', 'Whenever', 'Done one'])
    const cells = (task: string) => rowWith(task).getByRole('gridcell')
    await expectTextsContaining(cells('Late one'), ['Tessa Task', 'Task radio', 'In the Lab', 'Late one', 'Ana Ruiz', 'Jun 10, 2031, 2:00 PM'])
    await expect.element(cells('Early one').first()).toHaveTextContent('Shop Task')
    await expect.element(cells('Early one').nth(4).getByRole('option', { selected: true })).toHaveTextContent('Unassigned')
    await expect.element(cells('Whenever').last()).toHaveTextContent('No due date')
    await expect.element(cells('Done one').last()).toHaveTextContent('Task is completed')
    await page.getByRole('button', { name: /^Due By/ }).click()
    await expectTextsContaining(firstCells(), ['Late one', 'Early one', 'Whenever', 'Done one'])
    await expect.element(page.getByText('Showing 1-4 of 4 entries')).toBeVisible()

    await addTasks(shop, Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`Many ${index}`, {}])))
    await app.reload()
    await expect.element(page.getByText('Showing 1-20 of 24 entries')).toBeVisible()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.element(page.getByText('Showing 21-24 of 24 entries')).toBeVisible()
    await expect.element(page.getByText('Page 2 of 2')).toBeVisible()
  })

  test('filters by words, assignee and due day, and says when there is nothing', async () => {
    const shop = makeShop()
    await renderShop({ shop, at: `/${shop.id}/tasks` })
    await expect.element(page.getByText('No tasks found for this shop.')).toBeVisible()
    await addTasks(shop, {
      'Sweep the floor': { due: '2031-06-01T23:30', assignedEmployeeId: shop.employeeIdByName['Tom Becker'] },
      'Count the till': { due: '2031-06-02T00:30' },
      'Buy solder': {},
    })
    await expectCount(firstCells(), 3)
    await page.getByRole('searchbox').fill('becker')
    await expectTextsContaining(firstCells(), ['Sweep the floor'])
    await expect.element(page.getByText('Showing Filtered Results')).toBeVisible()
    await page.getByRole('searchbox').fill('SOLDER')
    await expectTextsContaining(firstCells(), ['Buy solder'])
    await page.getByRole('searchbox').fill('nothing like it')
    await expect.element(page.getByText('No tasks match your search criteria.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear Filters' }).first().click()
    await expectCount(firstCells(), 3)
    await choice(page, 'Assigned To').selectOptions('Tom Becker')
    await expectTextsContaining(firstCells(), ['Sweep the floor'])
    await choice(page, 'Assigned To').selectOptions('Unassigned')
    await expectTextsContaining(firstCells(), ['Count the till', 'Buy solder'])
    await choice(page, 'Assigned To').selectOptions('All')
    // Filters by due day in the local time zone, both ends included; a task without a due date matches none.
    await showDayFields('Due')
    await page.getByLabelText('From').fill('2031-06-01')
    await page.getByLabelText('To', { exact: true }).fill('2031-06-01')
    await expectTextsContaining(firstCells(), ['Sweep the floor'])
    await expectCount(firstCells(), 1)
    await page.getByLabelText('To', { exact: true }).fill('2031-06-02')
    await expectCount(firstCells(), 2)
  })

  for (const network of ['with a network', 'without one'] as const) {
    test(`adds, assigns, edits, completes and deletes ${network}`, async () => {
      const shop = makeShop({ employees: [{ name: 'Ana Ruiz', countryCode: '+44', phone: '2079460958' }, 'Tom Becker'] })
      const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Tina Task' }), itemDetails: 'Flow radio' })
      await addTasks(shop, { 'Of the order': { orderId } })
      const app = await renderShop({ shop, at: `/${shop.id}/tasks` })
      await expect.element(rowWith('Of the order')).toBeVisible()
      await waitUntilSynced()
      if (network === 'without one') app.goOffline()

      await page.getByRole('button', { name: 'Add Shop Task' }).click()
      const adding = dialogOf('Add Shop Task')
      await adding.getByRole('button', { name: 'Create Task' }).click()
      await expect.element(adding.getByText('Description is required')).toBeVisible()
      await expect.element(choice(adding, 'Assigned To').getByRole('option', { selected: true })).toHaveTextContent('Unassigned')
      await expect.element(choice(adding, 'Due date').getByRole('option', { selected: true })).toHaveTextContent('Tomorrow')
      await expect.element(choice(adding, 'Due time').getByRole('option', { selected: true })).toHaveTextContent('2 PM')
      await expect.element(adding.getByRole('checkbox', { name: 'Completed' })).not.toBeInTheDocument()
      await field(adding, 'Description').fill('Order tape')
      await adding.getByRole('button', { name: 'Create Task' }).click()
      await expect.element(toast()).toMatchTextContent('Shop task added successfully')
      await expect.element(adding).not.toBeInTheDocument()

      await choice(rowWith('Order tape'), "Assign 'Order tape' to").selectOptions('Ana Ruiz')
      await expect.element(choice(rowWith('Order tape'), "Assign 'Order tape' to").getByRole('option', { selected: true })).toHaveTextContent('Ana Ruiz')
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()

      await rowWith('Order tape').getByText('Order tape').click()
      const editing = dialogOf('Edit Shop Task')
      const chat = editing.getByRole('link', { name: 'WhatsApp' })
      await expect.element(chat).toHaveAttribute('href', 'https://wa.me/442079460958')
      await expect.element(chat).toHaveAttribute('target', '_blank')
      await expect.element(chat).toHaveAttribute('rel', 'noopener noreferrer')
      for (const nobody of ['Tom Becker', 'Unassigned']) {
        await choice(editing, 'Assigned To').selectOptions(nobody)
        await expect.element(chat).not.toBeInTheDocument()
      }
      await choice(editing, 'Assigned To').selectOptions('Ana Ruiz')
      await expect.element(chat).toBeVisible()
      await field(editing, 'Description').fill('Order wide tape')
      await editing.getByRole('checkbox', { name: 'Completed' }).click()
      await editing.getByRole('button', { name: 'Update Task' }).click()
      await expect.element(toast()).toMatchTextContent('Shop task updated successfully')
      await expect.element(rowWith('Order wide tape')).toMatchTextContent('Task is completed')

      await rowWith('Of the order').getByText('Of the order').click()
      const ofOrder = dialogOf('Edit Order Task')
      await expect.element(ofOrder.getByText('Tina Task')).toBeVisible()
      await ofOrder.getByRole('link', { name: 'Flow radio' }).click()
      const order = dialogOf('Edit Order')
      await expect.element(field(order, 'Device Details')).toHaveValue('Flow radio')
      await expect.element(ofOrder).not.toBeInTheDocument()
      await order.getByRole('button', { name: 'Cancel' }).click()
      await rowWith('Of the order').getByText('Of the order').click()
      await field(ofOrder, 'Description').fill('Of this order')
      await ofOrder.getByRole('button', { name: 'Update Task' }).click()
      await expect.element(toast()).toMatchTextContent('Task updated successfully')

      await page.getByRole('checkbox', { name: 'Completed: Of this order' }).click()
      await expect.element(rowWith('Of this order')).toMatchTextContent('Task is completed')
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
      await press('Enter', toast().getByRole('button', { name: 'Undo' }))
      await expect.element(page.getByRole('checkbox', { name: 'Completed: Of this order' })).not.toBeChecked()

      await page.getByRole('searchbox').fill('tina this RADIO')
      await expect.element(rowWith('Order wide tape')).not.toBeInTheDocument()
      await expect.element(rowWith('Of this order')).toBeVisible()
      await press('Escape', page.getByRole('searchbox'))

      await rowWith('Order wide tape').getByText('Order wide tape').click()
      await editing.getByRole('button', { name: 'Delete' }).click()
      await editing.getByRole('button', { name: 'Yes' }).click()
      await expect.element(toast()).toMatchTextContent('Shop task deleted successfully')
      await expect.element(rowWith('Order wide tape')).not.toBeInTheDocument()
      // Undo works while the pointer keeps rows in place.
      await rowWith('Of this order').hover()
      await press('Enter', toast().getByRole('button', { name: 'Undo' }))
      await expect.element(rowWith('Order wide tape')).toBeVisible()

      await app.goOnline()
      await waitUntilSynced()
      // The list shows the change before it reaches the server.
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

  test('says what failed in the documented words and keeps what was typed', async () => {
    const shop = makeShop()
    await addTasks(shop, { Stubborn: {} })
    await renderShop({ shop, at: `/${shop.id}/tasks` })
    await expect.element(rowWith('Stubborn')).toBeVisible()
    refuseWrites(outboxOf(shop.person.userId), 'UnknownError')
    await choice(rowWith('Stubborn'), "Assign 'Stubborn' to").selectOptions('Ana Ruiz')
    await expect.element(toast()).toMatchTextContent('Failed to update task assignment')
    await expect.element(toast()).toMatchTextContent('Please try again.')
    await expect.element(choice(rowWith('Stubborn'), "Assign 'Stubborn' to").getByRole('option', { selected: true })).toHaveTextContent('Unassigned')

    await page.getByRole('button', { name: 'Add Shop Task' }).click()
    await field(dialogOf('Add Shop Task'), 'Description').fill('Never stored')
    await press('Control+Enter')
    await expect.element(toast()).toMatchTextContent('Failed to add shop task')
    await expect.element(field(dialogOf('Add Shop Task'), 'Description')).toHaveValue('Never stored')
    await press('Escape')
    await dialogOf('Discard what you typed?').getByRole('button', { name: 'Discard' }).click()

    await rowWith('Stubborn').getByText('Stubborn').click()
    const editing = dialogOf('Edit Shop Task')
    await field(editing, 'Description').fill('Changed')
    await editing.getByRole('button', { name: 'Update Task' }).click()
    await expect.element(toast()).toMatchTextContent('Failed to update shop task')
    await editing.getByRole('button', { name: 'Delete' }).click()
    await editing.getByRole('button', { name: 'Yes' }).click()
    await expect.element(toast()).toMatchTextContent('Failed to delete shop task')
    await expect.element(editing).toBeVisible()
  })
})
