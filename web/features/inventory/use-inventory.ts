import { useMemo } from 'react'
import type { Category } from '#schema/collections/categories.ts'
import type { Product } from '#schema/collections/products.ts'
import { categoriesToTree, type CategoryNode } from '#schema/rules/category-tree.ts'
import { treeToNodeById } from '#schema/rules/category-tree-moves.ts'
import { useShopRows, useSyncStatus } from '#web/db/use-device.ts'

/** 'missing': this device has not fetched it and cannot now. */
export type HierarchyState = 'loading' | 'missing' | 'ready'

/** What the device holds of a hierarchy's rows, and whether nothing means that there is nothing (AMB-138). */
function useHierarchyState(isRead: boolean, isEmpty: boolean): HierarchyState {
  const { state, firstSync } = useSyncStatus()
  if (isRead && !(isEmpty && firstSync !== null)) return 'ready'
  return isRead && (state === 'offline' || state === 'signed-out' || state === 'outdated') ? 'missing' : 'loading'
}

type Hierarchy<Node> = { state: HierarchyState; tree: readonly Node[]; nodeById: ReadonlyMap<string, Node> }

const noProducts: readonly Product[] = []

/** The shop's products in the tree of their categories, live. */
export function useInventory(shopId: string): Hierarchy<CategoryNode<Product>> & { products: readonly Product[] } {
  const categories = useShopRows('categories', shopId)
  const products = useShopRows('products', shopId)
  const isRead = categories !== undefined && products !== undefined
  const state = useHierarchyState(isRead, categories?.length === 0)
  const tree = useMemo(() => (isRead ? categoriesToTree(categories, products) : []), [isRead, categories, products])
  const nodeById = useMemo(() => treeToNodeById(tree), [tree])
  return { state, tree, nodeById, products: products ?? noProducts }
}

const noCategories: readonly Category[] = []

/** The shop's categories alone, live. */
export function useCategories(shopId: string): Hierarchy<CategoryNode<Product>> & { categoryById: ReadonlyMap<string, Category> } {
  const read = useShopRows('categories', shopId)
  const state = useHierarchyState(read !== undefined, read?.length === 0)
  const categories = read ?? noCategories
  const tree = useMemo(() => categoriesToTree<Product>(categories, []), [categories])
  const nodeById = useMemo(() => treeToNodeById(tree), [tree])
  const categoryById = useMemo(() => new Map(categories.map((category) => [category.id, category])), [categories])
  return { state, tree, nodeById, categoryById }
}
