import type { Locator, Page } from '@playwright/test'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { findFaults } from '../harness/find-faults.ts'
import { choice, expect, field, openSignedIn, test, toast, type TestShop, waitForOfflineShell, waitUntilSynced } from '../harness/fixtures.ts'
import { countRunning, holdRequests } from '../harness/hold-requests.ts'

test.use({ serviceWorkers: 'allow' })

const rowOf = (page: Page, name: string) => page.getByRole('treegrid').getByRole('row').filter({ hasText: name })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const numberField = (within: Locator, name: string) => within.getByRole('spinbutton', { name, exact: true })

async function addStock(shop: TestShop): Promise<void> {
  const phones = createOp('categories', { name: 'Phones' })
  const screens = createOp('categories', { name: 'Screens', parentId: phones.id })
  await shop.api.write(shop.id, [
    phones,
    screens,
    createOp('categories', { name: 'Batteries', parentId: phones.id }),
    createOp('categories', { name: 'Tools' }),
    createOp('products', { name: 'Display OLED', categoryHierarchyId: screens.id, inventoryCount: 7, reorderPoint: 2, salePrice: 129.5 }),
    createOp('products', { name: 'Display LCD', categoryHierarchyId: screens.id, inventoryCount: 2, reorderPoint: 2 }),
    createOp('products', { name: 'Glue', categoryHierarchyId: phones.id, inventoryCount: 20, reorderPoint: 5 }),
  ])
}

test('the inventory says what has not come yet, and no screen of it has accessibility faults', { tag: '@long' }, async ({ makeShop, browser, baseURL }) => {
  const shop = await makeShop()
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const page = await context.newPage()
  const release = await holdRequests(page, '**/api/sync/pull*')
  const countPulls = countRunning(page, /\/api\/sync\/pull/)
  const countOthers = countRunning(page, /\/api\/(?!sync\/(?:pull|live))/)
  await openSignedIn(page, shop.person, `/${shop.id}/inventory`)
  await expect(page.getByText('Loading hierarchy...')).toBeVisible()
  // Wait for the other requests: a response after the outage would show the device as online. A held request does not.
  await expect.poll(() => countPulls() > 0 && countOthers() === 0).toBe(true)
  await context.setOffline(true)
  await expect(page.getByText('No hierarchy data available')).toBeVisible()
  await context.setOffline(false)
  release()
  await expect(page.getByText('No inventory hierarchy available')).toBeVisible()
  await addStock(shop)

  await rowOf(page, 'Display OLED').click()
  await dialogOf(page, 'Edit Product Inventory').getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Show archived' }).click()
  await expect(rowOf(page, 'Display OLED')).toContainText('Archived')
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Edit category Phones' }).click()
  await expect(dialogOf(page, 'Edit Category').getByRole('listitem')).toHaveCount(2)
  expect(await findFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Manage Categories' }).click()
  await expect(rowOf(page, 'Screens').first()).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await context.close()
})

test('products are added and counted without a network after a cold start, and two counts come together as differences', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  await addStock(shop)
  const { page, context } = await newDevice(shop.person)
  await waitForOfflineShell(page)
  await context.setOffline(true)
  await page.goto(`/${shop.id}/inventory`)
  await page.getByRole('button', { name: 'Add product to Batteries' }).click()
  const adding = dialogOf(page, 'Add Product Inventory')
  await expect(adding.getByText('Phones / Batteries')).toBeVisible()
  await expect(field(adding, 'SKU')).toHaveCount(0)
  await expect(numberField(adding, 'Inventory Count')).toHaveValue('0')
  await expect(numberField(adding, 'Reorder Point')).toHaveValue('2')
  for (const price of ['Cost Price', 'Sale Price']) await expect(numberField(adding, price)).toHaveAttribute('step', '0.01')
  await numberField(adding, 'Inventory Count').fill('-1')
  await numberField(adding, 'Reorder Point').fill('1.5')
  await numberField(adding, 'Cost Price').fill('-2')
  await numberField(adding, 'Sale Price').fill('1.234')
  await adding.getByRole('button', { name: 'Add Product' }).click()
  await expect(adding.getByRole('alert')).toHaveText([
    'Product name is required',
    'Inventory count must be a positive integer',
    'Reorder point must be a positive integer',
    'Cost price must be a valid positive number',
    'Sale price must be a valid positive number',
  ])
  await field(adding, 'Name').fill('Battery 12')
  await numberField(adding, 'Inventory Count').fill('')
  await numberField(adding, 'Reorder Point').fill('')
  await numberField(adding, 'Cost Price').fill('')
  await numberField(adding, 'Sale Price').fill('39.9')
  await choice(adding, 'Condition').selectOption('used')
  await expect(choice(adding, 'Supplier').getByRole('option', { selected: true })).toHaveText('None')
  await adding.getByRole('button', { name: 'Add Product' }).click()
  await expect(toast(page)).toContainText('Product added successfully')
  await expect(rowOf(page, 'Battery 12')).toContainText('0 in stock')
  await expect(rowOf(page, 'Battery 12')).toContainText('Not sent yet')

  const [oled] = (await shop.api.pullAll('products')).filter((row) => 'name' in row && row.name === 'Display OLED')
  await rowOf(page, 'Display OLED').click()
  const editing = dialogOf(page, 'Edit Product Inventory')
  await expect(numberField(editing, 'Inventory Count')).toHaveValue('7')
  await field(editing, 'SKU').fill('OLED-1')
  await numberField(editing, 'Inventory Count').fill('')
  await editing.getByRole('button', { name: 'Update Product' }).click()
  await expect(editing.getByRole('alert')).toHaveText('Inventory count must be a positive integer')
  await numberField(editing, 'Inventory Count').fill('5')
  await editing.getByRole('button', { name: 'Update Product' }).click()
  await expect(toast(page)).toContainText('Product updated successfully')
  await expect(rowOf(page, 'Display OLED')).toContainText('5 in stock')
  await shop.api.write(shop.id, [{ action: 'update', collection: 'products', id: oled?.id ?? '', changes: { inventoryCount: { from: 7, to: 4 } } }])
  await context.setOffline(false)
  await waitUntilSynced(page)
  await expect(rowOf(page, 'Display OLED')).toContainText('2 in stock')

  const other = await newDevice(shop.person, { at: `/${shop.id}/inventory` })
  await expect(rowOf(other.page, 'Display OLED')).toContainText('2 in stock')
  await expect(rowOf(other.page, 'Display OLED')).toContainText('OLED-1')
  await expect(rowOf(other.page, 'Battery 12')).toContainText('used')
  const [added] = (await shop.api.pullAll('products')).filter((row) => 'name' in row && row.name === 'Battery 12')
  expect(added).toMatchObject({
    inventoryCount: 0,
    reorderPoint: 2,
    costPrice: null,
    salePrice: 39.9,
    supplierId: null,
    typeId: null,
    colorId: null,
    sku: null,
  })
})
