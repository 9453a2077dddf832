import type { Locator, Page } from '@playwright/test'
import { createOp } from '#scripts/process-tests/api-client.ts'
import { findFaults } from '../harness/find-faults.ts'
import { choice, closeToast, expect, field, openSignedIn, test, toast, type TestShop, waitForOfflineShell, waitUntilSynced } from '../harness/fixtures.ts'
import { refuseReads, refuseWrites } from '../harness/raw-storage.ts'
import { countRunning, holdRequests } from '../harness/hold-requests.ts'
import { waitForItsToast } from '../harness/its-toast.ts'
import { attention, changePushes, openAttention } from '../harness/refusals.ts'

test.use({ serviceWorkers: 'allow' })

const treeOf = (within: Page | Locator) => within.getByRole('treegrid')
const rowOf = (within: Page | Locator, name: string) => treeOf(within).getByRole('row').filter({ hasText: name })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const manager = (page: Page) => dialogOf(page, 'Manage Categories')
const numberField = (within: Locator, name: string) => within.getByRole('spinbutton', { name, exact: true })
/** The names of the rows from top to bottom, without the badges, which have titles too. */
const namesIn = (within: Page | Locator) =>
  treeOf(within).getByRole('row').locator('[role="gridcell"]:first-child span[title]:not([title*="in stock"], [title*="sent"])')

type Stock = { phones: string; screens: string; batteries: string; tools: string }

/** Adds the categories Phones (with Batteries, and Screens with two displays) and Tools. */
async function addStock(shop: TestShop): Promise<Stock> {
  const phones = createOp('categories', { name: 'Phones' })
  const screens = createOp('categories', { name: 'Screens', parentId: phones.id })
  const batteries = createOp('categories', { name: 'Batteries', parentId: phones.id })
  const tools = createOp('categories', { name: 'Tools' })
  await shop.api.write(shop.id, [
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

/** Opens the dialog of the category Phones. */
async function openPhones(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit category Phones' }).click()
  return dialogOf(page, 'Edit Category')
}

const readCategories = async (shop: TestShop) => (await shop.api.pullAll('categories')) as unknown as { id: string; name: string; parentId: string | null }[]

/** The names of the parents by the names of their categories; null for a root category. */
async function parentsOf(shop: TestShop): Promise<Record<string, string | null | undefined>> {
  const rows = await readCategories(shop)
  return Object.fromEntries(rows.map(({ name, parentId }) => [name, parentId === null ? null : rows.find(({ id }) => id === parentId)?.name]))
}

test('the inventory shows its hierarchy with counts, finds by all words, marks what is low, and goes by the keys of a tree', async ({
  makeShop,
  browser,
  baseURL,
}) => {
  const shop = await makeShop()
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const page = await context.newPage()
  const release = await holdRequests(page, '**/api/sync/pull*')
  const countPulls = countRunning(page, /\/api\/sync\/pull/)
  const countOthers = countRunning(page, /\/api\/(?!sync\/(?:pull|live))/)
  await openSignedIn(page, shop.person, `/${shop.id}/inventory`)
  await expect(page.getByText('Loading hierarchy...')).toBeVisible()
  // An answer that comes behind the loss of the network would say that it is there, and what is held says nothing.
  await expect.poll(() => countPulls() > 0 && countOthers() === 0).toBe(true)
  await context.setOffline(true)
  await expect(page.getByText('No hierarchy data available')).toBeVisible()
  await context.setOffline(false)
  release()
  await expect(page.getByText('No inventory hierarchy available')).toBeVisible()
  await addStock(shop)
  await expect(namesIn(page)).toHaveText(['Phones', 'Batteries', 'Screens', 'Display LCD', 'Display OLED', 'Glue', 'Tools'])
  // Pieces in the category itself, and with all categories below it.
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

test('categories are moved by mouse, finger and keys, copied and pasted, and never below themselves', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { page, context } = await newDevice(shop.person, { context: { hasTouch: true }, at: `/${shop.id}/inventory` })
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
  await waitForItsToast(page, () => dragByMouse(rowOf(manager(page), 'Batteries'), gripOf('Tools')))
  await expect(toast(page)).toContainText('Category moved successfully')
  await expect(namesIn(manager(page))).toHaveText(['Cases', 'Phones', 'Screens', 'Tools', 'Batteries'])
  await waitForItsToast(page, () => dragByMouse(gripOf('Batteries'), zone))
  await expect(namesIn(manager(page))).toHaveText(['Batteries', 'Cases', 'Phones', 'Screens', 'Tools'])
  await expect.poll(() => parentsOf(shop)).toMatchObject({ Batteries: null, Screens: 'Phones' })
  await waitForItsToast(page, () => dragByMouse(rowOf(manager(page), 'Phones'), gripOf('Screens')))
  await expect(toast(page)).toContainText('Invalid Move')
  await expect(toast(page)).toContainText('Cannot move a category to be a child of its own descendant')

  // A finger drags by the grip.
  const touch = await context.newCDPSession(page)
  const [from, to] = [await centre(gripOf('Cases')), await centre(gripOf('Tools'))]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: from.x, y: from.y + (to.y - from.y) * part }] })
  await waitForItsToast(page, () => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }))
  await expect(namesIn(manager(page))).toHaveText(['Batteries', 'Phones', 'Screens', 'Tools', 'Cases'])

  // Keys: Space picks up, arrows choose, Enter puts down; above the first row lies the top level.
  await rowOf(manager(page), 'Cases').focus()
  await page.keyboard.press('Space')
  await expect(manager(page).getByRole('status').first()).toContainText('Cases is picked up.')
  await page.keyboard.press('Home')
  await page.keyboard.press('Escape')
  await expect(manager(page).getByRole('status').first()).toContainText('Cases stays where it is.')
  await rowOf(manager(page), 'Cases').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await waitForItsToast(page, () => page.keyboard.press('Enter'))
  await expect(namesIn(manager(page))).toHaveText(['Batteries', 'Cases', 'Phones', 'Screens', 'Tools'])
  await expect(rowOf(manager(page), 'Cases')).toHaveAttribute('aria-level', '2')
  await rowOf(manager(page), 'Cases').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(zone).toBeFocused()
  await waitForItsToast(page, () => page.keyboard.press('Enter'))
  await expect(rowOf(manager(page), 'Cases')).toHaveAttribute('aria-level', '1')

  // The buttons Child and Parent, and undo.
  const button = (row: string, name: string) => rowOf(manager(page), row).getByRole('button', { name: new RegExp(`^${name}\\b`) })
  await waitForItsToast(page, () => button('Tools', 'Child').click())
  await expect(rowOf(manager(page), 'Tools')).toHaveAttribute('aria-level', '2')
  await waitForItsToast(page, () => button('Tools', 'Parent').click())
  await expect(rowOf(manager(page), 'Tools')).toHaveAttribute('aria-level', '1')
  await waitForItsToast(page, () => button('Screens', 'Parent').click())
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
  const { page } = await newDevice(shop.person, { at: `/${shop.id}/inventory` })
  const dialog = await openPhones(page)
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

  // Closing asks about a name that is not saved, and a reload restores it.
  await dialog.getByRole('button', { name: 'Edit Cables' }).click()
  await field(dialog, 'Category name').fill('Leads')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field(dialog, 'Category name')).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: 'Edit category Phones' }).click()
  await expect(field(dialog, 'Category name')).toHaveValue('Leads')
  await field(dialog, 'Category name').press('Enter')
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

test('a category is added once however often it is submitted, and what is typed before it is stored begins the next one', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  await addStock(shop)
  const { page } = await newDevice(shop.person, { at: `/${shop.id}/inventory` })
  const dialog = await openPhones(page)
  await field(dialog, 'Name').fill('Cables')
  await choice(dialog, 'Level').selectOption('Child')
  // All in one task of the page, before anything can be stored.
  await field(dialog, 'Name').evaluate((input: HTMLInputElement) => {
    input.form?.requestSubmit()
    input.form?.requestSubmit()
    input.setRangeText('Radios', 0, input.value.length, 'end')
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
  await expect(dialog.getByRole('region', { name: 'Child categories' }).getByRole('listitem')).toContainText(['Batteries', 'Cables', 'Screens'])
  await expect(choice(dialog, 'Level').getByRole('option', { selected: true })).toHaveText('Select a level')
  await expect(field(dialog, 'Name')).toHaveValue('Radios')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await choice(dialog, 'Level').selectOption('Parent')
  await dialog.getByRole('button', { name: 'Add Category' }).click()
  await expect(field(dialog, 'Name')).toHaveValue('')
  await expect(field(dialog, 'Name')).toBeFocused()
  await expect.poll(() => parentsOf(shop)).toEqual({ Phones: null, Screens: 'Phones', Batteries: 'Phones', Tools: null, Cables: 'Phones', Radios: null })
  expect(await readCategories(shop)).toHaveLength(6)
})

test('suppliers are managed, named by products, and kept while they are; what the server refuses of both is corrected in its form', async ({
  makeShop,
  newDevice,
}) => {
  const shop = await makeShop()
  await addStock(shop)
  const { page, context } = await newDevice(shop.person, { at: `/${shop.id}/inventory` })
  await page.getByRole('button', { name: 'Suppliers' }).click()
  const list = dialogOf(page, 'Suppliers')
  await expect(list.getByText('No suppliers yet')).toBeVisible()
  await list.getByRole('button', { name: 'Add Supplier' }).click()
  const adding = dialogOf(page, 'Add Supplier')
  await field(adding, 'Country Code').fill('')
  await field(adding, 'Phone').fill('2079460000')
  await field(adding, 'Email').fill('nobody')
  await adding.getByRole('button', { name: 'Add Supplier' }).click()
  await expect(adding.getByRole('alert')).toHaveText([
    'Supplier name is required',
    'Invalid email format',
    'Please provide a country code when entering a phone number.',
  ])
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
  await closeToast(page)
  await list.getByRole('button', { name: 'Edit Pixels Ltd' }).click()
  const editing = dialogOf(page, 'Edit Supplier')
  await field(editing, 'Supplier Name').fill('Pixels & Parts')
  await editing.getByRole('button', { name: 'Update Supplier' }).click()
  await expect(list.getByRole('listitem')).toContainText(['Pixels & Parts'])

  await context.setOffline(true)
  await list.getByRole('button', { name: 'Edit Pixels & Parts' }).click()
  await field(editing, 'Email').fill('desk@pixels.example')
  await editing.getByRole('button', { name: 'Update Supplier' }).click()
  await expect(list.getByRole('listitem')).toContainText(['desk@pixels.example'])
  await list.getByRole('button', { name: 'Close' }).last().click()
  await rowOf(page, 'Display LCD').click()
  await numberField(product, 'Inventory Count').fill('6')
  await numberField(product, 'Sale Price').fill('59.9')
  await product.getByRole('button', { name: 'Update Product' }).click()
  await expect(rowOf(page, 'Display LCD')).toContainText('6 in stock')
  await page.getByRole('button', { name: 'Add product to Batteries' }).click()
  const added = dialogOf(page, 'Add Product Inventory')
  await field(added, 'Name').fill('Battery 12')
  await numberField(added, 'Cost Price').fill('11')
  await added.getByRole('button', { name: 'Add Product' }).click()
  await expect(rowOf(page, 'Battery 12')).toBeVisible()
  const stop = await changePushes(page, (text) =>
    text.replace('"to":"desk@pixels.example"', '"to":"desk"').replace('"to":59.9', '"to":-59.9').replace('"costPrice":11', '"costPrice":-11'),
  )
  await context.setOffline(false)
  await openAttention(page, 3)
  await stop()
  const edit = (heading: RegExp) => attention(page).getByRole('article', { name: heading }).getByRole('button', { name: 'Edit' }).click()
  await edit(/supplier/)
  await expect(editing.getByText('Invalid email format', { exact: true })).toBeVisible()
  await expect(field(editing, 'Email')).toHaveValue('desk@pixels.example')
  await editing.getByRole('button', { name: 'Update Supplier' }).click()
  await openAttention(page, 2)
  await edit(/New product/)
  await expect(added.getByText('Phones / Batteries')).toBeVisible()
  await expect(field(added, 'Name')).toHaveValue('Battery 12')
  await expect(numberField(added, 'Cost Price')).toHaveValue('11')
  await added.getByRole('button', { name: 'Add Product' }).click()
  await openAttention(page, 1)
  await edit(/Display LCD/)
  await expect(product.getByText('Sale price must be a valid positive number', { exact: true })).toBeVisible()
  await expect(numberField(product, 'Inventory Count')).toHaveValue('6')
  await numberField(product, 'Sale Price').fill('60')
  await product.getByRole('button', { name: 'Update Product' }).click()
  await waitUntilSynced(page)
  await expect
    .poll(() => shop.api.pullAll('products'))
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Display LCD', inventoryCount: 6, salePrice: 60 }),
        expect.objectContaining({ name: 'Battery 12', costPrice: 11 }),
      ]),
    )
  await expect.poll(() => shop.api.pullAll('suppliers')).toEqual([expect.objectContaining({ email: 'desk@pixels.example' })])
})

test('products are moved, archived and brought back without a network, let their category go, and show under a search when they are new', async ({
  makeShop,
  newDevice,
}) => {
  const shop = await makeShop()
  const { screens } = await addStock(shop)
  const { page, context } = await newDevice(shop.person)
  await waitForOfflineShell(page)
  await page.goto(`/${shop.id}/inventory`)
  await expect(page.getByText('3 products', { exact: true })).toBeVisible()
  await context.setOffline(true)
  const editing = dialogOf(page, 'Edit Product Inventory')
  const openProduct = async (name: string): Promise<void> => {
    await rowOf(page, name).click()
    await expect(field(editing, 'Name')).toHaveValue(name)
  }
  await openProduct('Display LCD')
  await expect(choice(editing, 'Category').getByRole('option', { selected: true })).toHaveText('Phones / Screens')
  await choice(editing, 'Category').selectOption('Tools')
  await editing.getByRole('button', { name: 'Update Product' }).click()
  await expect(rowOf(page, 'Tools')).toContainText('2 total')
  await expect(rowOf(page, 'Screens')).toContainText('7 total')

  // Archiving also saves what was typed; Undo takes back only the archiving.
  await openProduct('Display OLED')
  await numberField(editing, 'Inventory Count').fill('6')
  await editing.getByRole('button', { name: 'Archive' }).click()
  await expect(rowOf(page, 'Display OLED')).toHaveCount(0)
  await expect(page.getByText('2 products', { exact: true })).toBeVisible()
  await expect(rowOf(page, 'Screens')).toContainText('0 total')
  await toast(page).filter({ hasText: 'Product archived' }).getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 'Display OLED')).toContainText('6 in stock')
  await openProduct('Display OLED')
  await editing.getByRole('button', { name: 'Archive' }).click()
  await expect(rowOf(page, 'Display OLED')).toHaveCount(0)

  // Only an archived product is left in the category, so it can be deleted.
  await page.getByRole('button', { name: 'Edit category Screens' }).click()
  const category = dialogOf(page, 'Edit Category')
  await category.getByRole('button', { name: 'Delete Screens' }).click()
  await category.getByRole('button', { name: 'Yes' }).click()
  await expect(rowOf(page, 'Screens')).toHaveCount(0)
  const showArchived = page.getByRole('button', { name: 'Show archived' })
  await showArchived.click()
  await expect(page).toHaveURL(/archived=shown/)
  await expect(namesIn(page)).toHaveText(['Phones', 'Batteries', 'Glue', 'Tools', 'Display LCD', 'Category deleted', 'Display OLED'])
  await expect(rowOf(page, 'Display OLED')).toContainText('Archived')
  expect(await findFaults(page)).toEqual([])
  await openProduct('Display OLED')
  await editing.getByRole('button', { name: 'Bring back' }).click()
  await expect(editing.getByRole('alert')).toHaveText('This category was deleted. Choose another one.')
  await choice(editing, 'Category').selectOption('Phones / Batteries')
  await editing.getByRole('button', { name: 'Bring back' }).click()
  await expect(rowOf(page, 'Batteries')).toContainText('6 total')
  await showArchived.click()
  await expect(namesIn(page)).toHaveText(['Phones', 'Batteries', 'Display OLED', 'Glue', 'Tools', 'Display LCD'])

  // A product that was just added shows although the search does not match it, until the search changes.
  await page.getByRole('searchbox').fill('batteries oled')
  await expect(namesIn(page)).toHaveText(['Phones', 'Batteries', 'Display OLED'])
  await page.getByRole('button', { name: 'Add product to Batteries' }).click()
  await field(dialogOf(page, 'Add Product Inventory'), 'Name').fill('Battery 12')
  await dialogOf(page, 'Add Product Inventory').getByRole('button', { name: 'Add Product' }).click()
  await expect(rowOf(page, 'Battery 12')).toContainText('Just added')
  await page.getByRole('searchbox').fill('batteries ole')
  await expect(namesIn(page)).toHaveText(['Phones', 'Batteries', 'Display OLED'])
  await context.setOffline(false)
  await waitUntilSynced(page)
  expect((await readCategories(shop)).map(({ name }) => name)).not.toContain('Screens')
  expect((await shop.api.pullAll('products')).filter((row) => 'categoryHierarchyId' in row && row.categoryHierarchyId === screens)).toEqual([])
})

test('a refused product is edited in its own form, also when its category is gone', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  const { batteries } = await addStock(shop)
  const { page, context } = await newDevice(shop.person, { at: `/${shop.id}/inventory` })
  await waitForOfflineShell(page)
  await context.setOffline(true)
  const adding = dialogOf(page, 'Add Product Inventory')
  await page.getByRole('button', { name: 'Add product to Batteries' }).click()
  await field(adding, 'Name').fill('Battery 12')
  await adding.getByRole('button', { name: 'Add Product' }).click()
  await expect(rowOf(page, 'Battery 12')).toBeVisible()
  await shop.api.write(shop.id, [{ action: 'delete', collection: 'categories', id: batteries }])
  await context.setOffline(false)
  // The refusal may come before the device hears that the category is gone.
  await expect(rowOf(page, 'Batteries')).toHaveCount(0)
  await openAttention(page, 1)
  await attention(page).getByRole('article').getByRole('button', { name: 'Edit' }).click()
  await expect(field(adding, 'Name')).toHaveValue('Battery 12')
  await adding.getByRole('button', { name: 'Add Product' }).click()
  await expect(adding.getByRole('alert')).toHaveText('This category was deleted. Choose another one.')
  await choice(adding, 'Category').selectOption('Tools')
  await adding.getByRole('button', { name: 'Add Product' }).click()
  await waitUntilSynced(page)
  await expect(rowOf(page, 'Tools')).toContainText('0 total')
  await expect(rowOf(page, 'Battery 12')).toBeVisible()
})

test('what cannot be stored is told in the documented words, and what was typed stays', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  await addStock(shop)
  const { page } = await newDevice(shop.person, { at: `/${shop.id}/inventory` })
  await expect(rowOf(page, 'Glue')).toBeVisible()
  await refuseWrites(page, { database: `mainspring-device-${shop.person.userId}`, store: 'outbox' })
  await page.getByRole('button', { name: 'Add product to Tools' }).click()
  await field(dialogOf(page, 'Add Product Inventory'), 'Name').fill('Tweezers')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page)).toContainText('Failed to add product')
  await expect(field(dialogOf(page, 'Add Product Inventory'), 'Name')).toHaveValue('Tweezers')
  // The toast comes shortly before saving is over, and Esc is handled after that.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await rowOf(page, 'Glue').click()
  const product = dialogOf(page, 'Edit Product Inventory')
  await numberField(product, 'Inventory Count').fill('1')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page)).toContainText('Failed to update product')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('button', { name: 'Edit category Phones' }).click()
  const category = dialogOf(page, 'Edit Category')
  // The name field gets the focus within the click, before the next key.
  const focused = await category.getByRole('button', { name: 'Add', exact: true }).evaluate((button: HTMLElement) => {
    button.click()
    return document.activeElement?.getAttribute('name')
  })
  expect(focused).toBe('name')
  await page.keyboard.type('Cables')
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText('Error adding child category')
  await category.getByRole('button', { name: 'Edit Screens' }).click()
  await field(category, 'Category name').fill('Panes')
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText('Error updating child category')
  await category.getByRole('button', { name: 'Close' }).last().click()
  await category.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('button', { name: 'Manage Categories' }).click()
  await manager(page).getByRole('button', { name: 'Copy Tools' }).click()
  await manager(page).getByRole('button', { name: 'Paste into Phones' }).click()
  await expect(toast(page)).toContainText('Paste Failed')
})

test('a product that cannot be loaded says so in the documented words, and what was typed of it can be copied', async ({ makeShop, newDevice }) => {
  const shop = await makeShop()
  await addStock(shop)
  const { page } = await newDevice(shop.person, { at: `/${shop.id}/inventory` })
  await expect(rowOf(page, 'Glue')).toBeVisible()
  const allowReads = await refuseReads(page)
  await rowOf(page, 'Glue').click()
  await expect(toast(page)).toContainText('Error')
  await expect(toast(page)).toContainText('Failed to load product details')
  await allowReads()
  await rowOf(page, 'Glue').click()
  await field(dialogOf(page, 'Edit Product Inventory'), 'Name').fill('Glue, strong')
  await page.reload()

  const goOn = page
    .getByRole('status')
    .filter({ hasText: /^You have/ })
    .getByRole('button', { name: 'Continue' })
  await expect(goOn).toBeVisible()
  await refuseReads(page)
  await goOn.click()
  await expect(toast(page)).toContainText('Failed to load product details')
  const missing = dialogOf(page, 'Failed to load product details')
  await expect(missing).toContainText('Name: Glue, strong')
  await missing.getByRole('button', { name: 'Close' }).last().click()
  await expect(missing).toBeHidden()
})
