import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categoriesToTree, foundProductToText, searchTree, wouldMakeCycle, type CategoryFields, type CategoryNode, type StockFields } from './category-tree.ts'

const category = (id: string, name: string, parentId: string | null = null): CategoryFields => ({ id, name, parentId })
const product = (id: string, name: string, categoryHierarchyId: string, inventoryCount = 1, sku: string | null = null): StockFields => ({
  id,
  name,
  categoryHierarchyId,
  inventoryCount,
  sku,
})

const categories = [
  category('phones', 'Phones'),
  category('screens', 'Screens', 'phones'),
  category('b10', 'iPhone 10', 'screens'),
  category('b9', 'iphone 9', 'screens'),
  category('tools', 'Tools'),
]
const products = [
  product('p1', 'OLED', 'b10', 3),
  product('p2', 'LCD', 'b10', 4, 'LC-10'),
  product('p3', 'Adhesive', 'phones', 20),
  product('p4', 'LCD', 'b9', 0),
]

const namesOf = (nodes: readonly CategoryNode[]): unknown[] => nodes.map(({ name, children }) => (children.length === 0 ? name : [name, namesOf(children)]))

describe('the category tree', () => {
  const tree = categoriesToTree(categories, products)

  it('stands in the order of the names, numbers by their value', () => {
    expect(namesOf(tree)).toEqual([['Phones', [['Screens', ['iphone 9', 'iPhone 10']]]], 'Tools'])
  })

  it('counts pieces right here and below', () => {
    const [phones] = tree
    expect([phones?.directInventoryCount, phones?.cumulativeInventoryCount, phones?.hasDirectProducts]).toEqual([20, 27, true])
    expect([tree[1]?.directInventoryCount, tree[1]?.cumulativeInventoryCount, tree[1]?.hasDirectProducts]).toEqual([0, 0, false])
    const counted = (directInventoryCount: number, cumulativeInventoryCount: number) => ({
      hasDirectProducts: true,
      directInventoryCount,
      cumulativeInventoryCount,
    })
    expect(phones).toMatchObject({
      id: 'phones',
      name: 'Phones',
      ...counted(20, 27),
      children: [
        {
          id: 'screens',
          name: 'Screens',
          hasDirectProducts: false,
          directInventoryCount: 0,
          cumulativeInventoryCount: 7,
          children: [
            { id: 'b9', name: 'iphone 9', children: [], ...counted(0, 0) },
            { id: 'b10', name: 'iPhone 10', children: [], ...counted(7, 7) },
          ],
        },
      ],
    })
  })

  it('shows every category once, whatever the parents say', () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const anyParents = fc.array(fc.option(fc.constantFrom(...ids, 'gone')), { minLength: ids.length, maxLength: ids.length })
    fc.assert(
      fc.property(anyParents, (parents) => {
        const rows = ids.map((id, index) => category(id, id, parents[index] ?? null))
        const shown: string[] = []
        const visit = (node: CategoryNode): void => {
          shown.push(node.id)
          node.children.forEach(visit)
        }
        categoriesToTree(rows, []).forEach(visit)
        expect(shown.toSorted()).toEqual(ids)
      }),
    )
  })
})

describe('moving a category', () => {
  const byId = new Map(categories.map((row) => [row.id, row]))

  it.each([
    ['phones', 'b10', true],
    ['phones', 'phones', true],
    ['b10', 'phones', false],
    ['b10', null, false],
    ['phones', 'tools', false],
  ])('%s under %s makes a circle: %s', (id, parentId, expected) => {
    expect(wouldMakeCycle(byId, id, parentId)).toBe(expected)
  })
})

describe('searching the inventory', () => {
  const tree = categoriesToTree(categories, products)
  const search = (query: string): string[] => searchTree(tree, query).map(foundProductToText)

  it('finds by words of the path, the name and the SKU, all of them required', () => {
    expect(search('screens lcd')).toEqual(['Phones / Screens / iphone 9 / LCD', 'Phones / Screens / iPhone 10 / LCD'])
    expect(search('LCD iphone 10')).toEqual(['Phones / Screens / iPhone 10 / LCD'])
    expect(search('lc-10')).toEqual(['Phones / Screens / iPhone 10 / LCD'])
    expect(search('lcd tools')).toEqual([])
  })

  it('finds all without a word', () => {
    expect(search('  ')).toHaveLength(4)
  })
})
