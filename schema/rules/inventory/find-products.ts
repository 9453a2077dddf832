import { foldText } from '../../values/customer-match.ts'
import type { StockFields } from './category-tree.ts'
import { productToCodes } from './product-codes.ts'

/** Active products with all words in name or codes: an exact code first, then name prefix, then by name. */
export function findProducts<Product extends StockFields>(products: Iterable<Product>, query: string, limit: number): Product[] {
  const folded = foldText(query.trim())
  const words = folded.split(/\s+/).filter((word) => word !== '')
  const found: { product: Product; rank: number; name: string }[] = []
  for (const product of products) {
    if (product.archived === true) continue
    const [name, codes] = [foldText(product.name), productToCodes(product)]
    if (!words.every((word) => name.includes(word) || codes.some((code) => code.includes(word)))) continue
    found.push({ product, name, rank: folded !== '' && codes.includes(folded) ? 0 : name.startsWith(folded) ? 1 : 2 })
  }
  return found
    .toSorted((one, other) => one.rank - other.rank || (one.name < other.name ? -1 : one.name > other.name ? 1 : one.product.id < other.product.id ? -1 : 1))
    .slice(0, limit)
    .map(({ product }) => product)
}
