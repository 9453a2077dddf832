import { useMemo } from 'react'
import type { Category } from '#schema/collections/stock/categories.ts'
import type { Product } from '#schema/collections/stock/products.ts'
import { toNodeOfHomeless, withoutArchived } from '#schema/rules/inventory/archived-products.ts'
import { categoriesToTree, type CategoryNode } from '#schema/rules/inventory/category-tree.ts'
import { treeToNodeById } from '#schema/rules/inventory/category-tree-moves.ts'
import { useIsFirstSync, useOfSyncStatus, useShopRows } from '#web/device/react/use-device.ts'

/** 'missing': not on this device, and it cannot be loaded now. */
export type HierarchyState = 'loading' | 'missing' | 'ready'

/** The load state: tells an empty hierarchy from one not loaded yet. */
function useHierarchyState(isRead: boolean, isEmpty: boolean): HierarchyState {
  const state = useOfSyncStatus((status) => status.state)
  const isFirstSync = useIsFirstSync()
  if (isRead && !(isEmpty && isFirstSync)) return 'ready'
  return isRead && (state === 'offline' || state === 'signed-out' || state === 'outdated') ? 'missing' : 'loading'
}

type Hierarchy<Node> = { state: HierarchyState; tree: readonly Node[]; nodeById: ReadonlyMap<string, Node> }

const noProducts: readonly Product[] = []

type Inventory = Hierarchy<CategoryNode<Product>> & { /** Products that are not archived. */ products: readonly Product[]; archivedCount: number }

/** The shop's products in their category tree, live; archived ones on request. */
export function useInventory(shopId: string, { showArchived }: { showArchived: boolean }): Inventory {
  const categories = useShopRows('categories', shopId)
  const held = useShopRows('products', shopId)
  const isRead = categories !== undefined && held !== undefined
  const state = useHierarchyState(isRead, categories?.length === 0)
  const products = useMemo(() => (held === undefined ? noProducts : withoutArchived(held)), [held])
  const tree = useMemo(() => (isRead ? toTree(categories, showArchived ? held : products) : []), [isRead, categories, held, products, showArchived])
  const nodeById = useMemo(() => treeToNodeById(tree), [tree])
  return { state, tree, nodeById, products, archivedCount: (held?.length ?? 0) - products.length }
}

function toTree(categories: readonly Category[], products: readonly Product[]): CategoryNode<Product>[] {
  const homeless = toNodeOfHomeless(new Set(categories.map(({ id }) => id)), products)
  return [...categoriesToTree(categories, products), ...(homeless === undefined ? [] : [homeless])]
}

const noCategories: readonly Category[] = []

export function useCategories(shopId: string): Hierarchy<CategoryNode<Product>> & { categoryById: ReadonlyMap<string, Category> } {
  const read = useShopRows('categories', shopId)
  const state = useHierarchyState(read !== undefined, read?.length === 0)
  const categories = read ?? noCategories
  const tree = useMemo(() => categoriesToTree<Product>(categories, []), [categories])
  const nodeById = useMemo(() => treeToNodeById(tree), [tree])
  const categoryById = useMemo(() => new Map(categories.map((category) => [category.id, category])), [categories])
  return { state, tree, nodeById, categoryById }
}
