import { page, type Locator } from 'vitest/browser'
import type { Within } from './screen.ts'
import { createOp } from './shop-rows.ts'
import type { TestShop } from './shop-server.ts'

export const treeOf = (within: Within): Locator => within.getByRole('treegrid')
export const rowOf = (within: Within, name: string): Locator => treeOf(within).getByRole('row').filter({ hasText: name })
export const numberField = (within: Within, name: string): Locator => within.getByRole('spinbutton', { name, exact: true })

/** The rows' names from top to bottom, without the badges, which also have titles. */
export const namesIn = (within: Within): Locator =>
  treeOf(within).css('[role="row"] [role="gridcell"]:first-child span[title]:not([title*="in stock"], [title*="sent"])')

type Stock = { phones: string; screens: string; batteries: string; tools: string }

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

export const openCategory = (name: string): Promise<void> => page.getByRole('button', { name: `Edit category ${name}` }).click()

export const readCategories = async (shop: TestShop) =>
  ((await shop.api.pullAll('categories')) as unknown as { id: string; name: string; parentId: string | null; _deleted?: boolean }[]).filter(
    ({ _deleted }) => _deleted !== true,
  )

/** Parents' names by category name; null for a root category. */
export async function parentsOf(shop: TestShop): Promise<Record<string, string | null | undefined>> {
  const rows = await readCategories(shop)
  return Object.fromEntries(rows.map(({ name, parentId }) => [name, parentId === null ? null : rows.find(({ id }) => id === parentId)?.name]))
}
