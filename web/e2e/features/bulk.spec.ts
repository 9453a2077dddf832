import { expect, ordersTable, rowWith, test, type TestShop, toast, waitUntilSynced } from '../harness/fixtures.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

const readStatuses = async (shop: TestShop): Promise<Map<string, string>> => {
  const orders = await shop.api.read<{ id: string; orderStatusId: string }[]>(`/api/${shop.id}/orders`)
  return new Map(orders.map(({ id, orderStatusId }) => [id, orderStatusId]))
}

test.describe('many orders at once', () => {
  test('62 found orders are moved in one go without a network, each by itself, and one Undo takes all of it back (BULK-01)', async ({
    makeShop,
    newDevice,
  }) => {
    const shop = await makeShop({ generatedOrders: 59 })
    const customerId = await addCustomer(shop, { name: 'Bulk Bea' })
    for (const name of ['Red radio', 'Blue radio', 'Green radio']) await addOrder(shop, { customerId, itemDetails: name })
    const { page, context } = await newDevice(shop.person, { at: shop.path, context: { viewport: { width: 1400, height: 900 } } })
    await context.setOffline(true)
    await expect(ordersTable(page)).toHaveAttribute('aria-rowcount', '63')
    const before = await readStatuses(shop)
    await ordersTable(page).getByRole('checkbox', { name: 'Select all on this page' }).click()
    const bar = page.getByRole('group', { name: 'Selected orders' })
    await bar.getByRole('button', { name: 'Select all 62 found' }).click()
    await expect(bar).toContainText('62 selected')
    await bar.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitem', { name: 'Fixed', exact: true }).click()
    const told = toast(page)
    await expect(told).toContainText('orders updated')
    await expect(told).toContainText('Status: Fixed')
    await told.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page)).toContainText('orders set back')
    // Selected still, whatever the list shows.
    await page.getByRole('searchbox', { name: 'Search' }).fill('radio')
    await expect(ordersTable(page)).toHaveAttribute('aria-rowcount', '4')
    await expect(bar).toContainText('62 selected')
    await expect(rowWith(page, 'Red radio').getByRole('checkbox')).toBeChecked()
    await expect(rowWith(page, 'Red radio')).toContainText('Dropped Off')
    // Each order was changed by itself, and back: the server takes every one of them.
    await context.setOffline(false)
    await waitUntilSynced(page)
    expect(await readStatuses(shop)).toEqual(before)
    await expect(page.getByRole('button', { name: /needs? attention/i })).toHaveCount(0)
  })
})
