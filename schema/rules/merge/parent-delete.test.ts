import { describe, expect, it } from 'vitest'
import { products } from '../../collections/stock/products.ts'
import { suppliers } from '../../collections/stock/suppliers.ts'
import { collectionToDependants } from '../../collections/index.ts'
import { findHeldAgain, holdsParent } from './parent-delete.ts'

const ofProducts = (parent: string) => collectionToDependants(parent).filter(({ collection }) => collection === 'products')

describe('a row that points at one which is being deleted', () => {
  it('stands in the way, unless it is an archived product and the row its category', () => {
    const [inCategory] = ofProducts('categories')
    const [ofSupplier] = ofProducts('suppliers')
    const held = (archived: boolean) => [inCategory, ofSupplier].map((dependant) => dependant && holdsParent({ archived }, dependant))
    expect(held(false)).toEqual([true, true])
    expect(held(true)).toEqual([false, true])
  })

  it('holds its parent again when it is brought back', () => {
    const findIn = (before: boolean, after: boolean) => findHeldAgain(products.fields, { archived: before }, { archived: after })
    expect(findIn(true, false)).toEqual(['categoryHierarchyId'])
    for (const [before, after] of [
      [false, false],
      [false, true],
      [true, true],
    ] as const)
      expect(findIn(before, after)).toEqual([])
    expect(findHeldAgain(suppliers.fields, { archived: true }, {})).toEqual([])
  })
})
