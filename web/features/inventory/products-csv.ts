import type { Product } from '#schema/collections/stock/products.ts'
import type { CategoryNode } from '#schema/rules/inventory/category-tree.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'
import type { ProductWords } from './use-product-words.ts'

/** All products of the tree, collapsed or not, with their category paths; prices are amounts, counts integers. */
export const toProductsTable = (tree: readonly CategoryNode<Product>[], { nameById }: Pick<ProductWords, 'nameById'>): CsvTable => ({
  header: ['Category', 'Name', 'SKU', 'Condition', 'Type', 'Color', 'Supplier', 'Inventory count', 'Reorder point', 'Cost price', 'Sale price', 'Archived'],
  rows: tree.flatMap((node) => toRows(node, [], nameById)),
})

function toRows({ name, children, products }: CategoryNode<Product>, above: readonly string[], nameById: ReadonlyMap<string, string>): CsvTable['rows'] {
  const path = [...above, name]
  const nameOf = (id: string | null): string => (id === null ? '' : (nameById.get(id) ?? ''))
  const own = products.map((product) => [
    path.join(' > '),
    product.name,
    product.sku,
    nameOf(product.conditionId),
    nameOf(product.typeId),
    nameOf(product.colorId),
    nameOf(product.supplierId),
    BigInt(product.inventoryCount),
    BigInt(product.reorderPoint),
    product.costPrice,
    product.salePrice,
    product.archived ? 'Yes' : '',
  ])
  return [...own, ...children.flatMap((child) => toRows(child, path, nameById))]
}
