import { type CategoryNode, type ProductToText, productToText, type StockFields } from './category-tree.ts'
import { foldText } from '../../values/customer-match.ts'
import { matchesSearch, readSearch } from '../text/search-words.ts'

export type ReorderFields = StockFields & { reorderPoint: number }

/** Count at or below the reorder point; never for archived products. */
export const isLowStock = ({ inventoryCount, reorderPoint, archived }: Pick<ReorderFields, 'inventoryCount' | 'reorderPoint' | 'archived'>): boolean =>
  archived !== true && inventoryCount <= reorderPoint

export type TreeFilter = { search: string; lowStockOnly: boolean }

export const isFilteringTree = ({ search, lowStockOnly }: TreeFilter): boolean => lowStockOnly || search.trim() !== ''

/**
 * Matches with their ancestors; counts remain those of the whole tree. All words must occur in the category path or,
 * for products, in their own text.
 */
export function filterTree<Product extends ReorderFields>(
  tree: readonly CategoryNode<Product>[],
  filter: TreeFilter,
  toText: ProductToText<Product> = productToText,
): readonly CategoryNode<Product>[] {
  if (!isFilteringTree(filter)) return tree
  const search = readSearch(filter.search)
  const prune = (nodes: readonly CategoryNode<Product>[], above: string): CategoryNode<Product>[] =>
    nodes.flatMap((node) => {
      const here = `${above} ${foldText(node.name)}`
      const children = prune(node.children, here)
      const products = node.products.filter((product) => (!filter.lowStockOnly || isLowStock(product)) && matchesSearch(search, [here, toText(product)]))
      const isFound = !filter.lowStockOnly && matchesSearch(search, [here])
      return isFound || children.length > 0 || products.length > 0 ? [{ ...node, children, products }] : []
    })
  return prune(tree, '')
}

/** `level` from 1; `place` of `placeCount` among siblings, categories before products. */
type Position = { id: string; level: number; place: number; placeCount: number }
export type CategoryRow<Product extends StockFields> = Position & { kind: 'category'; node: CategoryNode<Product>; isEmpty: boolean; isOpen: boolean }
type ProductRow<Product extends StockFields> = Position & { kind: 'product'; product: Product; node: CategoryNode<Product> }
export type TreeRow<Product extends StockFields = StockFields> = CategoryRow<Product> | ProductRow<Product>

export function treeToRows<Product extends StockFields>(tree: readonly CategoryNode<Product>[], isOpen: (categoryId: string) => boolean): TreeRow<Product>[] {
  const rows: TreeRow<Product>[] = []
  const visit = (nodes: readonly CategoryNode<Product>[], parent: CategoryNode<Product> | undefined, level: number): void => {
    const placeCount = nodes.length + (parent?.products.length ?? 0)
    for (const [index, node] of nodes.entries()) {
      const isEmpty = node.children.length === 0 && node.products.length === 0
      const isNodeOpen = !isEmpty && isOpen(node.id)
      rows.push({ kind: 'category', id: node.id, level, place: index + 1, placeCount, node, isEmpty, isOpen: isNodeOpen })
      if (isNodeOpen) visit(node.children, node, level + 1)
    }
    for (const [index, product] of (parent?.products ?? []).entries()) {
      if (parent) rows.push({ kind: 'product', id: product.id, level, place: nodes.length + index + 1, placeCount, product, node: parent })
    }
  }
  visit(tree, undefined, 1)
  return rows
}

/** Keyboard action of the ARIA treegrid pattern; undefined for other keys. */
export function keyToTreeStep(key: string, rows: readonly TreeRow[], index: number): { focus: number } | { toggle: string } | undefined {
  const row = rows[index]
  if (row === undefined) return undefined
  switch (key) {
    case 'ArrowDown':
      return { focus: Math.min(index + 1, rows.length - 1) }
    case 'ArrowUp':
      return { focus: Math.max(index - 1, 0) }
    case 'Home':
      return { focus: 0 }
    case 'End':
      return { focus: rows.length - 1 }
    case 'ArrowRight':
      if (row.kind === 'product' || row.isEmpty) return { focus: index }
      return row.isOpen ? { focus: index + 1 } : { toggle: row.id }
    case 'ArrowLeft':
      if (row.kind === 'category' && row.isOpen) return { toggle: row.id }
      return { focus: findParentRow(rows, index) }
    default:
      return undefined
  }
}

function findParentRow(rows: readonly TreeRow[], index: number): number {
  const level = rows[index]?.level ?? 1
  const parent = rows.findLastIndex((row, place) => place < index && row.level < level)
  return parent === -1 ? index : parent
}
