import { readFile } from 'node:fs/promises'
import { chooseFromListMenu, expect, test } from '../harness/fixtures.ts'
import { findFaults, findFaultsOfDark } from '../harness/find-faults.ts'

const file = 'First Name,Last Name,Mobile\nImogen,Port,(555) 010-2233\nOtto,Fields,n/a\nMia,Quay,555 010 4455\n,,n/a\n'

test('customers of another system are tried out, imported and listed; everything comes out again as a zip (CSV-01, CSV-02)', async ({
  newDevice,
  makeShop,
}) => {
  const shop = await makeShop({ privileges: ['view_shop_setting'] })
  const { page } = await newDevice(shop.person, { at: '/shop-settings' })
  await page.getByRole('button', { name: 'Import and Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import and Export' })
  await dialog.getByLabel('File to import').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(dialog.getByRole('combobox', { name: 'What Mobile is' })).toHaveValue('phone')
  expect(await findFaults(page)).toEqual([])
  expect(await findFaultsOfDark(page)).toEqual([])

  await expect(dialog.getByText('Phone is not a phone number: line 3')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try it out' }).click()
  await expect(dialog.getByText('Nothing is stored yet. 3 customers would be new, 0 already exist, 1 line would be refused.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByText('Done. 3 customers imported, 0 were there already, 1 line refused.')).toBeVisible()
  const [refused] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save the refused lines' }).click()])
  expect(refused.suggestedFilename()).toBe('people_refused.csv')
  expect(await readFile(await refused.path(), 'utf8')).toBe('\uFEFFLine,Reason,First Name,Last Name,Mobile\r\n5,Customer name is required,,,n/a\r\n')

  const [everything] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export everything' }).click()])
  expect(everything.suggestedFilename()).toMatch(/\.zip$/)
  expect((await readFile(await everything.path())).subarray(0, 2).toString()).toBe('PK')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()

  await page.goto(`/${shop.id}/customers`)
  await expect(page.getByRole('grid', { name: 'Customers' }).getByText('Imogen Port')).toBeVisible()
  const [list] = await Promise.all([page.waitForEvent('download'), chooseFromListMenu(page, 'CSV of customers')])
  expect((await readFile(await list.path(), 'utf8')).split('\r\n').slice(0, 2)).toEqual(['\uFEFFName,Phone,Alt Phone,Email', "Imogen Port,'+1 555-010-2233,,"])
})
