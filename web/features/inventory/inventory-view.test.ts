import { expect, test } from 'vitest'
import type { Product } from '#schema/collections/stock/products.ts'
import { categoriesToTree } from '#schema/rules/inventory/category-tree.ts'
import { sortProducts } from './inventory-table.tsx'
import { toProductsTable } from './inventory-view.tsx'

const base = { shopId: 's', createdAt: '', updatedAt: '', seq: 1, supplierId: null, conditionId: null, typeId: null, colorId: null, sku: null }
const codes = { barcode: null, supplierSku: null, location: null }
const stock = { inventoryCount: 0, reorderPoint: 0, costPrice: null, salePrice: null, description: null, taxRateId: null, archived: false }

const productOf = (name: string, categoryHierarchyId: string, more: Partial<Product> = {}): Product => ({
  ...base,
  ...stock,
  ...codes,
  id: name,
  name,
  categoryHierarchyId,
  ...more,
})

test('products are saved with the path of their category, as the import takes them (CSV-02)', () => {
  const categories = [
    { id: 'parts', name: 'Parts', parentId: null },
    { id: 'screens', name: 'Screens', parentId: 'parts' },
  ]
  const screen = productOf('Screen', 'screens', {
    sku: 'SCR-12',
    supplierId: 'mobile',
    inventoryCount: -2,
    costPrice: 45.5,
    salePrice: 129,
    barcode: '4006381333931 12',
    supplierSku: 'MP-7',
    location: 'A3',
  })
  const tree = categoriesToTree(categories, [screen, productOf('Bag', 'parts', { archived: true })])
  const { rows } = toProductsTable(tree, { nameById: new Map([['mobile', 'Mobile Parts']]) })
  expect(rows).toEqual([
    ['Parts', 'Bag', null, '', '', '', '', 0n, 0n, null, null, 'Yes', null, null, null],
    ['Parts > Screens', 'Screen', 'SCR-12', '', '', '', 'Mobile Parts', -2n, 0n, 45.5, 129, '', '4006381333931 12', 'MP-7', 'A3'],
  ])
})

test('a table of products sorts by what its column shows, empty values last either way', () => {
  const toRow = (name: string, sku: string | null, inventoryCount: number) => ({
    product: productOf(name, 'c', { sku, inventoryCount }),
    path: '',
    supplier: '',
  })
  const rows = [toRow('b', 'S-10', 3), toRow('A', null, 10), toRow('c', 's-9', -1)]
  const namesBy = (by: string, isDown: boolean): string[] => sortProducts(rows, { by, isDown }).map(({ product }) => product.name)
  expect([namesBy('name', false), namesBy('sku', false), namesBy('sku', true), namesBy('stock', true)]).toEqual([
    ['A', 'b', 'c'],
    ['c', 'b', 'A'],
    ['b', 'c', 'A'],
    ['A', 'b', 'c'],
  ])
  expect(sortProducts(rows, null)).toBe(rows)
})
