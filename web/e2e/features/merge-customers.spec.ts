import { expect, rowWith, test, toast, waitUntilSynced } from '../harness/fixtures.ts'
import { findFaults } from '../harness/find-faults.ts'
import { addCustomer, addOrder } from '../harness/rows.ts'

test('two rows of one customer are found, merged offline with all that both have, and parted again by Undo', async ({ makeShop, newDevice }) => {
  const shop = await makeShop({ privileges: ['delete_customer'] })
  const bob = await addCustomer(shop, { name: 'Bob', phone: '4155550142', customerNotes: 'Deaf' })
  await addCustomer(shop, { name: 'Bob Lee', alternateCountryCode: '+1', alternatePhone: '4155550142', phone: '2075551234', customerNotes: 'Pays cash' })
  await addCustomer(shop, { name: 'Ann', phone: '5035559876' })
  await addOrder(shop, { customerId: bob, itemDetails: 'iPhone 12' })
  const { page } = await newDevice(shop.person, { at: `/${shop.id}/customers` })
  await waitUntilSynced(page)

  await page.getByRole('button', { name: 'Likely duplicates' }).click()
  const list = page.getByRole('dialog', { name: 'Likely duplicates (1)' })
  await expect(list.getByText('Same phone')).toBeVisible()
  await page.context().setOffline(true)
  await expect(list.getByText('Ann')).toBeHidden()
  expect(await findFaults(page)).toEqual([])
  await list.getByRole('button', { name: 'Merge Bob Lee with Bob' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge customers' })
  await dialog.getByRole('group', { name: 'Who stays' }).getByText('Bob Lee').click()
  await dialog.getByRole('group', { name: 'Name' }).getByText('Bob Lee').click()
  const result = dialog.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('Moved from “Bob”: 1 order.')
  await expect(result).toContainText('Pays cash\nDeaf')
  expect(await findFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()

  await expect(toast(page).filter({ hasText: 'Customers merged' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Likely duplicates (0)' }).getByText('No likely duplicates')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(rowWith(page, 'Bob Lee')).toContainText('415-555-0142')
  await expect(rowWith(page, 'Bob Lee')).toContainText('207-555-1234')
  // A list keeps its rows in their places under the pointer.
  await toast(page).filter({ hasText: 'Customers merged' }).getByRole('button', { name: 'Undo' }).click()
  await page.mouse.move(0, 0)
  await expect(toast(page).filter({ hasText: 'Merge undone' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.context().setOffline(false)
  await waitUntilSynced(page)
  await expect(page.getByRole('row')).toHaveCount(4)
})
