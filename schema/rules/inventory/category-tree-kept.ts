import type { CategoryNode, StockFields } from './category-tree.ts'

/** The filtered tree plus these products of the whole tree and their ancestors. */
export function keepInTree<Product extends StockFields>(
  whole: readonly CategoryNode<Product>[],
  found: readonly CategoryNode<Product>[],
  keptIds: ReadonlySet<string>,
): CategoryNode<Product>[] {
  const foundById = new Map(found.map((node) => [node.id, node]))
  return whole.flatMap((node) => {
    const part = foundById.get(node.id)
    const children = keepInTree(node.children, part?.children ?? [], keptIds)
    const foundIds = new Set(part?.products.map(({ id }) => id))
    const products = node.products.filter(({ id }) => foundIds.has(id) || keptIds.has(id))
    return part !== undefined || children.length > 0 || products.length > 0 ? [{ ...node, children, products }] : []
  })
}
