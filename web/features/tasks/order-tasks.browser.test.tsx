import { describe, expect, test } from 'vitest'
import { line, living, openOnlyOrder, orderDialog, section } from '#web/testing/order-sections.ts'
import { choice, dialogOf, expectCount, field, press, toast } from '#web/testing/screen.ts'
import { outboxOf, refuseWrites } from '#web/testing/storage-faults.ts'
import { createOp } from '#web/testing/shop-rows.ts'

const tasks = () => section('Order Tasks')

describe('Order Tasks', () => {
  test('are added with Enter, ticked, assigned, edited in a dialog of their own and deleted with a way back', async () => {
    const { shop, orderId } = await openOnlyOrder()
    const adding = tasks().getByRole('group', { name: 'Add a task' })
    await adding.getByRole('button', { name: 'Add Task' }).click()
    await expect.element(adding.getByText('Please fill in the task description')).toBeVisible()

    await field(adding, 'New task').fill('Order a fan')
    await expect.element(choice(adding, 'Assigned To').getByRole('option', { selected: true })).toHaveTextContent('Unassigned')
    await expect.element(choice(adding, 'Due date').getByRole('option', { selected: true })).toHaveTextContent('Tomorrow')
    await expect.element(choice(adding, 'Due time').getByRole('option', { selected: true })).toHaveTextContent('2 PM')
    await press('Enter', field(adding, 'New task'))
    await expect.element(toast()).toMatchTextContent('Task added successfully')
    await expect.element(field(adding, 'New task')).toHaveFocus()
    await expect.element(field(adding, 'New task')).toHaveValue('')
    await field(adding, 'New task').fill('Call the customer')
    await press('Enter', field(adding, 'New task'))
    await expectCount(tasks().getByRole('listitem'), 2)
    await expect.element(orderDialog()).toBeVisible()

    const fan = line(tasks(), 'Order a fan')
    await fan.getByRole('checkbox', { name: 'Completed: Order a fan' }).click()
    await expect.element(fan).toMatchTextContent('Task is completed')
    await choice(fan, "Assign 'Order a fan' to").selectOptions('Tom Becker')
    await expect
      .poll(() => living(shop, 'tasks'))
      .toContainEqual(
        expect.objectContaining({ description: 'Order a fan', orderId, completed: true, assignedEmployeeId: shop.employeeIdByName['Tom Becker'] }),
      )

    await fan.getByRole('button', { name: 'Order a fan' }).click()
    const dialog = dialogOf('Edit Order Task')
    await expect.element(dialog.getByRole('checkbox', { name: 'Completed' })).toBeChecked()
    await field(dialog, 'Description').fill('')
    await dialog.getByRole('button', { name: 'Update Task' }).click()
    await expect.element(dialog.getByText('Please fill in the task description')).toBeVisible()
    await field(dialog, 'Description').fill('Order two fans')
    await choice(dialog, 'Due date').selectOptions('No due date')
    await dialog.getByRole('checkbox', { name: 'Completed' }).click()
    await dialog.getByRole('button', { name: 'Update Task' }).click()
    await expect.element(toast()).toMatchTextContent('Task updated successfully')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(line(tasks(), 'Order two fans')).toMatchTextContent('No due date')

    await line(tasks(), 'Order two fans').getByRole('button', { name: 'Order two fans' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('group', { name: 'Delete this task?' }).getByRole('button', { name: 'Yes' }).click()
    await expect.element(toast()).toMatchTextContent('Task deleted successfully')
    await expectCount(tasks().getByRole('listitem'), 1)
    await toast().getByRole('button', { name: 'Undo' }).click()
    await expect.element(line(tasks(), 'Order two fans')).toBeVisible()
    await expect.element(orderDialog()).toBeVisible()
  })

  test('go back and say so when a tick or an assignment cannot be kept', async () => {
    const { shop, orderId, app } = await openOnlyOrder()
    await app.writeAsOther([createOp('tasks', { orderId, description: 'Solder' })])
    const task = line(tasks(), 'Solder')
    await expect.element(task).toMatchTextContent('No due date')
    refuseWrites(outboxOf(shop.person.userId), 'UnknownError')
    await choice(task, "Assign 'Solder' to").selectOptions('Ana Ruiz')
    await expect.element(toast()).toMatchTextContent('Failed to update task assignment')
    await expect.element(toast()).toMatchTextContent('Please try again.')
    await expect.element(choice(task, "Assign 'Solder' to").getByRole('option', { selected: true })).toHaveTextContent('Unassigned')
    await task.getByRole('checkbox').click()
    await expect.element(toast()).toMatchTextContent(/Failed to update task(?! assignment)/)
    await expect.element(task.getByRole('checkbox')).not.toBeChecked()
    await field(tasks(), 'New task').fill('Weld')
    await press('Enter', field(tasks(), 'New task'))
    await expect.element(toast()).toMatchTextContent('Failed to add task')
    await expect.element(field(tasks(), 'New task')).toHaveValue('Weld')
    await task.getByRole('button', { name: 'Solder', exact: true }).click()
    const dialog = dialogOf('Edit Order Task')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await expect.element(toast()).toMatchTextContent('Failed to delete task')
    await expect.element(dialog).toBeVisible()
  })
})
