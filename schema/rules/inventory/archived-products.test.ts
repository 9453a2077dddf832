import { describe, expect, it } from 'vitest'
import { noCategoryId, toNodeOfHomeless, withoutArchived } from './archived-products.ts'
import { keepInTree } from './category-tree-kept.ts'
import { filterTree, isLowStock, type ReorderFields, treeToRows } from './category-tree-rows.ts'
import { type CategoryNode, categoriesToTree } from './category-tree.ts'

const product = (id: string, categoryHierarchyId: string, archived = false): ReorderFields => ({
  id,
  name: id.toUpperCase(),
  categoryHierarchyId,
  inventoryCount: 1,
  reorderPoint: 2,
  sku: null,
  archived,
})
const categories = [
  { id: 'phones', name: 'Phones', parentId: null },
  { id: 'screens', name: 'Screens', parentId: 'phones' },
  { id: 'tools', name: 'Tools', parentId: null },
]
const products = [product('p1', 'screens'), product('p2', 'screens', true), product('p3', 'tools', true), product('p4', 'gone', true)]
const tree = categoriesToTree(categories, products)
const idsOf = (nodes: readonly CategoryNode<ReorderFields>[]): string[] => treeToRows(nodes, () => true).map(({ id }) => id)

describe('archived products', () => {
  it('are in no list that does not ask for them, and never low', () => {
    expect(withoutArchived(products).map(({ id }) => id)).toEqual(['p1'])
    expect(products.map(isLowStock)).toEqual([true, false, false, false])
    expect(idsOf(filterTree(tree, { search: '', lowStockOnly: true }))).toEqual(['phones', 'screens', 'p1'])
  })

  it('count in no sum, also where they are shown', () => {
    expect(idsOf(tree)).toEqual(['phones', 'screens', 'p1', 'p2', 'tools', 'p3'])
    expect(tree).toMatchObject([
      { cumulativeInventoryCount: 1, children: [{ directInventoryCount: 1, hasDirectProducts: true }] },
      { cumulativeInventoryCount: 0, directInventoryCount: 0, hasDirectProducts: false },
    ])
  })

  it('have a place of their own once their category is gone', () => {
    const held = new Set(categories.map(({ id }) => id))
    expect(toNodeOfHomeless(held, products)).toMatchObject({ id: noCategoryId, products: [{ id: 'p4' }], cumulativeInventoryCount: 0 })
    expect(toNodeOfHomeless(held, products.slice(0, 3))).toBeUndefined()
  })
})

describe('what was just added', () => {
  it('stays in a filtered tree that does not find it, with what leads to it', () => {
    const stock = categoriesToTree(categories, [product('p1', 'screens'), product('p5', 'tools'), product('p6', 'screens')])
    const found = filterTree(stock, { search: 'p1', lowStockOnly: false })
    expect(idsOf(found)).toEqual(['phones', 'screens', 'p1'])
    expect(idsOf(keepInTree(stock, found, new Set(['p5'])))).toEqual(['phones', 'screens', 'p1', 'tools', 'p5'])
    expect(idsOf(keepInTree(stock, [], new Set(['p6'])))).toEqual(['phones', 'screens', 'p6'])
  })
})
