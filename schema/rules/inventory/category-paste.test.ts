import { describe, expect, it } from 'vitest'
import { flattenPastedTree, pastedCategoriesMax } from './category-paste.ts'

describe('a copied category tree', () => {
  it('becomes names with parents first, whatever else its nodes carry', () => {
    const tree = {
      id: 'x',
      name: 'Phones',
      parentId: 'y',
      children: [
        { name: 'Screens', children: [{ name: 'OLED', children: [] }] },
        { name: 'Cases', children: null },
      ],
    }
    expect(flattenPastedTree(tree)).toEqual([
      { name: 'Phones', parentPlace: null },
      { name: 'Screens', parentPlace: 0 },
      { name: 'Cases', parentPlace: 0 },
      { name: 'OLED', parentPlace: 1 },
    ])
    expect(flattenPastedTree([{ name: 'A' }, { name: 'B' }])).toEqual([
      { name: 'A', parentPlace: null },
      { name: 'B', parentPlace: null },
    ])
  })

  it.each([[[]], [null], ['Phones'], [undefined], [{ name: 'A', children: 'B' }], [{ name: 'A', children: [7] }], [[['A']]]])(
    'is refused when it is none: %j',
    (tree) => {
      expect(flattenPastedTree(tree)).toBeUndefined()
    },
  )

  it('holds 500 nodes at most, wide or deep', () => {
    const wide = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `C${index}` }))
    const deep = (count: number) => Array.from({ length: count }).reduce<object>((child) => ({ name: 'C', children: [child] }), { name: 'leaf' })
    expect(flattenPastedTree(wide(pastedCategoriesMax))).toHaveLength(500)
    expect(flattenPastedTree(wide(501))).toBeUndefined()
    expect(flattenPastedTree(deep(499))).toHaveLength(500)
    expect(flattenPastedTree(deep(100_000))).toBeUndefined()
    expect(flattenPastedTree({ name: 'top', children: wide(500) })).toBeUndefined()
  })
})
