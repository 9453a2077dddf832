import { foldText } from '../../values/customer-match.ts'
import type { StockFields } from './category-tree.ts'

/** Active products with all words in name or SKU: exact SKU first, then name prefix, then by name. */
export function findProducts<Product extends StockFields>(products: Iterable<Product>, query: string, limit: number): Product[] {
  const folded = foldText(query.trim())
  const words = folded.split(/\s+/).filter((word) => word !== '')
  const found: { product: Product; rank: number; name: string }[] = []
  for (const product of products) {
    if (product.archived === true) continue
    const [name, sku] = [foldText(product.name), foldText(product.sku ?? '')]
    if (!words.every((word) => name.includes(word) || sku.includes(word))) continue
    found.push({ product, name, rank: folded !== '' && sku === folded ? 0 : name.startsWith(folded) ? 1 : 2 })
  }
  return found
    .toSorted((one, other) => one.rank - other.rank || (one.name < other.name ? -1 : one.name > other.name ? 1 : one.product.id < other.product.id ? -1 : 1))
    .slice(0, limit)
    .map(({ product }) => product)
}
