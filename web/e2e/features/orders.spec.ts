import type { Page } from '@playwright/test'
import { findFaults } from '../harness/find-faults.ts'
import { choice, expect, field, filterStatus, ordersTable, rowWith, test, type TestShop } from '../harness/fixtures.ts'
import { typeAtOnce } from '../harness/keys.ts'
import { addCustomer, addOrder, changeOrder } from '../harness/rows.ts'

const dayMs = 86_400_000
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
