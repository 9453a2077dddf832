import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { expectOpenOrder, line, living, openOnlyOrder, orderDialog, readStoredDrafts, section, typeInto } from '#web/testing/order-sections.ts'
import { dialogOf, expectCount, field, press, rowWith, toast } from '#web/testing/screen.ts'
import { createOp } from '#web/testing/shop-rows.ts'

const tasks = () => section('Order Tasks')
const payments = () => section('Order Payments')
const costs = () => section('Order Costs')
const question = () => dialogOf('Discard what you typed?')

/** In one go, before anything can be stored. */
function pressEnterTwiceAndType(input: Element, text: string): void {
  if (!(input instanceof HTMLInputElement)) throw new Error('not an input')
  for (let count = 0; count < 2; count++) input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  input.setRangeText(text, 0, input.value.length, 'end')
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

describe('a line that is being typed', () => {
  test('is stored with the order, as its button says, with the amount as it was typed', async () => {
    await openOnlyOrder()
    await payments().getByRole('button', { name: 'Add Payment' }).click()
    const adding = payments().getByRole('group', { name: 'Add Payment' })
    const afterTax = adding.getByRole('radio', { name: 'After tax' })
    // Correcting 31.5 to 31 chooses Before tax again; the person's own choice stays.
    await typeInto(field(adding, 'Amount'), '31.5')
    await expect.element(afterTax).toBeChecked()
    await press('Backspace')
    await press('Backspace')
    await expect.element(afterTax).not.toBeChecked()
    await adding.getByText('After tax', { exact: true }).click()
    await field(adding, 'Amount').fill('$1,077.50')
    await field(adding, 'Amount').fill('$1,077')
    await expect.element(afterTax).toBeChecked()
    await orderDialog().getByRole('button', { name: 'Add $1,077.00 and save' }).click()
    await expect.element(orderDialog()).not.toBeInTheDocument()
    await rowWith('Section radio').click()
    await expect.element(payments().getByText('$1,077.00').first()).toBeVisible()
  })

  test('keeps Enter and Esc to itself, stops saving the order, and closing asks for it too', async () => {
    await openOnlyOrder()
    const adding = payments().getByRole('group', { name: 'Add Payment' })
    // Esc in a line where nothing is typed leaves the line, not the order.
    await payments().getByRole('button', { name: 'Add Payment' }).click()
    await expect.element(field(adding, 'Amount')).toHaveFocus()
    await press('Escape')
    await expect.element(adding).not.toBeInTheDocument()
    await expect.element(payments().getByRole('button', { name: 'Add Payment' })).toHaveFocus()

    await press('Enter')
    await expect.element(field(adding, 'Amount')).toHaveFocus()
    await userEvent.keyboard('42')
    await press('Escape')
    await expect.element(adding.getByText('Discard what you typed?')).toBeVisible()
    await expect.element(adding.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
    await press('Enter')
    await expect.element(field(adding, 'Amount')).toHaveFocus()
    await expect.element(field(adding, 'Amount')).toHaveValue('42')

    const text = orderDialog().getByText('Save or cancel the line that you are typing first.')
    await field(adding, 'Amount').fill('42x3')
    await orderDialog().getByRole('button', { name: 'Save Changes' }).click()
    await expect.element(text).toBeVisible()
    const problem = adding.getByText('Please enter a valid positive number for payment amount')
    await expect.element(problem).toBeVisible()
    await field(adding, 'Amount').fill('42')
    await expect.element(problem).not.toBeInTheDocument()
    for (const close of [() => orderDialog().getByRole('button', { name: 'Close' }).click(), async () => window.history.back()]) {
      await close()
      await question().getByRole('button', { name: 'Keep editing' }).click()
      await expect.element(field(adding, 'Amount')).toHaveValue('42')
    }
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(adding.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
    await press('Enter')
    await expect.element(field(adding, 'Amount')).toHaveValue('42')
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await adding.getByRole('button', { name: 'Discard' }).click()
    await expect.element(adding).not.toBeInTheDocument()
    await expect.element(text).not.toBeInTheDocument()

    const task = field(tasks(), 'New task')
    for (const leave of [() => press('Escape'), () => tasks().getByRole('button', { name: 'Cancel' }).click()]) {
      await task.fill('Half a task')
      await leave()
      await expect.element(tasks().getByRole('button', { name: 'Keep editing' })).toHaveFocus()
      await press('Enter')
      await expect.element(task).toHaveValue('Half a task')
      await expect.element(task).toHaveFocus()
      await leave()
      await tasks().getByRole('button', { name: 'Discard' }).click()
      await expect.element(task).toHaveValue('')
    }
    await press('Escape', task)
    await expect.element(orderDialog()).not.toBeInTheDocument()
  })

  test('is added once however often Enter is pressed, and what is typed before that is stored begins the next one', async () => {
    const { shop, app } = await openOnlyOrder()
    const task = field(tasks(), 'New task')
    await task.fill('Order a fan')
    pressEnterTwiceAndType(task.element(), 'Call the')
    await expect.element(line(tasks(), 'Order a fan')).toBeVisible()
    await expect.element(toast()).toMatchTextContent('Task added successfully')
    await expect.element(task).toHaveValue('Call the')
    await expect.element(task).toBeInViewport({ ratio: 1 })
    await userEvent.keyboard(' customer')
    await expect.poll(async () => JSON.stringify(await readStoredDrafts(shop))).toContain('Call the customer')
    await app.reload()
    await expect.element(task).toHaveValue('Call the customer')
    await press('Enter', task)
    await expect.element(task).toHaveValue('')
    await expectCount(tasks().getByRole('listitem'), 2)

    await payments().getByRole('button', { name: 'Add Payment' }).click()
    await field(payments(), 'Amount').fill('42')
    pressEnterTwiceAndType(field(payments(), 'Amount').element(), '43')
    await expect.element(payments().getByRole('button', { name: 'Add Payment' })).toHaveFocus()
    await expect
      .poll(async () => new Set((await living(shop, 'tasks')).map(({ description }) => description)))
      .toEqual(new Set(['Order a fan', 'Call the customer']))
    await expect.poll(async () => (await living(shop, 'payments')).map(({ paymentAmount }) => paymentAmount)).toEqual([42])
    await expectCount(payments().getByRole('listitem'), 1)
  })

  test('comes back after a reload, and is gone once it is discarded', async () => {
    const { shop, orderId, app } = await openOnlyOrder()
    await app.writeAsOther([createOp('costs', { orderId, costAmount: 30, costText: 'Fan', afterTax: false })])
    await field(tasks(), 'New task').fill('Half a task')
    await payments().getByRole('button', { name: 'Add Payment' }).click()
    await field(payments(), 'Amount').fill('42')
    await costs().getByRole('button', { name: 'Edit cost -$30.00' }).click()
    await field(costs(), 'Description').fill('Two fans')
    await expect.poll(async () => JSON.stringify(await readStoredDrafts(shop))).toContain('Two fans')
    await app.reload()
    await expect.element(field(tasks(), 'New task')).toHaveValue('Half a task')
    await expect.element(field(payments(), 'Amount')).toHaveValue('42')
    await expect.element(field(costs(), 'Description')).toHaveValue('Two fans')
    // What was discarded is not in the next line.
    await press('Escape', field(payments(), 'Amount'))
    await payments().getByRole('button', { name: 'Discard' }).click()
    await payments().getByRole('button', { name: 'Add Payment' }).click()
    await expect.element(field(payments(), 'Amount')).toHaveValue('')
    await orderDialog().getByRole('button', { name: 'Close' }).click()
    await question().getByRole('button', { name: 'Discard' }).click()
    await expect.element(orderDialog()).not.toBeInTheDocument()
    await expect.poll(() => readStoredDrafts(shop)).toEqual([])
    await rowWith('Section radio').click()
    await expectOpenOrder()
    await expect.element(field(tasks(), 'New task')).toHaveValue('')
    await expect.element(payments().getByRole('group')).not.toBeInTheDocument()
    await expect.element(line(costs(), 'Fan')).toMatchTextContent('-$30.00')
  })
})
