import { foldText } from '../../values/customer-match.ts'
import { matchesSearch, readSearch } from '../text/search-words.ts'

export type CategoryFields = { id: string; name: string; parentId: string | null }
export type StockFields = {
  id: string
  name: string
  categoryHierarchyId: string
  inventoryCount: number
  sku: string | null
  barcode?: string | null | undefined
  supplierSku?: string | null | undefined
  archived?: boolean | undefined
}

/** `path`: names from the top level to this node. */
export type CategoryNode<Product extends StockFields = StockFields> = {
  id: string
  name: string
  parentId: string | null
  path: readonly string[]
  children: CategoryNode<Product>[]
  products: Product[]
  hasDirectProducts: boolean
  /** Pieces of the node's own products, and including descendants; without archived products. */
  directInventoryCount: number
  cumulativeInventoryCount: number
}

/**
 * The categories as a forest, sorted by name. Concurrent edits can leave a missing parent or a temporary cycle; such
 * categories go to the top level, so that nothing is hidden.
 */
export function categoriesToTree<Product extends StockFields>(categories: Iterable<CategoryFields>, products: Iterable<Product>): CategoryNode<Product>[] {
  const categoryById = new Map<string, CategoryFields>()
  for (const category of categories) categoryById.set(category.id, category)
  const productsByCategory = new Map<string, Product[]>()
  for (const product of products) {
    const group = productsByCategory.get(product.categoryHierarchyId)
    if (group === undefined) productsByCategory.set(product.categoryHierarchyId, [product])
    else group.push(product)
  }
  const shownParentById = findShownParents(categoryById.values())
  const childrenByParent = new Map<string | null, CategoryFields[]>()
  for (const category of categoryById.values()) {
    const parentId = shownParentById.get(category.id) ?? null
    const group = childrenByParent.get(parentId)
    if (group === undefined) childrenByParent.set(parentId, [category])
    else group.push(category)
  }
  const toNodes = (parentId: string | null, above: readonly string[]): CategoryNode<Product>[] =>
    (childrenByParent.get(parentId) ?? []).toSorted(compareNames).map((category) => {
      const path = [...above, category.name]
      const children = toNodes(category.id, path)
      const own = (productsByCategory.get(category.id) ?? []).toSorted(compareNames)
      const counted = own.filter(({ archived }) => archived !== true)
      const directInventoryCount = counted.reduce((sum, { inventoryCount }) => sum + inventoryCount, 0)
      const cumulativeInventoryCount = children.reduce((sum, child) => sum + child.cumulativeInventoryCount, directInventoryCount)
      return {
        id: category.id,
        name: category.name,
        parentId,
        path,
        children,
        products: own,
        hasDirectProducts: counted.length > 0,
        directInventoryCount,
        cumulativeInventoryCount,
      }
    })
  return toNodes(null, [])
}

export function wouldMakeCycle(categoryById: ReadonlyMap<string, CategoryFields>, id: string, parentId: string | null): boolean {
  const seen = new Set<string>()
  for (let ancestor = parentId; ancestor !== null && !seen.has(ancestor); ancestor = categoryById.get(ancestor)?.parentId ?? null) {
    if (ancestor === id) return true
    seen.add(ancestor)
  }
  return false
}

/** Displayed parent by id: null at the top level, for a missing parent, and for the first member of a cycle. Linear time. */
export function findShownParents(categories: Iterable<CategoryFields>): Map<string, string | null> {
  const parentById = new Map<string, string | null>()
  for (const { id, parentId } of categories) parentById.set(id, parentId)
  const walkById = new Map<string, number>()
  const opened: string[] = []
  let walk = 0
  for (const start of parentById.keys()) {
    walk++
    let id: string | null = start
    while (id !== null && parentById.has(id) && !walkById.has(id)) {
      walkById.set(id, walk)
      id = parentById.get(id) ?? null
    }
    if (id !== null && walkById.get(id) === walk) opened.push(findFirstOfCircle(id, parentById))
  }
  for (const [id, parentId] of parentById) if (parentId !== null && !parentById.has(parentId)) parentById.set(id, null)
  for (const id of opened) parentById.set(id, null)
  return parentById
}

function findFirstOfCircle(member: string, parentById: ReadonlyMap<string, string | null>): string {
  let first = member
  for (let id = parentById.get(member) ?? member; id !== member; id = parentById.get(id) ?? member) if (id < first) first = id
  return first
}

export type FoundProduct<Product extends StockFields = StockFields> = { product: Product; path: readonly string[] }

export type ProductToText<Product extends StockFields = StockFields> = (product: Product) => string

export const productToText: ProductToText = ({ name, sku }) => `${foldText(name)}\n${foldText(sku ?? '')}`

/** Products for which every query word occurs in the category path or the product's text, in tree order. An empty query matches all. */
export function searchTree<Product extends StockFields>(
  tree: readonly CategoryNode<Product>[],
  query: string,
  toText: ProductToText<Product> = productToText,
): FoundProduct<Product>[] {
  const search = readSearch(query)
  const found: FoundProduct<Product>[] = []
  const visit = (node: CategoryNode<Product>, above: string): void => {
    const here = `${above} ${foldText(node.name)}`
    for (const product of node.products) {
      if (matchesSearch(search, [here, toText(product)])) found.push({ product, path: node.path })
    }
    for (const child of node.children) visit(child, here)
  }
  for (const node of tree) visit(node, '')
  return found
}

/** 'Phones / Screens / iPhone 12 screen'. */
export const foundProductToText = ({ path, product }: FoundProduct): string => [...path, product.name].join(' / ')

const nameOrder = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

export const compareNames = (a: { id: string; name: string }, b: { id: string; name: string }): number =>
  nameOrder.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
