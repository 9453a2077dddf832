import { page, type Locator } from 'vitest/browser'
import type { Within } from './screen.ts'
import { createOp } from './shop-rows.ts'
import type { TestShop } from './shop-server.ts'

export const treeOf = (within: Within): Locator => within.getByRole('treegrid')
export const rowOf = (within: Within, name: string): Locator => treeOf(within).getByRole('row').filter({ hasText: name })
export const numberField = (within: Within, name: string): Locator => within.getByRole('spinbutton', { name, exact: true })

/** The names of the rows from top to bottom, without the badges, which have titles too. */
export const namesIn = (within: Within): Locator =>
  treeOf(within).css('[role="row"] [role="gridcell"]:first-child span[title]:not([title*="in stock"], [title*="sent"])')

type Stock = { phones: string; screens: string; batteries: string; tools: string }

/** Adds the categories Phones (with Batteries, and Screens with two displays) and Tools. */
export async function addStock(shop: TestShop): Promise<Stock> {
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

/** Opens the dialog of a category. */
export const openCategory = (name: string): Promise<void> => page.getByRole('button', { name: `Edit category ${name}` }).click()

/** The living categories on the server. */
export const readCategories = async (shop: TestShop) =>
  ((await shop.api.pullAll('categories')) as unknown as { id: string; name: string; parentId: string | null; _deleted?: boolean }[]).filter(
    ({ _deleted }) => _deleted !== true,
  )

/** The names of the parents by the names of their categories; null for a root category. */
export async function parentsOf(shop: TestShop): Promise<Record<string, string | null | undefined>> {
  const rows = await readCategories(shop)
  return Object.fromEntries(rows.map(({ name, parentId }) => [name, parentId === null ? null : rows.find(({ id }) => id === parentId)?.name]))
}
