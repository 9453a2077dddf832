import { products } from '../../collections/stock/products.ts'
import { foldText } from '../../values/customer-match.ts'
import { readAmount } from './read-cells.ts'
import type { Read, RowCells } from './row-cells.ts'
import { filledOnly, findValueIssues, type Values } from './shape-issues.ts'

export type ProductRow = {
  /** Equal keys are the same product, even if a file is imported twice. */
  key: string
  name: string
  sku: string | null
  categoryPath: readonly string[]
  supplier: string | null
  values: Values
}

export const importedCategory = 'Imported'

/** `Parts > Screens` is a nested category. */
const pathDivider = /\s*(?:>|»|::)\s*/

const anyId = '00000000-0000-4000-8000-000000000000'

export function readProductRow(cellOf: RowCells): Read<ProductRow> {
  const reasons: string[] = []
  const amountOf = (field: string, label: string): number | undefined => {
    const text = cellOf(field)
    const amount = text === '' ? undefined : readAmount(text)
    if (amount === null) reasons.push(`${label} is not an amount: ${text}`)
    return amount ?? undefined
  }
  const countOf = (field: string, label: string): number | undefined => {
    const text = cellOf(field)
    const count = text === '' ? undefined : readAmount(text)
    if (count === null || (count !== undefined && !(Number.isInteger(count) && count >= 0))) {
      reasons.push(`${label} is not a whole number of 0 or more: ${text}`)
      return undefined
    }
    return count
  }
  const [name, sku, supplier] = [cellOf('name'), cellOf('sku'), cellOf('supplier')]
  const categoryPath = cellOf('category').split(pathDivider).filter(Boolean)
  const values = filledOnly({
    name,
    sku,
    inventoryCount: countOf('count', 'Inventory count'),
    reorderPoint: countOf('reorderPoint', 'Reorder point'),
    costPrice: amountOf('costPrice', 'Cost price'),
    salePrice: amountOf('salePrice', 'Sale price'),
    description: cellOf('description'),
  })
  if (reasons.length === 0) reasons.push(...findValueIssues(products, { ...values, categoryHierarchyId: anyId }))
  if ([...categoryPath, supplier].some((text) => text.length > 200)) reasons.push('Category and supplier must be at most 200 characters')
  if (reasons.length > 0) return { refusal: reasons.join('; ') }
  const path = categoryPath.length === 0 ? [importedCategory] : categoryPath
  const key = JSON.stringify(sku === '' ? ['product', foldText(name), foldPath(path)] : ['product', 'sku', foldText(sku)])
  return { row: { key, name, sku: sku || null, categoryPath: path, supplier: supplier || null, values } }
}

export const foldPath = (path: readonly string[]): string => path.map(foldText).join('\u0001')
