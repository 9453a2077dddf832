import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { customersTable, expect, rowWith, syncBadge, takeInCustomer, test, toast, waitUntilSynced } from '../harness/fixtures.ts'

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Sync' })
const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Open unsent changes' })

async function openPanel(page: Page) {
  if (!(await panelOf(page).isVisible())) await syncBadge(page).click()
  await expect(panelOf(page)).toBeVisible()
  return panelOf(page)
}

async function saveUnsent(page: Page): Promise<{ name: string; text: string }> {
  const panel = await openPanel(page)
  await expect(panel.getByRole('region', { name: 'This device' })).toContainText(/Version\d+\.\d+\.\d+/)
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Save as a file' }).click()
  const file = await download
  const text = await readFile(await file.path(), 'utf8')
  await expect(toast(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(toast(page)).toBeVisible()
  return { name: file.suggestedFilename(), text }
}

async function chooseFile(page: Page, { name, text }: { name: string; text: string }): Promise<void> {
  const panel = await openPanel(page)
  await panel.getByLabel('File of unsent changes').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await expect(panel).toBeHidden()
  await expect(importDialog(page)).toBeVisible()
}

test('what waits on a device without network travels as a file, lands once, and is nothing new when that device sends it too', async ({
  makeShop,
  newDevice,
}) => {
  const shop = await makeShop()
  const a = await newDevice(shop.person)
  const b = await newDevice(shop.person)
  await a.page.getByRole('link', { name: 'Customers' }).click()
  await expect(a.page.getByText('No customers found')).toBeVisible()
  await a.context.setOffline(true)
  await takeInCustomer(a.page, { name: 'File Fay', phone: '5550107071' })
  await takeInCustomer(a.page, { name: 'File Finn', phone: '5550107072' })
  await takeInCustomer(a.page, { name: 'File Fritz', phone: '5550107073' })
  const file = await saveUnsent(a.page)
  await expect(toast(a.page)).toContainText('3 changes saved as a file')
  expect(file.name).toMatch(/^mainspring-unsent-kay-.+-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(file.text)).toMatchObject({ format: 'mainspring-unsent', version: 1, userId: shop.person.userId, login: shop.person.loginId, refused: [] })

  await b.page.goto(`/${shop.id}/customers`)
  await expect(b.page.getByText('No customers found')).toBeVisible()
  await b.context.setOffline(true)
  await chooseFile(b.page, file)
  await expect(importDialog(b.page)).toContainText('3 changes')
  await expect(importDialog(b.page).getByRole('listitem')).toHaveText(['3 new customers'])
  await expect(customersTable(b.page)).toBeHidden()
  await importDialog(b.page).getByRole('button', { name: 'Add 3 changes' }).click()
  await expect(toast(b.page)).toContainText('3 changes added')
  await expect(rowWith(b.page, 'File Fay')).toContainText('Not sent yet')

  await chooseFile(b.page, file)
  await expect(importDialog(b.page).getByRole('listitem')).toHaveText(['3 already here'])
  await expect(importDialog(b.page).getByRole('button', { name: /^Add / })).toHaveCount(0)
  await importDialog(b.page).getByRole('button', { name: 'Close' }).last().click()

  await b.context.setOffline(false)
  await waitUntilSynced(b.page)
  type Customer = { id: string; name: string; email: string | null }
  const readCustomers = async (): Promise<Customer[]> =>
    (await shop.api.read<Customer[]>(`/api/${shop.id}/customers`)).toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const landed = await readCustomers()
  expect(landed).toMatchObject([{ name: 'File Fay', email: null }, { name: 'File Finn' }, { name: 'File Fritz' }])
  const fayId = landed[0]?.id ?? ''
  await shop.api.write(shop.id, [{ action: 'update', collection: 'customers', id: fayId, changes: { email: { from: null, to: 'fay.new@example.org' } } }])

  await a.context.setOffline(false)
  await waitUntilSynced(a.page)
  expect(await readCustomers()).toMatchObject([{ id: fayId, name: 'File Fay', email: 'fay.new@example.org' }, { name: 'File Finn' }, { name: 'File Fritz' }])
  await expect(rowWith(a.page, 'File Fay')).toContainText('fay.new@example.org')
  await expect(rowWith(b.page, 'File Fay')).toContainText('fay.new@example.org')
})
