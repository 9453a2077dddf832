import type { Locator, Page } from '@playwright/test'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { findFaults } from './find-faults.ts'
import { choice, expect, field, test, toast, type TestShop, waitForOfflineShell, waitUntilSynced } from './fixtures.ts'

const treeOf = (within: Page | Locator) => within.getByRole('treegrid')
const rowOf = (within: Page | Locator, name: string) => treeOf(within).getByRole('row').filter({ hasText: name })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const manager = (page: Page) => dialogOf(page, 'Manage Categories')
const numberField = (within: Locator, name: string) => within.getByRole('spinbutton', { name, exact: true })
/** What each row is called, from top to bottom; badges have a title too. */
const namesIn = (within: Page | Locator) => treeOf(within).getByRole('row').locator('[role="gridcell"]:first-child span[title]:not([title*="in stock"], [title*="sent"])')

type Stock = { phones: string; screens: string; batteries: string; tools: string }

/** Phones (Batteries, Screens with two displays) and Tools. */
async function addStock(shop: TestShop): Promise<Stock> {
  const phones = createOp('categories', { name: 'Phones' })
  const screens = createOp('categories', { name: 'Screens', parentId: phones.id })
  const batteries = createOp('categories', { name: 'Batteries', parentId: phones.id })
  const tools = createOp('categories', { name: 'Tools' })
  await shop.api.act(shop.id, [
    phones,
    screens,
    batteries,
    tools,
    createOp('products', { name: 'Display OLED', categoryHierarchyId: screens.id, inventoryCount: 7, reorderPoint: 2, salePrice: 129.5 }),
    createOp('products', { name: 'Display LCD', categoryHierarchyId: screens.id, inventoryCount: 2, reorderPoint: 2 }),
    createOp('products', { name: 'Glue', categoryHierarchyId: phones.id, inventoryCount: 20, reorderPoint: 5 }),
  ])
  return { phones: phones.id, screens: screens.id, batteries: batteries.id, tools: tools.id }
}

const readCategories = async (shop: TestShop) => (await shop.api.pullAll('categories')) as unknown as { id: string; name: string; parentId: string | null }[]

/** The name of the parent of each category by name. */
async function parentsOf(shop: TestShop): Promise<Record<string, string | null | undefined>> {
  const rows = await readCategories(shop)
  return Object.fromEntries(rows.map(({ name, parentId }) => [name, parentId === null ? null : rows.find(({ id }) => id === parentId)?.name]))
}

test('the inventory shows its hierarchy with counts, finds by all words, marks what is low, and goes by the keys of a tree', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page } = await newDevice(shop.person)
  await page.goto(`/${shop.id}/inventory`)
  await expect(page.getByText('No inventory hierarchy available')).toBeVisible()
  await addStock(shop)
  await expect(namesIn(page)).toHaveText(['Phones', 'Batteries', 'Screens', 'Display LCD', 'Display OLED', 'Glue', 'Tools'])
  // Pieces right here, and of all below.
  await expect(rowOf(page, 'Phones')).toContainText('20 in stock here')
  await expect(rowOf(page, 'Phones')).toContainText('29 total')
  await expect(rowOf(page, 'Screens')).toContainText('9 total')
  await expect(rowOf(page, 'Tools')).toContainText('0 total')
  await expect(rowOf(page, 'Tools')).not.toContainText('in stock here')
  await expect(rowOf(page, 'Display OLED')).toContainText('7 in stock')
  await expect(rowOf(page, 'Display OLED')).toContainText('$129.50')
  await expect(page.getByText('Low stock', { exact: true }).and(treeOf(page).locator('*'))).toHaveCount(1)
  await expect(rowOf(page, 'Display LCD')).toContainText('Low stock')
  expect(await findFaults(page)).toEqual([])

  const search = page.getByRole('searchbox')
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await search.fill('phones OLED')
  await expect(namesIn(page)).toHaveText(['Phones', 'Screens', 'Display OLED'])
  await expect(page.getByText('Showing Filtered Results')).toBeVisible()
  await search.fill('tools oled')
  await expect(page.getByText('Nothing in the inventory matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).first().click()
  await page.getByRole('button', { name: /^Low stock/ }).click()
  await expect(namesIn(page)).toHaveText(['Phones', 'Screens', 'Display LCD'])
  await expect(page).toHaveURL(/stock=low/)
  await page.getByRole('button', { name: /^Remove filter stock/ }).click()

  await rowOf(page, 'Phones').focus()
  await page.keyboard.press('End')
  await expect(rowOf(page, 'Tools')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await expect(rowOf(page, 'Phones')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(namesIn(page)).toHaveText(['Phones', 'Tools'])
  await expect(rowOf(page, 'Phones')).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(rowOf(page, 'Batteries')).toBeFocused()
  await expect(rowOf(page, 'Batteries')).toHaveAttribute('aria-level', '2')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Edit category Batteries' })).toBeFocused()
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

  // A colleague takes three displays while this device, still offline, takes two.
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
  await shop.api.act(shop.id, [{ action: 'update', collection: 'products', id: oled?.id ?? '', changes: { inventoryCount: { from: 7, to: 4 } } }])
  await context.setOffline(false)
  await waitUntilSynced(page)
  await expect(rowOf(page, 'Display OLED')).toContainText('2 in stock')

  const other = await newDevice(shop.person)
  await other.page.goto(`/${shop.id}/inventory`)
  await expect(rowOf(other.page, 'Display OLED')).toContainText('2 in stock')
  await expect(rowOf(other.page, 'Display OLED')).toContainText('OLED-1')
  await expect(rowOf(other.page, 'Battery 12')).toContainText('used')
  const [added] = (await shop.api.pullAll('products')).filter((row) => 'name' in row && row.name === 'Battery 12')
  expect(added).toMatchObject({ inventoryCount: 0, reorderPoint: 2, costPrice: null, salePrice: 39.9, supplierId: null, typeId: null, colorId: null, sku: null })
})

test('categories are moved by mouse, finger and keys, copied and pasted, and never below themselves', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page, context } = await newDevice(shop.person, { context: { hasTouch: true } })
  await page.goto(`/${shop.id}/inventory`)
  await page.getByRole('button', { name: 'Manage Categories' }).click()
  await expect(manager(page).getByText('No Categories Yet')).toBeVisible()
  await manager(page).getByRole('button', { name: 'Add Root Category' }).click()
  await manager(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(manager(page).getByText('Category name is required')).toBeVisible()
  await field(manager(page), 'Root category name').fill('Cases')
  await page.keyboard.press('Enter')
  await expect(rowOf(manager(page), 'Cases')).toBeVisible()
  await addStock(shop)
  await expect(namesIn(manager(page))).toHaveText(['Cases', 'Phones', 'Batteries', 'Screens', 'Tools'])
  expect(await findFaults(page)).toEqual([])
  const zone = manager(page).getByRole('button', { name: 'Drop here to make a category top-level' })
  const centre = async (locator: Locator) => {
    const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    return { x: x + width / 2, y: y + height / 2 }
  }
  const gripOf = (name: string) => manager(page).getByRole('button', { name: `Move ${name}`, exact: true })

  // Mouse: a row into another one, then to the top level.
  const dragByMouse = async (from: Locator, to: Locator): Promise<void> => {
    await from.hover()
    await page.mouse.down()
    const { x, y } = await centre(to)
    await page.mouse.move(x, y, { steps: 4 })
    await page.mouse.up()
  }
  await dragByMouse(rowOf(manager(page), 'Batteries'), gripOf('Tools'))
  await expect(toast(page)).toContainText('Category moved successfully')
  await expect(namesIn(manager(page))).toHaveText(['Cases', 'Phones', 'Screens', 'Tools', 'Batteries'])
  await dragByMouse(gripOf('Batteries'), zone)
  await expect(namesIn(manager(page))).toHaveText(['Batteries', 'Cases', 'Phones', 'Screens', 'Tools'])
  await expect.poll(() => parentsOf(shop)).toMatchObject({ Batteries: null, Screens: 'Phones' })
  await dragByMouse(rowOf(manager(page), 'Phones'), gripOf('Screens'))
  await expect(toast(page)).toContainText('Invalid Move')
  await expect(toast(page)).toContainText('Cannot move a category to be a child of its own descendant')

  // A finger drags by the grip.
  const touch = await context.newCDPSession(page)
  const [from, to] = [await centre(gripOf('Cases')), await centre(gripOf('Tools'))]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (const part of [0.25, 0.5, 0.75, 1]) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: from.x, y: from.y + (to.y - from.y) * part }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(namesIn(manager(page))).toHaveText(['Batteries', 'Phones', 'Screens', 'Tools', 'Cases'])

  // Keys: Space picks up, arrows choose, Enter puts down; above the first row lies the top level.
  await rowOf(manager(page), 'Cases').focus()
  await page.keyboard.press('Space')
  await expect(manager(page).getByRole('status')).toContainText('Cases is picked up.')
  await page.keyboard.press('Home')
  await page.keyboard.press('Escape')
  await expect(manager(page).getByRole('status')).toContainText('Cases stays where it is.')
  await rowOf(manager(page), 'Cases').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(namesIn(manager(page))).toHaveText(['Batteries', 'Cases', 'Phones', 'Screens', 'Tools'])
  await expect(rowOf(manager(page), 'Cases')).toHaveAttribute('aria-level', '2')
  await rowOf(manager(page), 'Cases').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(zone).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rowOf(manager(page), 'Cases')).toHaveAttribute('aria-level', '1')

  // The buttons Child and Parent, and undo.
  const button = (row: string, name: string) => rowOf(manager(page), row).getByRole('button', { name: new RegExp(`^${name}\\b`) })
  await button('Tools', 'Child').click()
  await expect(rowOf(manager(page), 'Tools')).toHaveAttribute('aria-level', '2')
  await button('Tools', 'Parent').click()
  await expect(rowOf(manager(page), 'Tools')).toHaveAttribute('aria-level', '1')
  await button('Screens', 'Parent').click()
  await expect(rowOf(manager(page), 'Screens')).toHaveAttribute('aria-level', '1')
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(manager(page), 'Screens')).toHaveAttribute('aria-level', '2')

  await button('Tools', 'Paste').click()
  await expect(toast(page)).toContainText('Nothing to paste')
  await expect(toast(page)).toContainText('Please copy a category first')
  await button('Phones', 'Copy').click()
  await context.setOffline(true)
  await button('Tools', 'Paste').click()
  await expect(toast(page)).toContainText('Categories Pasted')
  await expect(namesIn(manager(page))).toHaveText(['Batteries', 'Cases', 'Phones', 'Screens', 'Tools', 'Phones'])
  await context.setOffline(false)
  await expect.poll(async () => (await readCategories(shop)).length).toBe(7)
})

test('a category is edited with its children, and one that is in use is not deleted', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  await addStock(shop)
  const { page } = await newDevice(shop.person)
  await page.goto(`/${shop.id}/inventory`)
  await page.getByRole('button', { name: 'Edit category Phones' }).click()
  const dialog = dialogOf(page, 'Edit Category')
  const children = dialog.getByRole('region', { name: 'Child categories' }).getByRole('listitem')
  await expect(children).toHaveCount(2)
  expect(await findFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add Category' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(['Category name is required', 'Please select a level'])
  await field(dialog, 'Name').fill('Cables')
  await choice(dialog, 'Level').selectOption('Child')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Add Category' }).click()
  await expect(children).toContainText(['Batteries', 'Cables', 'Screens'])
  await field(dialog, 'Name').fill('Radios')
  await choice(dialog, 'Level').selectOption('Parent')
  await dialog.getByRole('button', { name: 'Add Category' }).click()
  await expect(field(dialog, 'Name')).toHaveValue('')

  await dialog.getByRole('button', { name: 'Edit Cables' }).click()
  await field(dialog, 'Category name').fill('Leads')
  await page.keyboard.press('Enter')
  await expect(children).toContainText(['Batteries', 'Leads', 'Screens'])
  await dialog.getByRole('button', { name: 'Delete Screens' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(toast(page)).toContainText('Error deleting child category')
  await expect(toast(page)).toContainText('This category still holds products.')
  await dialog.getByRole('button', { name: 'No', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete Leads' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(children).toContainText(['Batteries', 'Screens'])
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(children).toContainText(['Batteries', 'Leads', 'Screens'])
  await expect.poll(() => parentsOf(shop)).toMatchObject({ Radios: null, Leads: 'Phones' })
})

test('suppliers are managed, named by products, and kept while they are', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  await addStock(shop)
  const { page } = await newDevice(shop.person)
  await page.goto(`/${shop.id}/inventory`)
  await page.getByRole('button', { name: 'Suppliers' }).click()
  const list = dialogOf(page, 'Suppliers')
  await expect(list.getByText('No suppliers yet')).toBeVisible()
  await list.getByRole('button', { name: 'Add Supplier' }).click()
  const adding = dialogOf(page, 'Add Supplier')
  await field(adding, 'Country Code').fill('')
  await field(adding, 'Phone').fill('2079460000')
  await field(adding, 'Email').fill('nobody')
  await adding.getByRole('button', { name: 'Add Supplier' }).click()
  await expect(adding.getByRole('alert')).toHaveText(['Supplier name is required', 'Invalid email format', 'Please provide a country code when entering a phone number.'])
  await field(adding, 'Supplier Name').fill('Pixels Ltd')
  await field(adding, 'Country Code').fill('44')
  await field(adding, 'Email').fill('sales@pixels.example')
  await adding.getByRole('button', { name: 'Add Supplier' }).click()
  await expect(list.getByRole('listitem')).toContainText(['+44 207-946-0000'])
  await list.getByRole('button', { name: 'Close' }).last().click()

  await rowOf(page, 'Display LCD').click()
  const product = dialogOf(page, 'Edit Product Inventory')
  await choice(product, 'Supplier').selectOption('Pixels Ltd')
  await product.getByRole('button', { name: 'Update Product' }).click()
  await expect(rowOf(page, 'Display LCD')).toContainText('Pixels Ltd')
  await page.getByRole('button', { name: 'Suppliers' }).click()
  await list.getByRole('button', { name: 'Delete Pixels Ltd' }).click()
  await list.getByRole('button', { name: 'Yes' }).click()
  await expect(toast(page)).toContainText('Failed to delete supplier')
  await expect(toast(page)).toContainText('Products still name this supplier.')
  await list.getByRole('button', { name: 'Edit Pixels Ltd' }).click()
  const editing = dialogOf(page, 'Edit Supplier')
  await field(editing, 'Supplier Name').fill('Pixels & Parts')
  await editing.getByRole('button', { name: 'Update Supplier' }).click()
  await expect(list.getByRole('listitem')).toContainText(['Pixels & Parts'])
})
