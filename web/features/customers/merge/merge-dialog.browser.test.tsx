import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findFaults } from '#web/testing/find-page-faults.ts'
import { renderShop } from '#web/testing/render-shop.tsx'
import { chooseFromListMenu, dialogOf, expectCount, rowWith, toast, waitUntilSynced } from '#web/testing/screen.ts'
import { makeShop } from '#web/testing/shop-server.ts'
import { addCustomer, addOrder } from '#web/testing/shop-rows.ts'

test('two rows of one customer are found, merged offline with all that both have, and parted again by Undo', async () => {
  const shop = makeShop({ privileges: ['delete_customer'] })
  const bob = await addCustomer(shop, { name: 'Bob', phone: '4155550142', customerNotes: 'Deaf' })
  await addCustomer(shop, { name: 'Bob Lee', alternateCountryCode: '+1', alternatePhone: '4155550142', phone: '2075551234', customerNotes: 'Pays cash' })
  await addCustomer(shop, { name: 'Ann', phone: '5035559876' })
  await addOrder(shop, { customerId: bob, itemDetails: 'iPhone 12' })
  const app = await renderShop({ shop, at: `/${shop.id}/customers` })

  await chooseFromListMenu(/^Likely duplicates/)
  const list = dialogOf('Likely duplicates (1)')
  await expect.element(list.getByText('Same phone')).toBeVisible()
  app.goOffline()
  await expect.element(list.getByText(/Ann/)).not.toBeInTheDocument()
  expect(await findFaults()).toEqual([])
  await list.getByRole('button', { name: 'Merge Bob Lee with Bob' }).click()
  const dialog = dialogOf('Merge customers')
  await dialog
    .getByRole('group', { name: 'Who stays' })
    .getByText(/^Bob Lee/)
    .click()
  await dialog.getByRole('group', { name: 'Name' }).getByText('Bob Lee').click()
  const result = dialog.getByRole('region', { name: 'Result' })
  await expect.element(result).toMatchTextContent('Moved from “Bob”: 1 order.')
  await expect.element(result).toMatchTextContent(/Pays cash\s+Deaf/)
  expect(await findFaults()).toEqual([])
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()

  await expect.element(toast().filter({ hasText: 'Customers merged' })).toBeVisible()
  await expect.element(dialogOf('Likely duplicates (0)').getByText('No likely duplicates')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expectCount(page.getByRole('row'), 3)
  await expect.element(rowWith('Bob Lee')).toMatchTextContent('415-555-0142')
  await expect.element(rowWith('Bob Lee')).toMatchTextContent('207-555-1234')
  // Move the pointer away: a list keeps its order while the pointer is over it.
  await toast().filter({ hasText: 'Customers merged' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: 'Customers' }).hover()
  await expect.element(toast().filter({ hasText: 'Merge undone' })).toBeVisible()
  await expectCount(page.getByRole('row'), 4)
  await app.goOnline()
  await waitUntilSynced()
  await expectCount(page.getByRole('row'), 4)
})
