import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderShop } from '#web/testing/render-shop.tsx'
import { bodyRows, choice, chooseFromListMenu, expectCount, ordersTable, press, rowWith, textsOf, toast } from '#web/testing/screen.ts'
import { addCustomer, addOrder, addOrders, changeOrder } from '#web/testing/shop-rows.ts'
import { makeShop } from '#web/testing/shop-server.ts'

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** Item texts in table order, from the first line of the third column. */
const items = (): string[] => textsOf(bodyRows(ordersTable()).css('td:nth-child(3) a > span > span:first-child'))

describe('the orders view', () => {
  test('pages by twenty and goes back to page 1 when a filter changes', async () => {
    const shop = makeShop()
    await addOrders(shop, 45)
    await renderShop({ shop })
    const rows = bodyRows(ordersTable())
    await expect.element(page.getByText('Showing 1-20 of 45 entries')).toBeVisible()
    await expect.element(page.getByText('Page 1 of 3')).toBeVisible()
    await expectCount(rows, 20)
    const firstPage = items()
    // Headers stay on scroll; aria-rowcount covers all pages.
    rows.last().element().scrollIntoView()
    await expect.element(rows.first()).not.toBeInViewport()
    await expect.element(ordersTable().getByRole('columnheader', { name: 'Customer' })).toBeInViewport()
    await expect.element(ordersTable()).toHaveAttribute('aria-rowcount', '46')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.element(page.getByText('Showing 21-40 of 45 entries')).toBeVisible()
    await expect.element(rows.first()).toHaveAttribute('aria-rowindex', '22')
    await expect.element(page.getByText('Page 2 of 3')).toBeVisible()
    await page.getByRole('button', { name: 'Last page' }).click()
    await expect.element(page.getByText('Showing 41-45 of 45 entries')).toBeVisible()
    await expectCount(rows, 5)
    await choice(page, 'Assigned To').selectOptions('Unassigned')
    await expect.element(page.getByText(/^Page 1 of /)).toBeVisible()
    await choice(page, 'Assigned To').selectOptions('All')
    await expect.element(page.getByText('Page 1 of 3')).toBeVisible()
    await expect.poll(items).toEqual(firstPage)
  })
})

describe('a list that somebody looks at', () => {
  const open = async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Live Liv' })
    const first = await addOrder(shop, { customerId, itemDetails: 'Live radio', dueTimestamp: inDays(1) })
    const second = await addOrder(shop, { customerId, itemDetails: 'Live lamp', dueTimestamp: inDays(2) })
    await renderShop({ shop })
    await expect.poll(items).toEqual(['Live radio', 'Live lamp'])
    return { shop, first, second }
  }

  test('shows what another device changes without being asked', async () => {
    const { shop, first } = await open()
    await changeOrder(shop, first, { quotedCost: { from: null, to: '77' } })
    await expect.element(rowWith('Live radio')).toMatchTextContent('$77.00')
  })

  test('keeps its rows in place under the pointer, also where it rested before they came, and offers to sort anew', async () => {
    const { shop, second } = await open()
    await rowWith('Live lamp').hover()
    // Leave and return by key, so that rows appear under a resting pointer.
    for (const view of ['Customers', 'Orders']) {
      // A link's name includes the open count once it is known.
      await press(
        'Enter',
        page
          .getByRole('navigation')
          .getByRole('link', { name: new RegExp(`^${view}`) })
          .first(),
      )
      await expect.element(page.getByRole('grid', { name: view })).toBeVisible()
    }
    await rowWith('Live lamp').hover({ position: { x: 200, y: 10 } })
    await changeOrder(shop, second, { priority: { from: false, to: true } })
    await expect.element(rowWith('Live lamp')).toMatchTextContent('Priority:')
    expect(items()).toEqual(['Live radio', expect.stringMatching(/Live lamp$/)])
    // By key: rows sort as soon as the pointer leaves them.
    await press('Enter', page.getByRole('button', { name: /The list has changed/ }))
    await expect.poll(() => items().map((text) => text.replace(/^Priority: ?/, ''))).toEqual(['Live lamp', 'Live radio'])
  })
})

test('the menu saves every order of the view to a file, not only those of the page', async () => {
  const names: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  const shop = makeShop()
  await addOrders(shop, 21)
  await renderShop({ shop, at: `${shop.path}?view=all` })
  await expect.element(page.getByText('Showing 1-20 of 21 entries')).toBeVisible()
  await chooseFromListMenu('CSV of orders')
  await expect.element(toast()).toMatchTextContent('21 orders in the file.')
  expect(names).toEqual([expect.stringMatching(/_Orders_\d{4}-\d{2}-\d{2}\.csv$/)])
  await expect.element(page.getByRole('button', { name: 'More', exact: true })).toHaveFocus()
})

describe('views that a person names', () => {
  test('stand beside the others with their filters, also next time, until they are deleted (DAY-01)', async () => {
    const shop = makeShop()
    const customerId = await addCustomer(shop, { name: 'Saved Sal' })
    await addOrder(shop, { customerId, itemDetails: 'Old phone', status: 'Waiting For Part' }, new Date(Date.now() - 9 * 86_400_000))
    await addOrder(shop, { customerId, itemDetails: 'New phone', status: 'Waiting For Part' })
    const app = await renderShop({ shop })
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    await page.getByRole('tab', { name: 'Waiting' }).click()
    await choice(page, 'In its status').selectOptions('More than 5 days')
    await expect.poll(items).toEqual(['Old phone'])
    await chooseFromListMenu('Save this view…')
    const dialog = page.getByRole('dialog', { name: 'Save View' })
    await dialog.getByRole('textbox').fill('Part, older than 5 days')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(tab('Part, older than 5 days')).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'All' }).click()
    await expect.poll(() => items().length).toBe(2)
    await app.goTo(shop.path)
    await tab('Part, older than 5 days').click()
    await expect.poll(items).toEqual(['Old phone'])
    await chooseFromListMenu('Delete “Part, older than 5 days”')
    await expect.element(tab('Part, older than 5 days')).not.toBeInTheDocument()
    await expect.poll(items).toEqual(['Old phone'])
  })
})
