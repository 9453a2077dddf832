import { foldPath, readProductRow, type ProductRow } from '#schema/rules/import/product-row.ts'
import { foldText } from '#schema/values/customer-match.ts'
import type { ImportedLine, Importer, LineEnd } from './import-table.ts'
import { toEnds } from './import-customers.ts'
import { toCreate, type Act, type Target } from './table-target.ts'

/**
 * A product exists if this file created it before (even if deleted), if one has the same SKU, or, for lines without
 * SKU, if one has the same name in the same category. Missing categories and suppliers are created.
 */
export async function importProducts(target: Target): Promise<Importer<ProductRow>> {
  const shelf = await readShelf(target)
  return {
    read: readProductRow,
    async write(lines) {
      const existing = await target.findExisting(
        'products',
        lines.map(({ row }) => target.idOf(row.key)),
      )
      const ends: LineEnd[] = []
      const fresh = new Map<string, ImportedLine<ProductRow>>()
      for (const found of lines) {
        const { row } = found
        if (existing.has(target.idOf(row.key)) || fresh.has(row.key) || shelf.has(row)) ends.push({ line: found.line, end: 'existing' })
        else fresh.set(row.key, found)
      }
      const rows = [...fresh.values()].map(({ row }) => row)
      const acts = rows.map((row): Act => {
        const values = { ...row.values, categoryHierarchyId: shelf.categoryIdOf(row.categoryPath), ...shelf.supplierOf(row.supplier) }
        return { key: row.key, at: null, ops: [toCreate('products', target.idOf(row.key), values)] }
      })
      await target.apply(shelf.takeNew())
      return [...ends, ...toEnds(fresh, await target.apply(acts))]
    },
  }
}

type Shelf = {
  has: (row: ProductRow) => boolean
  /** Returns the id of a category, planning its creation if it is missing. */
  categoryIdOf: (path: readonly string[]) => string
  supplierOf: (name: string | null) => { supplierId?: string }
  /** Takes the planned creations, to be applied before the products. */
  takeNew: () => Act[]
}

async function readShelf(target: Target): Promise<Shelf> {
  const { reader, shopId, newId } = target
  const [categories, suppliers, products] = await Promise.all([
    reader.selectFrom('categories').select(['id', 'name', 'parent_id as parentId']).where('shop_id', '=', shopId).where('deleted', '=', 0).execute(),
    reader.selectFrom('suppliers').select(['id', 'supplier_name as name']).where('shop_id', '=', shopId).where('deleted', '=', 0).execute(),
    reader
      .selectFrom('products')
      .select(['name', 'sku', 'category_hierarchy_id as categoryId'])
      .where('shop_id', '=', shopId)
      .where('deleted', '=', 0)
      .execute(),
  ])
  const childKey = (parentId: string | null, name: string): string => `${parentId ?? ''} ${foldText(name)}`
  const categoryIds = new Map(categories.map(({ id, name, parentId }) => [childKey(parentId, name), id]))
  const supplierIds = new Map(suppliers.map(({ id, name }) => [foldText(name), id]))
  const skus = new Set(products.flatMap(({ sku }) => (sku === null ? [] : [foldText(sku)])))
  const names = new Set(products.map(({ name, categoryId }) => childKey(categoryId, name)))
  let made: Act[] = []
  const make = (collection: string, values: Record<string, string | null>): string => {
    const id = newId()
    made.push({ key: id, at: null, ops: [toCreate(collection, id, values)] })
    return id
  }
  const findCategory = (path: readonly string[]): string | undefined =>
    path.reduce<string | null | undefined>((parentId, name) => (parentId === undefined ? undefined : categoryIds.get(childKey(parentId, name))), null) ??
    undefined
  return {
    has({ sku, name, categoryPath }) {
      if (sku !== null) return skus.has(foldText(sku))
      const categoryId = findCategory(categoryPath)
      return categoryId !== undefined && names.has(childKey(categoryId, name))
    },
    categoryIdOf: (path) =>
      path.reduce<string | null>((parentId, name) => {
        const key = childKey(parentId, name)
        const id = categoryIds.get(key) ?? make('categories', { name, parentId })
        categoryIds.set(key, id)
        return id
      }, null) ?? foldPath(path),
    supplierOf(name) {
      if (name === null) return {}
      const supplierId = supplierIds.get(foldText(name)) ?? make('suppliers', { supplierName: name })
      supplierIds.set(foldText(name), supplierId)
      return { supplierId }
    },
    takeNew() {
      const acts = made
      made = []
      return acts
    },
  }
}
