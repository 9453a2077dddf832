import type { Page } from '@playwright/test'
import { orderStatusIdByName, type OrderStatusName } from '#schema/values/order-status.ts'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { findFaults } from '../harness/find-faults.ts'
import { choice, expect, field, filterStatus, ordersTable, rowWith, test, type TestShop, toast } from '../harness/fixtures.ts'
import { typeAtOnce } from '../harness/keys.ts'
import { refuseReads } from '../harness/raw-storage.ts'
import { addCustomer, addOrder, changeOrder } from '../harness/rows.ts'

const dayMs = 86_400_000
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs)
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString()

/** The devices in the order of the table, read from its third column. */
const items = async (page: Page): Promise<string[]> => {
  const texts = await ordersTable(page)
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLTableRowElement).cells[2]?.innerText ?? ''))
  return texts.map((text) => text.replace(/\s+/g, ' ').trim())
}

/** Types into the search and presses something, or goes back, before anything else can happen. */
const typeAndAtOnce = (page: Page, text: string, next: string): Promise<void> =>
  page.evaluate(
    ([typed, selector]) => {
      const input = document.querySelector<HTMLInputElement>('[data-search]')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
      if (selector === 'back') history.back()
      // A person's reload comes after the page has handled the letter.
      else if (selector === 'reload') setTimeout(() => location.reload(), 0)
      else document.querySelector<HTMLElement>(selector)?.click()
    },
    [text, next] as const,
  )

test.describe('the orders view', () => {
  test('shows the documented columns and cells', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
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
    const { page } = await newDevice(shop.person)

    await expect(ordersTable(page).getByRole('columnheader')).toHaveText([
      'No.',
      'Customer',
      'Item',
      'Quote',
      'Payment',
      'Cost',
      'Status',
      'Assign To',
      'Due By',
    ])
    const cells = (text: string) => rowWith(page, text).getByRole('gridcell')
    await expect(cells('Full phone').nth(0)).toHaveText('S-1')
    await expect(cells('Full phone').nth(1)).toHaveText('Cell Celia')
    await expect(cells('Full phone').nth(2)).toHaveText(/^Priority: ?Repeat: ?Full phone$/)
    await expect(cells('Full phone').nth(3)).toHaveText('$85.00')
    await expect(cells('Full phone').nth(4)).toHaveText('$30.50')
    await expect(cells('Full phone').nth(5)).toHaveText(/^-?\$1,?234\.50$/)
    await expect(cells('Full phone').nth(6)).toContainText('Dropped Off')
    await expect(cells('Full phone').nth(6)).toContainText('3 days since the last status change')
    await expect(cells('Full phone').nth(7)).toHaveText('Ana Ruiz')
    await expect(cells('Full phone').nth(8)).toContainText('2031')

    await expect(cells('Bare phone').nth(2)).toHaveText('Bare phone')
    await expect(cells('Bare phone').nth(3)).toHaveText('call first')
    await expect(cells('Bare phone').nth(4)).toHaveText('')
    await expect(cells('Bare phone').nth(7)).toHaveText('Unassigned')
    await expect(cells('Bare phone').nth(8)).toHaveText('No due date set')
    await expect(cells('Bare phone').nth(6)).toContainText('0 days since the last status change')

    await expect(cells('Done phone').nth(8)).toHaveText('')
    await expect(cells('Late phone').nth(8)).toContainText('overdue')
    // Green to 2, yellow to 5, red beyond; a finished order raises no alarm.
    const age = (text: string) => cells(text).nth(6).locator('[data-age]')
    await expect(age('Bare phone')).toHaveAttribute('data-age', 'green')
    await expect(age('Full phone')).toHaveAttribute('data-age', 'yellow')
    await expect(age('Late phone')).toHaveAttribute('data-age', 'red')
    await expect(age('Done phone')).toHaveAttribute('data-age', 'neutral')
  })

  test('sorts by the documented keys, one after the other', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
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
    // A due date counts before finished or not: literally as documented.
    await add('09 finished, due second', 3, { dueTimestamp: inDays(5), status: 'Fixed' })
    await add('08 due first', 2.5, { dueTimestamp: inDays(1) })
    await add('07 priority, none due, finished', 2, { priority: true, status: 'Fixed' })
    await add('06 priority, none due', 1.5, { priority: true })
    await add('05 priority, due', 1, { priority: true, dueTimestamp: inDays(30) })
    const { page } = await newDevice(shop.person)
    await expect
      .poll(async () => (await items(page)).map((text) => text.replace(/^Priority: ?/, '')))
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
  })

  test('searches and filters, says so, and clears', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const tom = shop.employeeIdByName['Tom Becker'] ?? ''
    const maria = await addCustomer(shop, { name: 'María Núñez', phone: '2125550111' })
    const olaf = await addCustomer(shop, { name: 'Olaf Berg', phone: '4155550222' })
    // In Toronto this is still half past ten in the evening of the first.
    await addOrder(shop, { customerId: maria, itemDetails: 'Walkman', issueDescription: 'Eats tapes' }, new Date('2026-02-02T03:30:00Z'))
    await addOrder(
      shop,
      { customerId: olaf, itemDetails: 'Record player', issueDescription: 'Runs slowly', status: 'In the Lab', assignedEmployeeId: tom },
      new Date('2026-02-05T12:00:00Z'),
    )
    const { page } = await newDevice(shop.person, { context: { timezoneId: 'America/Toronto' } })
    const rows = ordersTable(page).locator('tbody tr')
    await expect(rows).toHaveCount(2)

    const search = page.getByRole('searchbox')
    for (const [text, item] of [
      ['maria nunez', 'Walkman'],
      ['5550222', 'Record player'],
      ['WALKMAN', 'Walkman'],
      ['slowly', 'Record player'],
    ] as const) {
      await search.fill(text)
      await expect(rows).toHaveCount(1)
      await expect(rows).toContainText(item)
    }
    await expect(page.getByText('Showing Filtered Results')).toBeVisible()
    await search.fill('no such thing')
    await expect(page.getByText('No orders match your search criteria')).toBeVisible()
    await page.getByRole('button', { name: 'Clear Filters' }).first().click()
    await expect(rows).toHaveCount(2)
    await expect(search).toHaveValue('')
    await expect(page.getByText('Showing Filtered Results')).toBeHidden()

    await filterStatus(page, 'In the Lab')
    await expect(rows).toHaveText([/Record player/])
    await filterStatus(page, 'Lead')
    await expect(page.getByText('No orders match your search criteria')).toBeVisible()
    await page.getByRole('button', { name: 'Remove filter status' }).click()
    await filterStatus(page, 'Dropped Off', 'In the Lab')
    await expect(rows).toHaveCount(2)
    await expect(choice(page, 'Status')).toHaveText('2 statuses')
    await page.getByRole('button', { name: 'Remove filter status: Dropped Off' }).click()
    await expect(rows).toHaveText([/Record player/])
    await page.getByRole('button', { name: 'Remove filter status' }).click()

    await expect(choice(page, 'Assigned To').getByRole('option')).toHaveText(['All', 'Unassigned', 'Ana Ruiz', 'Tom Becker'])
    await choice(page, 'Assigned To').selectOption('Unassigned')
    await expect(rows).toHaveText([/Walkman/])
    await choice(page, 'Assigned To').selectOption('Tom Becker')
    await expect(rows).toHaveText([/Record player/])
    await choice(page, 'Assigned To').selectOption('All')

    // By the day of creation in the local time zone, both ends included.
    await field(page, 'From').fill('2026-02-01')
    await field(page, 'To').fill('2026-02-04')
    await expect(rows).toHaveText([/Walkman/])
    await field(page, 'From').fill('2026-02-02')
    await expect(page.getByText('No orders match your search criteria')).toBeVisible()
    await field(page, 'To').fill('2026-02-05')
    await expect(rows).toHaveText([/Record player/])
    // The filters are in the address and survive a reload.
    await expect(page).toHaveURL(/to=2026-02-05/)
    await page.reload()
    await expect(rows).toHaveText([/Record player/])
    await expect(field(page, 'From')).toHaveValue('2026-02-02')
  })

  test('shows the open ones alone, by a press and by keys, and remembers that for the person', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Open Olga' })
    await addOrder(shop, { customerId, itemDetails: 'Waiting phone', status: 'Waiting For Part' })
    await addOrder(shop, { customerId, itemDetails: 'Lab phone', status: 'In the Lab' })
    await addOrder(shop, { customerId, itemDetails: 'Done phone', status: 'Picked up' })
    const { page } = await newDevice(shop.person)
    const rows = ordersTable(page).locator('tbody tr')
    await expect(rows).toHaveCount(3)
    await expect(page.getByText('Showing Filtered Results')).toBeHidden()
    await page.getByRole('button', { name: '2 open' }).click()
    await expect(rows).toHaveCount(2)
    await expect(choice(page, 'Status')).toHaveText('Open')
    await page.goto(shop.path)
    await expect(rows).toHaveCount(2)
    // A customer's list does not use the remembered filter, and clearing lasts until the list is opened again.
    await page.goto(`/${shop.id}/orders/${customerId}`)
    await expect(rows).toHaveCount(3)
    await page.goto(shop.path)
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(rows).toHaveCount(3)
    // Through another page, because opening the same address would be a reload, which keeps the filters.
    await page.goto(`/${shop.id}/customers`)
    await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible()
    await page.goto(shop.path)
    await expect(rows).toHaveCount(2)

    // By keys: "Open" without one status and with another; then all.
    const list = page.getByRole('listbox', { name: 'Status' })
    await choice(page, 'Status').press('ArrowDown')
    await expect(list).toBeFocused()
    expect(await findFaults(page)).toEqual([])
    await typeAtOnce(page, [...'ii'])
    await page.keyboard.press('Space')
    await typeAtOnce(page, [...'picked'])
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await expect(rows).toHaveText([/Waiting phone/, /Done phone/])
    await expect(choice(page, 'Status')).toBeFocused()
    await page.goto(shop.path)
    await expect(rows).toHaveText([/Waiting phone/, /Done phone/])
    await choice(page, 'Status').press('Enter')
    await expect(list).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(choice(page, 'Status')).toHaveText('All')
    await page.goto(shop.path)
    await expect(rows).toHaveCount(3)
  })

  test('changes status and assignee right in the row, and takes it back', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Row Rita' })
    await addOrder(shop, { customerId, itemDetails: 'Row phone' })
    const { page } = await newDevice(shop.person)
    const row = rowWith(page, 'Row phone')
    await row.getByRole('button', { name: 'Dropped Off' }).click()
    await page.getByRole('menuitemradio', { name: 'In the Lab' }).click()
    await expect(row.getByRole('gridcell').nth(6)).toContainText('In the Lab')
    await expect(toast(page)).toContainText('Order updated successfully')
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await expect(row.getByRole('gridcell').nth(6)).toContainText('Dropped Off')

    // By keys, from the row.
    await page.getByRole('searchbox').press('ArrowDown')
    await expect(row).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: 'Unassigned' }).press('ArrowDown')
    await expect(page.getByRole('menuitemradio', { name: 'Ana Ruiz' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(row.getByRole('gridcell').nth(7)).toHaveText('Ana Ruiz')

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Ana Ruiz' }).click()
    await page.getByRole('menuitemradio', { name: 'Tom Becker' }).click()
    await expect(page.getByRole('button', { name: 'Tom Becker' })).toBeVisible()
    await page.getByRole('button', { name: 'Dropped Off' }).click()
    await page.getByRole('menuitemradio', { name: 'Fixed', exact: true }).click()
    await expect
      .poll(async () => (await shop.api.call<{ orderStatusId: string }[]>('GET', `/api/${shop.id}/orders`)).body[0]?.orderStatusId)
      .toBe(orderStatusIdByName.Fixed)
  })

  test('has rows that are links: a new tab by the middle button or Ctrl, the dialog by a press', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Link Lars' })
    const orderId = await addOrder(shop, { customerId, itemDetails: 'Linked phone' })
    const { page, context } = await newDevice(shop.person)
    const row = rowWith(page, 'Linked phone')
    const path = `/${shop.id}/orders/order/${orderId}`
    await expect(row.getByRole('link', { name: 'Linked phone' })).toHaveAttribute('href', path)
    const opensTab = async (open: () => Promise<void>): Promise<void> => {
      const [tab] = await Promise.all([context.waitForEvent('page'), open()])
      await expect(tab).toHaveURL(new RegExp(`${path}$`))
      await tab.close()
      await expect(page).toHaveURL(new RegExp(`${shop.path}$`))
    }
    await opensTab(() => row.getByText('Linked phone').click({ button: 'middle' }))
    await opensTab(() => row.getByText('Linked phone').click({ modifiers: ['ControlOrMeta'] }))
    await opensTab(() => row.getByRole('gridcell').nth(8).click({ button: 'middle' }))
    await opensTab(() =>
      row
        .getByRole('gridcell')
        .nth(8)
        .click({ modifiers: ['ControlOrMeta'] }),
    )
    await opensTab(async () => {
      await page.getByRole('searchbox').press('ArrowDown')
      await page.keyboard.press('Control+Enter')
    })
    await row.getByText('Linked phone').click()
    await expect(page.getByRole('dialog', { name: 'Edit Order' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()

    // Esc clears the search, then leaves it.
    const search = page.getByRole('searchbox')
    await search.fill('phone')
    await search.press('Escape')
    await expect(search).toHaveValue('')
    await expect(search).toBeFocused()
    await search.press('Escape')
    await expect(search).not.toBeFocused()
  })

  test('keeps what is typed in the search with its own list, however soon one goes elsewhere', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Swift Sue' })
    await addOrder(shop, { customerId, itemDetails: 'Walkman' })
    await addOrder(shop, { customerId, itemDetails: 'Radio' })
    const { page } = await newDevice(shop.person)
    const search = page.getByRole('searchbox')
    const rows = ordersTable(page).locator('tbody tr')
    await expect(rows).toHaveCount(2)

    // To a row: its order opens, and the list behind it is the filtered one.
    await typeAndAtOnce(page, 'walk', '[data-row-index="0"]')
    await expect(page.getByRole('dialog', { name: 'Edit Order' })).toBeVisible()
    await expect(page).toHaveURL(/\/orders\/order\/[0-9a-f-]{36}\?q=walk$/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL(`${shop.path}?q=walk`)
    await expect(search).toHaveValue('walk')
    await expect(rows).toHaveText([/Walkman/])

    // To a reload: the filter is there again.
    await typeAndAtOnce(page, 'radi', 'reload')
    await expect(rows).toHaveText([/Radio/])
    await expect(page).toHaveURL(`${shop.path}?q=radi`)
    await expect(search).toHaveValue('radi')

    // To another view: its address stays its own, and back leads to what was typed.
    await search.fill('')
    await expect(page).toHaveURL(shop.path)
    await typeAndAtOnce(page, 'radio', 'a[href$="/customers"]')
    await expect(page).toHaveURL(`/${shop.id}/customers`)
    await page.getByRole('searchbox', { name: /customers/ }).fill('sue')
    await expect(page).toHaveURL(`/${shop.id}/customers?q=sue`)
    await page.goBack()
    await expect(page).toHaveURL(`${shop.path}?q=radio`)
    await expect(search).toHaveValue('radio')
    await expect(rows).toHaveText([/Radio/])

    // Back: what was typed is there again after Forward.
    await page.goForward()
    await expect(search).toHaveValue('sue')
    await typeAndAtOnce(page, 'nobody', 'back')
    await expect(search).toHaveValue('radio')
    await expect(rows).toHaveText([/Radio/])
    await page.goForward()
    await expect(page).toHaveURL(`/${shop.id}/customers?q=nobody`)
    await expect(search).toHaveValue('nobody')
    await expect(page.getByText('No customers found')).toBeVisible()
  })

  test('pages by twenty and goes back to page 1 when a filter changes', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ generatedOrders: 45 })
    const { page } = await newDevice(shop.person)
    const rows = ordersTable(page).locator('tbody tr')
    await expect(page.getByText('Showing 1-20 of 45 entries')).toBeVisible()
    await expect(page.getByText('Page 1 of 3')).toBeVisible()
    await expect(rows).toHaveCount(20)
    const firstPage = await items(page)
    // The headers stay while the rows go by, and screen readers hear how many there are on all pages.
    const header = ordersTable(page).getByRole('columnheader', { name: 'Customer' })
    await rows.last().scrollIntoViewIfNeeded()
    await expect(rows.first()).not.toBeInViewport()
    await expect(header).toBeInViewport()
    await expect(ordersTable(page)).toHaveAttribute('aria-rowcount', '46')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText('Showing 21-40 of 45 entries')).toBeVisible()
    await expect(rows.first()).toHaveAttribute('aria-rowindex', '22')
    await expect(page.getByText('Page 2 of 3')).toBeVisible()
    await page.getByRole('button', { name: 'Last page' }).click()
    await expect(page.getByText('Showing 41-45 of 45 entries')).toBeVisible()
    await expect(rows).toHaveCount(5)
    await choice(page, 'Assigned To').selectOption('Unassigned')
    await expect(page.getByText(/^Page 1 of /)).toBeVisible()
    await choice(page, 'Assigned To').selectOption('All')
    await expect(page.getByText('Page 1 of 3')).toBeVisible()
    await expect.poll(() => items(page)).toEqual(firstPage)
  })

  test('says that there are none yet and leads to the first one', async ({ makeShop, newDevice }) => {
    const { page } = await newDevice((await makeShop()).person)
    await expect(page.getByText('No orders found')).toBeVisible()
    await page.getByRole('button', { name: 'Add the first order' }).click()
    await expect(page.getByRole('dialog', { name: 'Add New Order' })).toBeVisible()
  })

  test('says so when its rows cannot be read, and reads them when asked again', async ({ makeShop, newDevice }) => {
    const shop = await makeShop({ generatedOrders: 25 })
    const { page } = await newDevice(shop.person)
    await expect(page.getByText('Showing 1-20 of 25 entries')).toBeVisible()
    const allowReads = await refuseReads(page)
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByRole('alert')).toContainText('The list could not be read')
    await expect(page.getByText(/^Showing/)).toBeHidden()
    await allowReads()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Showing 21-25 of 25 entries')).toBeVisible()
    await expect(ordersTable(page).locator('tbody tr')).toHaveCount(5)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('of one customer has heading, phone, count, way back, and a form that knows the customer', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const customerId = await addCustomer(shop, { name: 'Percy Per', phone: '5035550177' })
    const otherId = await addCustomer(shop, { name: 'Otto Other' })
    await addOrder(shop, { customerId, itemDetails: 'First of Percy' })
    await addOrder(shop, { customerId, itemDetails: 'Second of Percy' })
    await addOrder(shop, { customerId: otherId, itemDetails: 'Of Otto' })
    const { page } = await newDevice(shop.person, { at: `/${shop.id}/orders/${customerId}` })
    await expect(page.getByRole('heading', { name: 'Orders for Percy Per' })).toBeVisible()
    await expect(page.getByText('503-555-0177').first()).toBeVisible()
    await expect(page.getByText('2 orders', { exact: true })).toBeVisible()
    await expect(page.getByRole('grid').locator('tbody tr')).toHaveCount(2)
    await page.getByRole('button', { name: 'Add Order' }).click()
    await expect(choice(page.getByRole('dialog', { name: 'Add New Order' }), 'Customer')).toHaveValue('Percy Per')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit Customer' }).click()
    await expect(field(page.getByRole('dialog', { name: 'Edit Customer' }), 'Name')).toHaveValue('Percy Per')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Back to All' }).click()
    await expect(page).toHaveURL(shop.path)
    await expect(page.getByRole('grid').locator('tbody tr')).toHaveCount(3)
  })
})

test.describe('a list that somebody looks at', () => {
  const open = async (shop: TestShop, newDevice: (person: TestShop['person']) => Promise<{ page: Page }>) => {
    const customerId = await addCustomer(shop, { name: 'Live Liv' })
    const first = await addOrder(shop, { customerId, itemDetails: 'Live radio', dueTimestamp: inDays(1) })
    const second = await addOrder(shop, { customerId, itemDetails: 'Live lamp', dueTimestamp: inDays(2) })
    const { page } = await newDevice(shop.person)
    await expect.poll(() => items(page)).toEqual(['Live radio', 'Live lamp'])
    return { page, first, second }
  }

  test('shows what another device changes without being asked', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const { page, first } = await open(shop, newDevice)
    await changeOrder(shop, first, { quotedCost: { from: null, to: '77' } })
    await expect(rowWith(page, 'Live radio')).toContainText('$77.00')
  })

  test('keeps its rows in place under the pointer, also where it rested before they came, and offers to sort anew', async ({ makeShop, newDevice }) => {
    const shop = await makeShop()
    const { page, second } = await open(shop, newDevice)
    await rowWith(page, 'Live lamp').hover()
    // To another list and back by key, so that the rows appear under a resting pointer.
    for (const view of ['Customers', 'Orders']) {
      await page.getByRole('navigation').getByRole('link', { name: view }).first().press('Enter')
      await expect(page.getByRole('grid', { name: view })).toBeVisible()
    }
    await rowWith(page, 'Live lamp').hover({ position: { x: 200, y: 10 } })
    await changeOrder(shop, second, { priority: { from: false, to: true } })
    await expect(rowWith(page, 'Live lamp')).toContainText('Priority:')
    expect(await items(page)).toEqual(['Live radio', expect.stringMatching(/Live lamp$/)])
    // By key, because the rows are sorted as soon as the pointer leaves them.
    await page.getByRole('button', { name: /The list has changed/ }).press('Enter')
    await expect.poll(async () => (await items(page)).map((text) => text.replace(/^Priority: ?/, ''))).toEqual(['Live lamp', 'Live radio'])
  })
})
