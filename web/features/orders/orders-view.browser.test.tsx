import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { orderStatusIdByName, type OrderStatusName } from '#schema/values/order-status.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { bodyRows, choice, expectAddress, expectCount, expectTexts, field, ordersTable, rowWith, textsOf, toast, press } from '#web/testing/screen.ts'
import { addCustomer, addOrder, addOrders, createOp } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { refuseReads } from '#web/testing/storage-faults.ts'

const dayMs = 86_400_000
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs)
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString()

/** Item texts in table order, from the first line of the third column. */
const items = (): string[] =>
  textsOf(bodyRows(ordersTable()).css('td:nth-child(3) a > span > span:first-child')).map((text) => text.replace(/^Priority: ?/, ''))

describe('the orders view', () => {
  test('shows the documented columns and cells', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Cell Celia' })
    const ana = shop.employeeIdByName['Ana Ruiz'] ?? ''
    const full = await addOrder(
      shop,
      {
        customerId,
        itemDetails: 'Full phone',
        priority: true,
        repeat: true,
        quotedCost: '85',
        assignedEmployeeId: ana,
        dueTimestamp: '2031-05-06T14:00:00.000Z',
      },
      daysAgo(3),
    )
    await addOrder(shop, { customerId, itemDetails: 'Bare phone', quotedCost: 'call first' })
    await addOrder(shop, { customerId, itemDetails: 'Done phone', status: 'Fixed', dueTimestamp: inDays(2) }, daysAgo(20))
    await addOrder(shop, { customerId, itemDetails: 'Late phone', dueTimestamp: inDays(-2) }, daysAgo(9))
    await shop.api.write(shop.id, [
      createOp('payments', { orderId: full, paymentAmount: 20.5 }),
      createOp('payments', { orderId: full, paymentAmount: 10 }),
      createOp('costs', { orderId: full, costAmount: 1234.5 }),
    ])
    await renderShop({ shop, at: `${shop.path}?view=all` })

    await expectTexts(ordersTable().getByRole('columnheader'), ['No.', 'Customer', 'Item', 'Quote', 'Payment', 'Cost', 'Status', 'Assign To', 'Due By'])
    const cells = (text: string) => rowWith(text).getByRole('gridcell')
    await expect.element(cells('Full phone').nth(0)).toHaveTextContent('S-1')
    await expect.element(cells('Full phone').nth(1)).toHaveTextContent('Cell Celia')
    await expect.element(cells('Full phone').nth(2)).toMatchTextContent(/^Priority: ?Repeat: ?Full phone/)
    await expect.element(cells('Full phone').nth(3)).toHaveTextContent('$85.00')
    await expect.element(cells('Full phone').nth(4)).toHaveTextContent('$30.50')
    await expect.element(cells('Full phone').nth(5)).toMatchTextContent(/^-?\$1,?234\.50$/)
    await expect.element(cells('Full phone').nth(6)).toMatchTextContent('Dropped Off')
    await expect.element(cells('Full phone').nth(6)).toMatchTextContent('3 days since the last status change')
    await expect.element(cells('Full phone').nth(7)).toHaveTextContent('Ana Ruiz')
    await expect.element(cells('Full phone').nth(8)).toMatchTextContent('2031')

    await expect.element(cells('Bare phone').nth(2)).toMatchTextContent('Bare phone')
    await expect.element(cells('Bare phone').nth(3)).toHaveTextContent('call first')
    await expect.element(cells('Bare phone').nth(4)).toHaveTextContent('')
    await expect.element(cells('Bare phone').nth(7)).toHaveTextContent('Unassigned')
    await expect.element(cells('Bare phone').nth(8)).toHaveTextContent('No due date set')
    await expect.element(cells('Bare phone').nth(6)).toMatchTextContent('0 days since the last status change')

    await expect.element(cells('Done phone').nth(8)).toHaveTextContent('')
    await expect.element(cells('Late phone').nth(8)).toMatchTextContent('overdue')
    const age = (text: string) => cells(text).nth(6).css('[data-age]')
    await expect.element(age('Bare phone')).toHaveAttribute('data-age', 'green')
    await expect.element(age('Full phone')).toHaveAttribute('data-age', 'yellow')
    await expect.element(age('Late phone')).toHaveAttribute('data-age', 'red')
    await expect.element(age('Done phone')).toHaveAttribute('data-age', 'neutral')
  })

  test('has no column of money that is empty in all rows shown, the issue under the device below 1,280 px, and cards up to 900 px (DAY-02)', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Narrow Nan' })
    const id = await addOrder(shop, { customerId, itemDetails: 'Small phone', issueDescription: 'Cracked glass' })
    await renderShop({ shop })
    await expectTexts(ordersTable().getByRole('columnheader'), ['No.', 'Customer', 'Item', 'Status', 'Assign To', 'Due By'])
    await expect.element(rowWith('Small phone')).toMatchTextContent('Cracked glass')
    await shop.api.write(shop.id, [createOp('payments', { orderId: id, paymentAmount: 20 })])
    await expectTexts(ordersTable().getByRole('columnheader'), ['No.', 'Customer', 'Item', 'Payment', 'Status', 'Assign To', 'Due By'])
    await page.viewport(1280, 768)
    await expect.element(page.getByText('Cracked glass')).not.toBeInTheDocument()
    await page.viewport(900, 768)
    await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
    await expect.element(page.getByRole('list', { name: 'Orders' })).toMatchTextContent('Cracked glass')
  })

  test('sorts by the documented keys, one after the other', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Sort Sam' })
    const add = (itemDetails: string, at: number, values: { priority?: boolean; dueTimestamp?: string; status?: OrderStatusName } = {}) =>
      addOrder(shop, { customerId, itemDetails, ...values }, daysAgo(at))
    await add('12 oldest open', 12)
    await add('18 cancelled', 11, { status: 'Cancelled' })
    await add('17 picked up', 10, { status: 'Picked up' })
    await add('16 recycled', 9, { status: 'Recycled' })
    await add('15 part not available', 8, { status: 'Part Not Available' })
    await add('14 not fixable', 7, { status: 'Not Fixable' })
    await add('13 fixed', 6, { status: 'Fixed' })
    await add('11 newest open', 5)
    await add('10 due last', 4, { dueTimestamp: inDays(9) })
    // As specified, a due date sorts before the finished state.
    await add('09 finished, due second', 3, { dueTimestamp: inDays(5), status: 'Fixed' })
    await add('08 due first', 2.5, { dueTimestamp: inDays(1) })
    await add('07 priority, none due, finished', 2, { priority: true, status: 'Fixed' })
    await add('06 priority, none due', 1.5, { priority: true })
    await add('05 priority, due', 1, { priority: true, dueTimestamp: inDays(30) })
    await renderShop({ shop, at: `${shop.path}?view=all` })
    await expect
      .poll(items)
      .toEqual([
        '05 priority, due',
        '06 priority, none due',
        '07 priority, none due, finished',
        '08 due first',
        '09 finished, due second',
        '10 due last',
        '11 newest open',
        '12 oldest open',
        '13 fixed',
        '14 not fixable',
        '15 part not available',
        '16 recycled',
        '17 picked up',
        '18 cancelled',
      ])
    // The other views show what is due or oldest first.
    await page.getByRole('tab', { name: 'Open' }).click()
    await expect.poll(items).toEqual(['05 priority, due', '06 priority, none due', '08 due first', '10 due last', '12 oldest open', '11 newest open'])
  })

  test('changes status and assignee right in the row, and takes it back', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Row Rita' })
    await addOrder(shop, { customerId, itemDetails: 'Row phone' })
    await renderShop({ shop })
    const row = rowWith('Row phone')
    await row.getByRole('button', { name: 'Dropped Off' }).click()
    await page.getByRole('menuitemradio', { name: 'In the Lab' }).click()
    await expect.element(row.getByRole('gridcell').nth(3)).toMatchTextContent('In the Lab')
    await expect.element(toast()).toMatchTextContent('Order updated successfully')
    await toast().getByRole('button', { name: 'Undo' }).click()
    await expect.element(row.getByRole('gridcell').nth(3)).toMatchTextContent('Dropped Off')

    await press('ArrowDown', page.getByRole('searchbox'))
    await expect.element(row).toHaveFocus()
    await press('Tab')
    await press('Tab')
    await press('Enter')
    await press('ArrowDown', page.getByRole('menuitemradio', { name: 'Unassigned' }))
    await expect.element(page.getByRole('menuitemradio', { name: 'Ana Ruiz' })).toHaveFocus()
    await press('Enter')
    await expect.element(row.getByRole('gridcell').nth(4)).toHaveTextContent('Ana Ruiz')

    await page.viewport(390, 844)
    await page.getByRole('button', { name: 'Ana Ruiz' }).click()
    await page.getByRole('menuitemradio', { name: 'Tom Becker' }).click()
    await expect.element(page.getByRole('button', { name: 'Tom Becker' })).toBeVisible()
    await page.getByRole('button', { name: 'Dropped Off' }).click()
    await page.getByRole('menuitemradio', { name: 'Fixed', exact: true }).click()
    await expect.poll(() => shop.api.pullAll('orders')).toEqual([expect.objectContaining({ orderStatusId: orderStatusIdByName.Fixed })])
  })

  test('says that there are none yet and leads to the first one', async () => {
    await renderShop()
    await expect.element(page.getByText('No orders found')).toBeVisible()
    await page.getByRole('button', { name: 'Add the first order' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Add New Order' })).toBeVisible()
  })

  test('says so when its rows cannot be read, and reads them when asked again', async () => {
    const shop = makeShop()
    await addOrders(shop, 25)
    await renderShop({ shop })
    await expect.element(page.getByText('Showing 1-20 of 25 entries')).toBeVisible()
    const allowReads = refuseReads()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('The list could not be read')
    await expect.element(page.getByText(/^Showing/)).not.toBeInTheDocument()
    // Allow reads with the press, not earlier: a successful re-read would remove the button.
    document.addEventListener('click', allowReads, { once: true, capture: true })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('Showing 21-25 of 25 entries')).toBeVisible()
    await expectCount(ordersTable().css('tbody tr'), 5)
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  test('of one customer has heading, phone, count, way back, and a form that knows the customer', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Percy Per', phone: '5035550177' })
    const otherId = await addCustomer(shop, { name: 'Otto Other' })
    await addOrder(shop, { customerId, itemDetails: 'First of Percy' })
    await addOrder(shop, { customerId, itemDetails: 'Second of Percy' })
    await addOrder(shop, { customerId: otherId, itemDetails: 'Of Otto' })
    await renderShop({ shop, at: `/${shop.id}/orders/${customerId}` })
    await expect.element(page.getByRole('heading', { name: 'Orders for Percy Per' })).toBeVisible()
    await expect.element(page.getByText('503-555-0177').first()).toBeVisible()
    await expect.element(page.getByText('2 orders', { exact: true })).toBeVisible()
    await expectCount(page.getByRole('grid').css('tbody tr'), 2)
    await page.getByRole('button', { name: 'Add Order' }).click()
    await expect.element(choice(page.getByRole('dialog', { name: 'Add New Order' }), 'Customer')).toHaveValue('Percy Per')
    await press('Escape')
    await page.getByRole('button', { name: 'Edit Customer' }).click()
    await expect.element(field(page.getByRole('dialog', { name: 'Edit Customer' }), 'Name')).toHaveValue('Percy Per')
    await press('Escape')
    await page.getByRole('button', { name: 'Back to All' }).click()
    await expectAddress(shop.path)
    await expectCount(page.getByRole('grid').css('tbody tr'), 3)
  })
})
