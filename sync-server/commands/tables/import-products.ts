import { readProductRow, type ProductRow } from '#schema/rules/import/product-row.ts'
import type { ReadingRules, Warning } from '#schema/rules/import/row-cells.ts'
import { foldText } from '#schema/values/customer-match.ts'
import type { ImportedLine, Importer, LineEnd } from './import-table.ts'
import { toEnds } from './import-customers.ts'
import { toCreate, type Act, type Target } from './table-target.ts'

/**
 * A product exists if this file created it before (even if deleted), if one has the same SKU, or, for lines without
 * SKU, if one has the same name in the same category. Missing categories and suppliers are created.
 */
export async function importProducts(target: Target, rules: ReadingRules): Promise<Importer<ProductRow>> {
  const shelf = await readShelf(target)
  return {
    read: (cells) => readProductRow(cells, rules),
    async write(lines) {
      const existing = await target.findExisting(
        'products',
        lines.map(({ row }) => target.idOf(row.key)),
      )
      const ends: LineEnd[] = []
      const fresh = new Map<string, ImportedLine<ProductRow>>()
      for (const found of lines) {
        const { row } = found
        if (fresh.has(row.key)) ends.push({ line: found.line, end: 'existing' })
        else if (existing.has(target.idOf(row.key)) || shelf.has(row)) ends.push({ line: found.line, end: 'existing', warning: shelf.findOther(row) })
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
  /** Says that the shop has the SKU of a row at a product of another name. */
  findOther: (row: ProductRow) => Warning | undefined
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
  const namesBySku = new Map<string, Map<string, string>>()
  for (const { sku, name } of products) {
    if (sku === null) continue
    const known = namesBySku.get(foldText(sku)) ?? new Map<string, string>()
    namesBySku.set(foldText(sku), known.set(foldText(name), name))
  }
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
    has({ sku, sharesSku, name, categoryPath }) {
      const known = sku === null ? undefined : namesBySku.get(foldText(sku))
      if (sku !== null) return sharesSku ? known?.has(foldText(name)) === true : known !== undefined
      const categoryId = findCategory(categoryPath)
      return categoryId !== undefined && names.has(childKey(categoryId, name))
    },
    findOther({ sku, name }) {
      const known = namesBySku.get(foldText(sku ?? ''))
      const [other] = known?.values() ?? []
      if (known === undefined || other === undefined || known.has(foldText(name))) return undefined
      return { kind: 'SKU is that of another product here', text: `${sku} is ${other}, and not ${name}` }
    },
    categoryIdOf: (path) =>
      path.reduce<string | null>((parentId, name) => {
        const key = childKey(parentId, name)
        const id = categoryIds.get(key) ?? make('categories', { name, parentId })
        categoryIds.set(key, id)
        return id
      }, null) ?? '',
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
