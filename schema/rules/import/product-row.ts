import { products } from '../../collections/stock/products.ts'
import { foldText } from '../../values/customer-match.ts'
import type { Read, ReadingRules, RowCells } from './row-cells.ts'
import { filledOnly, findValueIssues, type Values } from './shape-issues.ts'

export type ProductRow = {
  /** Equal keys are the same product, even if a file is imported twice. */
  key: string
  name: string
  sku: string | null
  /** Other articles of the file have the same SKU. */
  sharesSku: boolean
  categoryPath: readonly string[]
  supplier: string | null
  values: Values
}

const importedCategory = 'Imported'

/** `Parts > Screens` is a nested category. */
const pathDivider = />|»|::/
const maxDepth = 12
const nameMaxLength = 200

const anyId = '00000000-0000-4000-8000-000000000000'

/** Variant names that other systems give to articles without variants. */
const plainVariants = new Set(['regular', 'default', 'default title', 'standard'])

export function readProductRow(cells: RowCells, { sharedSkus }: Pick<ReadingRules, 'sharedSkus'>): Read<ProductRow> {
  const sku = cells.text('sku')
  const name = toProductName(cells) || sku
  const supplier = cells.text('supplier')
  const categoryPath = toCategoryPath(cells)
  const sharesSku = sku !== '' && sharedSkus.has(foldText(sku))
  if (sharesSku) cells.warn('SKU stands at several articles', `${sku} (${name})`)
  const values = filledOnly({
    name,
    sku,
    barcode: cells.text('barcode'),
    supplierSku: cells.text('supplierSku'),
    location: cells.text('location'),
    inventoryCount: cells.read<'count'>('count'),
    reorderPoint: cells.read<'count'>('reorderPoint'),
    costPrice: cells.read<'amount'>('costPrice'),
    salePrice: cells.read<'amount'>('salePrice'),
    description: cells.toNotes([cells.text('description')]),
  })
  const issues = findValueIssues(products, { ...values, categoryHierarchyId: anyId })
  if (issues.length > 0) return { refusal: issues.join('; ') }
  const key = sku === '' ? ['product', foldText(name), foldPath(categoryPath)] : ['product', 'sku', foldText(sku), ...(sharesSku ? [foldText(name)] : [])]
  return { row: { key: JSON.stringify(key), name, sku: sku || null, sharesSku, categoryPath, supplier: supplier || null, values }, warnings: cells.warnings }
}

function toProductName(cells: RowCells): string {
  const [name, variant] = [cells.text('name'), cells.text('variant')]
  if (variant === '' || plainVariants.has(foldText(variant)) || foldText(name).includes(foldText(variant))) return name
  const whole = name === '' ? variant : `${name}, ${variant}`
  if (whole.length <= nameMaxLength) return whole
  cells.keep('variant', variant, 'has no room in the name')
  return name
}

function toCategoryPath(cells: RowCells): readonly string[] {
  const text = cells.text('category')
  const path = text
    .split(pathDivider)
    .map((name) => name.trim())
    .filter(Boolean)
  if (path.length <= maxDepth && path.every((name) => name.length <= nameMaxLength)) return path.length === 0 ? [importedCategory] : path
  cells.keep('category', text, 'is too deep or too long')
  return [importedCategory]
}

const foldPath = (path: readonly string[]): string => path.map(foldText).join('\u0001')
