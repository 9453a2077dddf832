import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderShop } from '#web/testing/render-shop.tsx'
import { ordersTable, rowWith, toast, waitUntilSynced } from '#web/testing/screen.ts'
import { addCustomer, addOrder, addOrders, readOrders } from '#web/testing/shop-rows.ts'
import { makeShop, type TestShop } from '#web/testing/shop-server.ts'

const readStatuses = async (shop: TestShop) => new Map((await readOrders(shop)).map(({ id, orderStatusId }) => [id, orderStatusId]))

test('62 found orders are moved in one go without a network, each by itself, and one Undo takes all of it back (BULK-01)', async () => {
  await page.viewport(1400, 900)
  const shop = makeShop()
  await addOrders(shop, 59)
  const customerId = await addCustomer(shop, { name: 'Bulk Bea' })
  for (const name of ['Red radio', 'Blue radio', 'Green radio']) await addOrder(shop, { customerId, itemDetails: name })
  const app = await renderShop({ shop })
  app.goOffline()
  await expect.element(ordersTable()).toHaveAttribute('aria-rowcount', '63')
  const before = await readStatuses(shop)
  shop.server.pushes = []
  await ordersTable().getByRole('checkbox', { name: 'Select all on this page' }).click()
  const bar = page.getByRole('group', { name: 'Selected orders' })
  await bar.getByRole('button', { name: 'Select all 62 found' }).click()
  await expect.element(bar).toMatchTextContent('62 selected')
  await bar.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Fixed' }).click()
  await expect.element(toast()).toMatchTextContent('orders updated')
  await expect.element(toast()).toMatchTextContent('Status: Fixed')
  await toast().getByRole('button', { name: 'Undo' }).click()
  await expect.element(toast()).toMatchTextContent('orders set back')
  await page.getByRole('searchbox').fill('radio')
  await expect.element(ordersTable()).toHaveAttribute('aria-rowcount', '4')
  await expect.element(bar).toMatchTextContent('62 selected')
  await expect.element(rowWith('Red radio').getByRole('checkbox')).toBeChecked()
  await expect.element(rowWith('Red radio')).toMatchTextContent('Dropped Off')
  // The server accepts every single change and its undo.
  await app.goOnline()
  await waitUntilSynced()
  const sent = shop.server.pushes.flatMap(({ mutations }) => mutations)
  expect(sent.map(({ ops }) => ops.length)).toEqual(Array(124).fill(1))
  expect(await readStatuses(shop)).toEqual(before)
  expect(shop.server.refused).toEqual([])
  await expect.element(page.getByRole('button', { name: /needs? attention/i })).not.toBeInTheDocument()
})
