import type { Locator, Page } from '@playwright/test'
import { v5 } from 'uuid'
import { isTombstone } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { createOp } from '#scripts/process-tests/api-client.ts'
import {
  choice,
  chooseFlow,
  closeChecklist,
  expect,
  field,
  readRawDatabases,
  rowWith,
  readServerMark,
  test,
  toast,
  type TestShop,
} from '../harness/fixtures.ts'
import { outboxOf, refuseWrites, rowsOf } from '../harness/raw-storage.ts'
import { addCustomer, addOrder, changeOrder } from '../harness/rows.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const orderDialog = (page: Page) => dialogOf(page, 'Edit Order')
const section = (page: Page, name: string) => orderDialog(page).getByRole('region', { name, exact: true })
const line = (within: Locator, text: string) => within.getByRole('listitem').filter({ hasText: text })
const question = (page: Page) => dialogOf(page, 'Discard what you typed?')

async function openOrder(page: Page, shop: TestShop, orderId: string): Promise<void> {
  await page.goto(`${shop.path}/order/${orderId}`)
  await expect(orderDialog(page).getByRole('heading', { name: 'Order Status History' })).toBeVisible()
}

/** Opens an order, of a shop that only this test uses, on a device. */
async function setUp(
  makeShop: (options?: { checklist?: string[] }) => Promise<TestShop>,
  newDevice: (person: TestShop['person']) => Promise<{ page: Page }>,
  options?: { checklist?: string[] },
) {
  const shop = await makeShop(options)
  const orderId = await addOrder(shop, { customerId: await addCustomer(shop, { name: 'Selma Section' }), itemDetails: 'Section radio' })
  const { page } = await newDevice(shop.person)
  await rowWith(page, 'Section radio').click()
  await expect(orderDialog(page).getByRole('heading', { name: 'Order Status History' })).toBeVisible()
  return { shop, orderId, page }
}

/** Runs in one task of the page, before anything can be stored. */
function pressEnterTwiceAndType(input: Element, text: string): void {
  if (!(input instanceof HTMLInputElement)) throw new Error('not an input')
  for (let count = 0; count < 2; count++) input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  input.setRangeText(text, 0, input.value.length, 'end')
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

const living = async (shop: TestShop, collection: CollectionName): Promise<Record<string, unknown>[]> =>
  (await shop.api.pullAll(collection)).filter((row) => !isTombstone(row))

test.describe('Order Tasks', () => {
  test('are added with Enter, ticked, assigned, edited in a dialog of their own and deleted with a way back', async ({ makeShop, newDevice }) => {
    const { shop, orderId, page } = await setUp(makeShop, newDevice)
    const tasks = section(page, 'Order Tasks')
    const adding = tasks.getByRole('group', { name: 'Add a task' })
    await adding.getByRole('button', { name: 'Add Task' }).click()
    await expect(adding.getByText('Please fill in the task description')).toBeVisible()

    await field(adding, 'New task').fill('Order a fan')
    await expect(choice(adding, 'Assigned To').getByRole('option', { selected: true })).toHaveText('Unassigned')
    await expect(choice(adding, 'Due date').getByRole('option', { selected: true })).toHaveText('Tomorrow')
    await expect(choice(adding, 'Due time').getByRole('option', { selected: true })).toHaveText('2 PM')
    await field(adding, 'New task').press('Enter')
    await expect(toast(page)).toContainText('Task added successfully')
    await expect(field(adding, 'New task')).toBeFocused()
    await expect(field(adding, 'New task')).toHaveValue('')
    await field(adding, 'New task').fill('Call the customer')
    await field(adding, 'New task').press('Enter')
    await expect(tasks.getByRole('listitem')).toHaveCount(2)
    await expect(orderDialog(page)).toBeVisible()

    const fan = line(tasks, 'Order a fan')
    await fan.getByRole('checkbox', { name: 'Completed: Order a fan' }).check()
    await expect(fan).toContainText('Task is completed')
    await choice(fan, "Assign 'Order a fan' to").selectOption('Tom Becker')
    await expect
      .poll(() => living(shop, 'tasks'))
      .toContainEqual(
        expect.objectContaining({ description: 'Order a fan', orderId, completed: true, assignedEmployeeId: shop.employeeIdByName['Tom Becker'] }),
      )

    await fan.getByRole('button', { name: 'Order a fan' }).click()
    const dialog = dialogOf(page, 'Edit Order Task')
    await expect(dialog.getByRole('checkbox', { name: 'Completed' })).toBeChecked()
    await field(dialog, 'Description').fill('')
    await dialog.getByRole('button', { name: 'Update Task' }).click()
    await expect(dialog.getByText('Please fill in the task description')).toBeVisible()
    await field(dialog, 'Description').fill('Order two fans')
    await choice(dialog, 'Due date').selectOption('No due date')
    await dialog.getByRole('checkbox', { name: 'Completed' }).uncheck()
    await dialog.getByRole('button', { name: 'Update Task' }).click()
    await expect(toast(page)).toContainText('Task updated successfully')
    await expect(dialog).toBeHidden()
    await expect(line(tasks, 'Order two fans')).toContainText('No due date')

    await line(tasks, 'Order two fans').getByRole('button', { name: 'Order two fans' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('group', { name: 'Delete this task?' }).getByRole('button', { name: 'Yes' }).click()
    await expect(toast(page)).toContainText('Task deleted successfully')
    await expect(tasks.getByRole('listitem')).toHaveCount(1)
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await expect(line(tasks, 'Order two fans')).toBeVisible()
    await expect(orderDialog(page)).toBeVisible()
  })

  test('go back and say so when a tick or an assignment cannot be kept', async ({ makeShop, newDevice }) => {
    const { shop, orderId, page } = await setUp(makeShop, newDevice)
    await shop.api.write(shop.id, [createOp('tasks', { orderId, description: 'Solder' })])
    const task = line(section(page, 'Order Tasks'), 'Solder')
    await expect(task).toContainText('No due date')
    await refuseWrites(page, outboxOf(shop.person.userId), 'UnknownError')
    await choice(task, "Assign 'Solder' to").selectOption('Ana Ruiz')
    await expect(toast(page)).toContainText('Failed to update task assignment')
    await expect(toast(page)).toContainText('Please try again.')
    await expect(choice(task, "Assign 'Solder' to").getByRole('option', { selected: true })).toHaveText('Unassigned')
    await task.getByRole('checkbox').click()
    await expect(toast(page)).toContainText('Failed to update task')
    await expect(task.getByRole('checkbox')).not.toBeChecked()
    await field(section(page, 'Order Tasks'), 'New task').fill('Weld')
    await field(section(page, 'Order Tasks'), 'New task').press('Enter')
    await expect(toast(page)).toContainText('Failed to add task')
    await expect(field(section(page, 'Order Tasks'), 'New task')).toHaveValue('Weld')
    await task.getByRole('button', { name: 'Solder', exact: true }).click()
    const dialog = dialogOf(page, 'Edit Order Task')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await expect(toast(page)).toContainText('Failed to delete task')
    await expect(dialog).toBeVisible()
  })
})

const money = [
  {
    kind: 'payment',
    Noun: 'Payment',
    title: 'Order Payments',
    collection: 'payments',
    amount: 'paymentAmount',
    text: 'paymentText',
    sign: '',
    missing: 'Please enter a payment amount',
    invalid: 'Please enter a valid positive number for payment amount',
    done: ['Payment added successfully', 'Payment updated successfully', 'Payment deleted successfully'],
    failed: ['Failed to add payment', 'Failed to update payment', 'Failed to delete payment'],
  },
  {
    kind: 'cost',
    Noun: 'Cost',
    title: 'Order Costs',
    collection: 'costs',
    amount: 'costAmount',
    text: 'costText',
    sign: '-',
    missing: 'Please enter a cost amount',
    invalid: 'Please enter a valid positive number for cost amount',
    done: ['Cost added successfully', 'Cost updated successfully', 'Cost deleted successfully'],
    failed: ['Failed to add cost', 'Failed to update cost', 'Failed to delete cost'],
  },
] as const

for (const { kind, Noun, title, collection, amount, text, sign, missing, invalid, done, failed } of money) {
  const [added, updated, deleted] = done
  const [addFailed, updateFailed, deleteFailed] = failed
  test(`${title} are added, edited in their line, summed up, and deleted with a way back`, async ({ makeShop, newDevice }) => {
    const { shop, orderId, page } = await setUp(makeShop, newDevice)
    const lines = section(page, title)
    await lines.getByRole('button', { name: `Add ${Noun}` }).click()
    const adding = lines.getByRole('group', { name: `Add ${Noun}` })
    await expect(field(adding, 'Amount')).toBeFocused()
    await field(adding, 'Amount').press('Enter')
    await expect(adding.getByText(missing)).toBeVisible()
    for (const wrong of ['0', '-5', 'ten', '1.234']) {
      await field(adding, 'Amount').fill(wrong)
      await expect(adding.getByText(invalid)).toBeVisible()
    }

    // PAY-03, PAY-04: the first decimal point chooses After tax; a later choice of the person stays.
    await field(adding, 'Amount').fill('')
    await adding.getByText('Before tax').click()
    await field(adding, 'Amount').pressSequentially('100')
    await expect(adding.getByRole('radio', { name: 'Before tax' })).toBeChecked()
    await field(adding, 'Amount').pressSequentially('.5')
    await expect(adding.getByRole('radio', { name: 'After tax' })).toBeChecked()
    await expect(adding.locator('[data-highlighted]')).toHaveCount(1)
    await expect(adding.locator('[data-highlighted]')).toHaveCount(0)
    await adding.getByText('Before tax').click()
    await field(adding, 'Amount').pressSequentially('0')
    await expect(adding.getByRole('radio', { name: 'Before tax' })).toBeChecked()
    await field(adding, 'Description').fill('In cash')
    await field(adding, 'Description').press('Enter')
    await expect(toast(page)).toContainText(added)
    await expect(line(lines, 'In cash')).toContainText(`${sign}$100.50`)
    await expect(line(lines, 'In cash')).toContainText('Before tax')
    await expect(lines.getByRole('button', { name: `Add ${Noun}` })).toBeFocused()

    await page.keyboard.press('Enter')
    await field(adding, 'Amount').fill('1000')
    await adding.getByText('After tax', { exact: true }).click()
    await adding.getByRole('button', { name: `Add ${Noun}` }).click()
    await expect(lines.getByRole('heading')).toContainText(`${sign}$1,100.50`)

    await lines.getByRole('button', { name: `Edit ${kind} ${sign}$100.50` }).click()
    const editing = lines.getByRole('group', { name: 'Save' })
    await expect(field(editing, 'Amount')).toHaveValue('100.50')
    await field(editing, 'Amount').fill('80')
    await editing.getByRole('button', { name: 'Cancel' }).click()
    await editing.getByRole('button', { name: 'Discard' }).click()
    await expect(lines.getByRole('heading')).toContainText(`${sign}$1,100.50`)
    const edit = lines.getByRole('button', { name: `Edit ${kind} ${sign}$100.50` })
    await expect(edit).toBeFocused()
    await edit.press('Enter')
    await field(editing, 'Amount').fill('80')
    await field(editing, 'Date').fill('2026-03-04T10:30')
    await editing.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page)).toContainText(updated)
    await expect(lines.getByRole('heading')).toContainText(`${sign}$1,080.00`)
    await expect(line(lines, 'In cash')).toContainText('Mar 4, 2026')

    await lines.getByRole('button', { name: `Delete ${kind} ${sign}$1,000.00` }).click()
    await expect(toast(page)).toContainText(deleted)
    await expect(lines.getByRole('heading')).toContainText(`${sign}$80.00`)
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await expect(lines.getByRole('heading')).toContainText(`${sign}$1,080.00`)

    const expected = [
      expect.objectContaining({ orderId, [amount]: 80, [text]: 'In cash', afterTax: false, createdAt: new Date('2026-03-04T10:30').toISOString() }),
      expect.objectContaining({ orderId, [amount]: 1000, [text]: null, afterTax: true }),
    ]
    await expect.poll(async () => (await living(shop, collection)).toSorted((one, other) => Number(one[amount]) - Number(other[amount]))).toEqual(expected)

    // Deleted elsewhere while it is being edited: what was typed stays, to be copied.
    await lines.getByRole('button', { name: `Edit ${kind} ${sign}$1,000.00` }).click()
    await field(editing, 'Amount').fill('900')
    const gone = (await living(shop, collection)).find((row) => row[amount] === 1000)
    await shop.api.write(shop.id, [{ action: 'delete', collection, id: String(gone?.['id']) }])
    await expect(editing.getByRole('alert')).toContainText(`This ${kind} was deleted in the meantime. What you typed stays here so that you can copy it.`)
    await expect(field(editing, 'Amount')).toHaveValue('900')
    await expect(editing.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await editing.getByRole('button', { name: 'Cancel' }).click()
    await editing.getByRole('button', { name: 'Discard' }).click()
    await expect(lines.getByRole('listitem')).toHaveCount(1)

    await refuseWrites(page, outboxOf(shop.person.userId), 'UnknownError')
    await lines.getByRole('button', { name: `Delete ${kind} ${sign}$80.00` }).click()
    await expect(toast(page)).toContainText(deleteFailed)
    await lines.getByRole('button', { name: `Edit ${kind} ${sign}$80.00` }).click()
    await field(editing, 'Amount').fill('81')
    await field(editing, 'Amount').press('Enter')
    await expect(toast(page)).toContainText(updateFailed)
    await expect(field(editing, 'Amount')).toHaveValue('81')
    await editing.getByRole('button', { name: 'Cancel' }).click()
    await editing.getByRole('button', { name: 'Discard' }).click()
    await lines.getByRole('button', { name: `Add ${Noun}` }).click()
    await field(adding, 'Amount').fill('7')
    await field(adding, 'Amount').press('Enter')
    await expect(toast(page)).toContainText(addFailed)
    await expect(field(adding, 'Amount')).toHaveValue('7')
  })
}

test.describe('a line that is being typed', () => {
  test('is stored with the order, as its button says, with the amount as it was typed', async ({ makeShop, newDevice }) => {
    const { page } = await setUp(makeShop, newDevice)
    const payments = section(page, 'Order Payments')
    await payments.getByRole('button', { name: 'Add Payment' }).click()
    const adding = payments.getByRole('group', { name: 'Add Payment' })
    const afterTax = adding.getByRole('radio', { name: 'After tax' })
    // Correcting 31.5 to 31 chooses Before tax again; the person's own choice stays.
    await field(adding, 'Amount').pressSequentially('31.5')
    await expect(afterTax).toBeChecked()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await expect(afterTax).not.toBeChecked()
    await adding.getByText('After tax', { exact: true }).click()
    await field(adding, 'Amount').fill('$1,077.50')
    await field(adding, 'Amount').fill('$1,077')
    await expect(afterTax).toBeChecked()
    await orderDialog(page).getByRole('button', { name: 'Add $1,077.00 and save' }).click()
    await expect(orderDialog(page)).toBeHidden()
    await rowWith(page, 'Section radio').click()
    await expect(section(page, 'Order Payments').getByText('$1,077.00').first()).toBeVisible()
  })

  test('keeps Enter and Esc to itself, stops saving the order, and closing asks for it too', async ({ makeShop, newDevice }) => {
    const { page } = await setUp(makeShop, newDevice)
    const payments = section(page, 'Order Payments')
    const adding = payments.getByRole('group', { name: 'Add Payment' })
    // Esc in a line where nothing is typed leaves the line, not the order.
    await payments.getByRole('button', { name: 'Add Payment' }).click()
    await page.keyboard.press('Escape')
    await expect(adding).toBeHidden()
    await expect(payments.getByRole('button', { name: 'Add Payment' })).toBeFocused()

    await page.keyboard.press('Enter')
    await page.keyboard.type('42')
    await page.keyboard.press('Escape')
    await expect(adding.getByText('Discard what you typed?')).toBeVisible()
    await expect(adding.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(field(adding, 'Amount')).toBeFocused()
    await expect(field(adding, 'Amount')).toHaveValue('42')

    const text = orderDialog(page).getByText('Save or cancel the line that you are typing first.')
    await field(adding, 'Amount').fill('42x3')
    await orderDialog(page).getByRole('button', { name: 'Save Changes' }).click()
    await expect(text).toBeVisible()
    const problem = adding.getByText('Please enter a valid positive number for payment amount')
    await expect(problem).toBeVisible()
    await field(adding, 'Amount').fill('42')
    await expect(problem).toBeHidden()
    for (const close of [() => orderDialog(page).getByRole('button', { name: 'Close' }).click(), () => page.goBack()]) {
      await close()
      await question(page).getByRole('button', { name: 'Keep editing' }).click()
      await expect(field(adding, 'Amount')).toHaveValue('42')
    }
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await expect(adding.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(field(adding, 'Amount')).toHaveValue('42')
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await adding.getByRole('button', { name: 'Discard' }).click()
    await expect(adding).toBeHidden()
    await expect(text).toBeHidden()

    const tasks = section(page, 'Order Tasks')
    const task = field(tasks, 'New task')
    for (const leave of [() => page.keyboard.press('Escape'), () => tasks.getByRole('button', { name: 'Cancel' }).click()]) {
      await task.fill('Half a task')
      await leave()
      await expect(tasks.getByRole('button', { name: 'Keep editing' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(task).toHaveValue('Half a task')
      await expect(task).toBeFocused()
      await leave()
      await tasks.getByRole('button', { name: 'Discard' }).click()
      await expect(task).toHaveValue('')
    }
    await task.press('Escape')
    await expect(orderDialog(page)).toBeHidden()
  })

  test('is added once however often Enter is pressed, and what is typed before that is stored begins the next one', async ({ makeShop, newDevice }) => {
    const { shop, page } = await setUp(makeShop, newDevice)
    const task = field(section(page, 'Order Tasks'), 'New task')
    await task.fill('Order a fan')
    await task.evaluate(pressEnterTwiceAndType, 'Call the')
    await expect(line(section(page, 'Order Tasks'), 'Order a fan')).toBeVisible()
    await expect(toast(page)).toContainText('Task added successfully')
    await expect(task).toHaveValue('Call the')
    await expect(task).toBeInViewport({ ratio: 1 })
    await page.keyboard.type(' customer')
    await expect.poll(async () => JSON.stringify(await readRawDatabases(page))).toContain('Call the customer')
    await page.reload()
    await expect(task).toHaveValue('Call the customer')
    await task.press('Enter')
    await expect(task).toHaveValue('')
    await expect(section(page, 'Order Tasks').getByRole('listitem')).toHaveCount(2)

    const payments = section(page, 'Order Payments')
    await payments.getByRole('button', { name: 'Add Payment' }).click()
    await field(payments, 'Amount').fill('42')
    await field(payments, 'Amount').evaluate(pressEnterTwiceAndType, '43')
    await expect(payments.getByRole('button', { name: 'Add Payment' })).toBeFocused()
    await expect
      .poll(async () => new Set((await living(shop, 'tasks')).map(({ description }) => description)))
      .toEqual(new Set(['Order a fan', 'Call the customer']))
    await expect.poll(async () => (await living(shop, 'payments')).map(({ paymentAmount }) => paymentAmount)).toEqual([42])
    await expect(payments.getByRole('listitem')).toHaveCount(1)
  })

  test('comes back after a reload, and is gone once it is discarded', async ({ makeShop, newDevice }) => {
    const { shop, orderId, page } = await setUp(makeShop, newDevice)
    await shop.api.write(shop.id, [createOp('costs', { orderId, costAmount: 30, costText: 'Fan', afterTax: false })])
    const [tasks, payments, costs] = [section(page, 'Order Tasks'), section(page, 'Order Payments'), section(page, 'Order Costs')]
    await field(tasks, 'New task').fill('Half a task')
    await payments.getByRole('button', { name: 'Add Payment' }).click()
    await field(payments, 'Amount').fill('42')
    await costs.getByRole('button', { name: 'Edit cost -$30.00' }).click()
    await field(costs, 'Description').fill('Two fans')
    await expect.poll(async () => JSON.stringify(await readRawDatabases(page))).toContain('Two fans')
    await page.reload()
    await expect(field(tasks, 'New task')).toHaveValue('Half a task')
    await expect(field(payments, 'Amount')).toHaveValue('42')
    await expect(field(costs, 'Description')).toHaveValue('Two fans')
    // What was discarded is not in the next line.
    await field(payments, 'Amount').press('Escape')
    await payments.getByRole('button', { name: 'Discard' }).click()
    await payments.getByRole('button', { name: 'Add Payment' }).click()
    await expect(field(payments, 'Amount')).toHaveValue('')
    await orderDialog(page).getByRole('button', { name: 'Close' }).click()
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await expect(orderDialog(page)).toBeHidden()
    await expect.poll(async () => (await readRawDatabases(page))[`mainspring-device-${shop.person.userId}`]?.['drafts']).toEqual([])
    await openOrder(page, shop, orderId)
    await expect(field(tasks, 'New task')).toHaveValue('')
    await expect(payments.getByRole('group')).toHaveCount(0)
    await expect(line(costs, 'Fan')).toContainText('-$30.00')
  })
})

test.describe('Drop off Checklist', () => {
  test('ticks at once, counts, joins the ticks of two devices, and takes a tick back that cannot be kept', async ({ makeShop, newDevice }) => {
    const { shop, orderId, page } = await setUp(makeShop, newDevice, { checklist: ['Charger', 'SIM card', 'Case'] })
    const checklist = section(page, 'Drop off Checklist')
    await expect(checklist).toContainText('0 of 3 items selected')
    await checklist.getByRole('checkbox', { name: 'Charger' }).check()
    await expect(checklist).toContainText('1 of 3 items selected')
    const itemId = (await living(shop, 'checklist_items')).find(({ name }) => name === 'Case')?.['id'] as string
    await shop.api.write(shop.id, [createOp('checklist_selections', { orderId, dropoffChecklistId: itemId }, v5(itemId, orderId))])
    await expect(checklist.getByRole('checkbox', { name: 'Case' })).toBeChecked()
    await expect(checklist).toContainText('2 of 3 items selected')
    // Stored on the server before the next step, so that its position there tells when all of that one has arrived.
    const chargerSeq = async () => Number((await living(shop, 'checklist_selections')).find((row) => row['dropoffChecklistId'] !== itemId)?.['seq'] ?? 0)
    await expect.poll(chargerSeq).toBeGreaterThan(0)
    const firstSeq = await chargerSeq()
    // Unticked and ticked again.
    for (const isTicked of [false, true]) await checklist.getByRole('checkbox', { name: 'Charger' }).setChecked(isTicked)
    await expect(checklist).toContainText('2 of 3 items selected')
    await expect.poll(chargerSeq).toBeGreaterThan(firstSeq)

    await refuseWrites(page, rowsOf('checklist_selections'), 'UnknownError')
    await checklist.getByRole('checkbox', { name: 'SIM card' }).click()
    await expect(toast(page)).toContainText('Failed to save checklist selections')
    await expect(checklist.getByRole('checkbox', { name: 'SIM card' })).not.toBeChecked()
    await expect(checklist).toContainText('2 of 3 items selected')
  })

  test('follows a new order, an order made with its customer, and the guided flow', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ checklist: ['Charger', 'SIM card'] })
    const { page } = await newDevice(shop.person)
    const checklist = dialogOf(page, 'Drop off Checklist')
    await chooseFlow(page, 'Create Customer')
    const first = dialogOf(page, 'Step 1: Add New Customer')
    await expect(first.getByText("After creating the customer, you'll be prompted to add an order for them.")).toBeVisible()
    await field(first, 'Name').fill('Guided Gwen')
    await field(first, 'Phone').fill('5550104455')
    await first.getByRole('button', { name: 'Save Customer' }).click()
    const order = dialogOf(page, 'Add New Order')
    await expect(choice(order, 'Customer')).toHaveValue('Guided Gwen')
    await field(order, 'Device Details').fill('Guided guitar')
    await field(order, 'Issue Description').fill('Out of tune')
    await order.getByRole('button', { name: 'Add Order' }).click()
    await expect(checklist).toContainText('Guided guitar')
    await expect(checklist).toContainText('0 of 2 items selected')
    await checklist.getByRole('checkbox', { name: 'SIM card' }).check()
    await expect(checklist).toContainText('1 of 2 items selected')
    await expect.poll(() => living(shop, 'checklist_selections')).toHaveLength(1)
    await refuseWrites(page, rowsOf('checklist_selections'), 'UnknownError')
    await checklist.getByRole('checkbox', { name: 'Charger' }).click()
    await expect(toast(page)).toContainText('Failed to save selections')
    await expect(checklist).toContainText('1 of 2 items selected')
    await closeChecklist(page)
    expect(await living(shop, 'checklist_selections')).toHaveLength(1)

    await chooseFlow(page, 'Create Customer+Order')
    const both = dialogOf(page, 'Create Customer + Order')
    await field(both, 'Name').fill('Combined Cleo')
    await field(both, 'Phone').fill('5550106677')
    await field(both, 'Device Details').fill('Combined cello')
    await field(both, 'Issue Description').fill('Cracked')
    await both.getByRole('button', { name: 'Save Customer + Order' }).click()
    await expect(checklist).toContainText('Combined cello')
    await expect(checklist).toContainText('0 of 2 items selected')
    await page.keyboard.press('Escape')
    await expect(checklist).toBeHidden()
  })

  test('says in both places that the shop has none', async ({ makeShop, newDevice }) => {
    const { page } = await setUp(makeShop, newDevice)
    await expect(section(page, 'Drop off Checklist')).toContainText('No checklist items configured for this shop')
    await page.keyboard.press('Escape')
    await chooseFlow(page, 'Create Customer+Order')
    const both = dialogOf(page, 'Create Customer + Order')
    await field(both, 'Name').fill('Empty Emma')
    await field(both, 'Phone').fill('5550106677')
    await field(both, 'Device Details').fill('Empty egg timer')
    await field(both, 'Issue Description').fill('Silent')
    await both.getByRole('button', { name: 'Save Customer + Order' }).click()
    await expect(dialogOf(page, 'Drop off Checklist')).toContainText('No checklist items available for this shop.')
    await closeChecklist(page)
  })
})

test.describe('Order Status History', () => {
  test('is asked for on demand, each time anew, and shows the newest first', async ({ makeShop, newDevice }) => {
    const { shop, orderId, page } = await setUp(makeShop, newDevice)
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/status-history') && asked.push(request.url()))
    const history = section(page, 'Order Status History')
    const hops = history.getByRole('list', { name: 'Order status history' }).getByRole('listitem')
    await changeOrder(shop, orderId, { orderStatusId: { from: orderStatusIdByName['Dropped Off'], to: orderStatusIdByName['In the Lab'] } })
    await expect(choice(orderDialog(page), 'Order Status').getByRole('option', { selected: true })).toHaveText('Dropped Off')
    expect(asked).toEqual([])
    await history.getByRole('button', { name: 'View Order Status History' }).click()
    await expect(hops).toHaveText([/^In the Lab/, /^Dropped Off/])
    await changeOrder(shop, orderId, { orderStatusId: { from: orderStatusIdByName['In the Lab'], to: orderStatusIdByName.Fixed } })
    await page.keyboard.press('Escape')
    await expect(orderDialog(page)).toBeHidden()
    await openOrder(page, shop, orderId)
    await history.getByRole('button', { name: 'View Order Status History' }).click()
    await expect(hops).toHaveText([/^Fixed/, /^In the Lab/, /^Dropped Off/])
    expect(asked).toHaveLength(2)
    expect(
      JSON.stringify(
        await page.evaluate(async () => Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))),
      ),
    ).not.toContain('status-history')
  })

  test('says when there is none, and what went wrong', async ({ makeShop, newDevice }) => {
    const { page } = await setUp(makeShop, newDevice)
    const history = section(page, 'Order Status History')
    const headers = await readServerMark(page)
    await page.route('**/status-history', (route) => route.fulfill({ status: 500, headers, json: { error: 'Failed to fetch status history' } }))
    await history.getByRole('button', { name: 'View Order Status History' }).click()
    await expect(history.getByRole('alert')).not.toBeEmpty()
    await page.unroute('**/status-history')
    await page.route('**/status-history', (route) => route.fulfill({ headers, json: [] }))
    await history.getByRole('button', { name: 'View Order Status History' }).click()
    await expect(history.getByText('No status history available')).toBeVisible()
  })
})

test('everything about an order works without a network, and is on the server after it', async ({ makeShop, newDevice }) => {
  const { shop, orderId, page } = await setUp(makeShop, newDevice, { checklist: ['Charger', 'SIM card'] })
  await page.context().setOffline(true)
  await choice(orderDialog(page), 'Order Status').selectOption('In the Lab')
  await orderDialog(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page)).toContainText('Order updated successfully')
  await rowWith(page, 'Section radio').click()

  const tasks = section(page, 'Order Tasks')
  await field(tasks, 'New task').fill('Offline task')
  await field(tasks, 'New task').press('Enter')
  await expect(toast(page)).toContainText('Task added successfully')
  await expect(line(tasks, 'Offline task')).toContainText('Not sent yet')
  await line(tasks, 'Offline task').getByRole('checkbox').check()
  for (const { title, Noun, sign } of money) {
    await section(page, title)
      .getByRole('button', { name: `Add ${Noun}` })
      .click()
    await field(section(page, title), 'Amount').fill('12')
    await field(section(page, title), 'Amount').press('Enter')
    await expect(toast(page)).toContainText(`${Noun} added successfully`)
    await expect(section(page, title).getByRole('listitem')).toContainText(`${sign}$12.00`)
  }
  await section(page, 'Drop off Checklist').getByRole('checkbox', { name: 'Charger' }).check()
  const history = section(page, 'Order Status History')
  await history.getByRole('button', { name: 'View Order Status History' }).click()
  await expect(history.getByText('The whole history needs a connection. What this device has not sent yet is shown.')).toBeVisible()
  await expect(history.getByRole('list', { name: 'Order status history' }).getByRole('listitem')).toHaveText([/^In the Lab/])

  await page.context().setOffline(false)
  await expect.poll(() => living(shop, 'checklist_selections'), { timeout: 60_000 }).toHaveLength(1)
  expect(await living(shop, 'tasks')).toEqual([expect.objectContaining({ orderId, description: 'Offline task', completed: true })])
  expect(await living(shop, 'payments')).toEqual([expect.objectContaining({ orderId, paymentAmount: 12 })])
  expect(await living(shop, 'costs')).toEqual([expect.objectContaining({ orderId, costAmount: 12 })])
})
