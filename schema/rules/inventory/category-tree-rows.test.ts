import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterTree, isLowStock, keyToTreeStep, type ReorderFields, treeToRows } from './category-tree-rows.ts'
import { type CategoryFields, type CategoryNode, categoriesToTree, searchTree } from './category-tree.ts'

const category = (id: string, name: string, parentId: string | null = null): CategoryFields => ({ id, name, parentId })
const product = (id: string, name: string, categoryHierarchyId: string, inventoryCount = 5): ReorderFields => ({
  id,
  name,
  categoryHierarchyId,
  inventoryCount,
  reorderPoint: 2,
  sku: null,
})

const categories = [category('phones', 'Phones'), category('screens', 'Screens', 'phones'), category('cases', 'Cases', 'phones'), category('tools', 'Tools')]
const products = [product('p1', 'OLED', 'screens', 2), product('p2', 'LCD', 'screens'), product('p3', 'Glue', 'phones', 0)]
const tree = categoriesToTree(categories, products)
const all = { search: '', lowStockOnly: false }
const idsOf = (nodes: readonly CategoryNode<ReorderFields>[]): string[] => treeToRows(nodes, () => true).map(({ id }) => id)

const anyShop = fc
  .record({
    parents: fc.array(fc.option(fc.nat(), { freq: 4 }), { maxLength: 12 }),
    products: fc.array(
      fc.record({ place: fc.nat(), name: fc.constantFrom('Screen', 'Battery', 'Écran'), inventoryCount: fc.nat(4), reorderPoint: fc.nat(4) }),
      { maxLength: 20 },
    ),
    names: fc.array(fc.constantFrom('Phones', 'Screens', 'Parts'), { minLength: 12, maxLength: 12 }),
  })
  .map(({ parents, products: stock, names }) => {
    const rows = parents.map((parent, index) => category(`c${index}`, names[index] ?? '', parent === null || index === 0 ? null : `c${parent % index}`))
    const held =
      rows.length === 0
        ? []
        : stock.map(({ place, ...values }, index): ReorderFields => ({ id: `p${index}`, sku: null, categoryHierarchyId: `c${place % rows.length}`, ...values }))
    return { rows, held, tree: categoriesToTree(rows, held) }
  })

describe('the rows of the inventory', () => {
  it('stand in the order of the tree, categories before products, with their places', () => {
    expect(treeToRows(tree, () => true).map(({ id, level, place, placeCount }) => [id, level, place, placeCount])).toEqual([
      ['phones', 1, 1, 2],
      ['cases', 2, 1, 3],
      ['screens', 2, 2, 3],
      ['p2', 3, 1, 2],
      ['p1', 3, 2, 2],
      ['p3', 2, 3, 3],
      ['tools', 1, 2, 2],
    ])
  })

  it('hide what is in closed categories, and an empty one cannot be open', () => {
    expect(treeToRows(tree, (id) => id !== 'screens').map(({ id }) => id)).toEqual(['phones', 'cases', 'screens', 'p3', 'tools'])
    const rows = treeToRows(tree, () => true)
    expect(rows.filter((row) => row.kind === 'category').map(({ id, isOpen, isEmpty }) => [id, isOpen, isEmpty])).toEqual([
      ['phones', true, false],
      ['cases', false, true],
      ['screens', true, false],
      ['tools', false, true],
    ])
  })

  it('hold every category and product once, and badges add up to all pieces', () => {
    fc.assert(
      fc.property(anyShop, ({ rows, held, tree: forest }) => {
        expect(idsOf(forest).toSorted()).toEqual([...rows, ...held].map(({ id }) => id).toSorted())
        expect(forest.reduce((sum, node) => sum + node.cumulativeInventoryCount, 0)).toBe(held.reduce((sum, { inventoryCount }) => sum + inventoryCount, 0))
        for (const row of treeToRows(forest, () => true)) {
          if (row.kind === 'product') continue
          const { directInventoryCount, cumulativeInventoryCount, children, products: own, hasDirectProducts } = row.node
          expect(directInventoryCount).toBe(
            held.filter(({ categoryHierarchyId }) => categoryHierarchyId === row.id).reduce((sum, { inventoryCount }) => sum + inventoryCount, 0),
          )
          expect(cumulativeInventoryCount).toBe(children.reduce((sum, child) => sum + child.cumulativeInventoryCount, directInventoryCount))
          expect(hasDirectProducts).toBe(own.length > 0)
        }
      }),
    )
  })
})

describe('low stock', () => {
  it.each([
    [1, 2, true],
    [2, 2, true],
    [3, 2, false],
    [0, 0, true],
  ])('%i pieces with a reorder point of %i: %s', (inventoryCount, reorderPoint, expected) => {
    expect(isLowStock({ inventoryCount, reorderPoint })).toBe(expected)
  })
})

describe('filtering the inventory', () => {
  it('keeps what has all words in its path, with the categories that lead there', () => {
    expect(idsOf(filterTree(tree, { ...all, search: 'phones oled' }))).toEqual(['phones', 'screens', 'p1'])
    expect(idsOf(filterTree(tree, { ...all, search: 'SCREENS phones' }))).toEqual(['phones', 'screens', 'p2', 'p1'])
    expect(idsOf(filterTree(tree, { ...all, search: 'case' }))).toEqual(['phones', 'cases'])
    expect(idsOf(filterTree(tree, { ...all, search: 'tools screens' }))).toEqual([])
  })

  it('finds a product by all that its row shows, together with its path', () => {
    const supplierById: Record<string, string> = { p2: 'parts ltd', p3: 'chemco' }
    const toText = ({ id, name }: { id: string; name: string }): string => `${name.toLowerCase()} ${supplierById[id] ?? ''}`
    expect(idsOf(filterTree(tree, { ...all, search: 'Ltd phones' }, toText))).toEqual(['phones', 'screens', 'p2'])
    expect(searchTree(tree, 'chemco phones', toText).map(({ product: { id } }) => id)).toEqual(['p3'])
    expect(searchTree(tree, 'Phones / Screens / LCD').map(({ product: { id } }) => id)).toEqual(['p2'])
  })

  it('keeps low stock only, and no category without any', () => {
    expect(idsOf(filterTree(tree, { search: '', lowStockOnly: true }))).toEqual(['phones', 'screens', 'p1', 'p3'])
    expect(idsOf(filterTree(tree, { search: 'screens', lowStockOnly: true }))).toEqual(['phones', 'screens', 'p1'])
  })

  it('leaves the counts those of the whole', () => {
    expect(filterTree(tree, { ...all, search: 'oled' })[0]?.cumulativeInventoryCount).toBe(7)
  })

  it('finds the products that the look-up of an order finds', () => {
    fc.assert(
      fc.property(
        anyShop,
        fc.array(fc.constantFrom('phones', 'scr', 'ecran', 'parts battery', '  '), { maxLength: 3 }),
        fc.boolean(),
        ({ tree: forest }, words, lowStockOnly) => {
          const query = words.join(' ')
          const found = searchTree(forest, query).filter(({ product: one }) => !lowStockOnly || isLowStock(one))
          const shown = treeToRows(filterTree(forest, { search: query, lowStockOnly }), () => true)
          expect(shown.flatMap((row) => (row.kind === 'product' ? [row.id] : [])).toSorted()).toEqual(found.map(({ product: one }) => one.id).toSorted())
          for (const row of shown) if (row.kind === 'category' && lowStockOnly) expect(row.isEmpty).toBe(false)
        },
      ),
    )
  })
})

describe('the keys of the tree', () => {
  const rows = treeToRows(tree, (id) => id === 'phones')

  it.each([
    ['ArrowDown', 0, { focus: 1 }],
    ['ArrowDown', 4, { focus: 4 }],
    ['ArrowUp', 0, { focus: 0 }],
    ['Home', 3, { focus: 0 }],
    ['End', 0, { focus: 4 }],
    ['ArrowRight', 0, { focus: 1 }],
    ['ArrowRight', 2, { toggle: 'screens' }],
    ['ArrowRight', 1, { focus: 1 }],
    ['ArrowLeft', 0, { toggle: 'phones' }],
    ['ArrowLeft', 2, { focus: 0 }],
    ['ArrowLeft', 4, { focus: 4 }],
    ['a', 0, undefined],
  ])('%s on row %i', (key, index, expected) => {
    expect(keyToTreeStep(key, rows, index)).toEqual(expected)
  })
})
