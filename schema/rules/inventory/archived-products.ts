import type { CategoryNode, StockFields } from './category-tree.ts'

export const withoutArchived = <Product extends Pick<StockFields, 'archived'>>(products: readonly Product[]): Product[] =>
  products.filter(({ archived }) => archived !== true)

export const noCategoryId = 'no-category'

const noCategoryName = 'Category deleted'

/** Archived products whose category was deleted, as a last node; undefined if there are none. */
export function toNodeOfHomeless<Product extends StockFields>(
  categoryById: { has: (id: string) => boolean },
  products: readonly Product[],
): CategoryNode<Product> | undefined {
  const homeless = products.filter(({ archived, categoryHierarchyId }) => archived === true && !categoryById.has(categoryHierarchyId))
  if (homeless.length === 0) return undefined
  return {
    id: noCategoryId,
    name: noCategoryName,
    parentId: null,
    path: [noCategoryName],
    children: [],
    products: homeless.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base', numeric: true })),
    hasDirectProducts: false,
    directInventoryCount: 0,
    cumulativeInventoryCount: 0,
  }
}
