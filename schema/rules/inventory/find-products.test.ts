import { describe, expect, it } from 'vitest'
import { findProducts } from './find-products.ts'

const product = (id: string, name: string, sku: string | null = null, archived = false) => ({
  id,
  name,
  sku,
  archived,
  categoryHierarchyId: 'c',
  inventoryCount: 1,
})
const stock = [
  product('1', 'Screen iPhone 12', 'SC-12'),
  product('2', 'iPhone 12 battery', 'B12'),
  product('3', 'Écran Pixel'),
  product('4', 'Screen old', 'SC-1', true),
]
const idsOf = (query: string, limit = 10) => findProducts(stock, query, limit).map(({ id }) => id)

describe('a product for a line', () => {
  it('is found by all words, in any order, in name and SKU, without regard to case and accents', () => {
    expect(idsOf('12 SCREEN')).toEqual(['1'])
    expect(idsOf('ecran')).toEqual(['3'])
    expect(idsOf('12')).toEqual(['2', '1'])
    expect(idsOf('glass')).toEqual([])
  })

  it('comes first when the words are its SKU, then when its name begins so', () => {
    expect(idsOf('b12')).toEqual(['2'])
    expect(idsOf('iphone')).toEqual(['2', '1'])
    expect(findProducts([product('a', 'A cable 7'), product('b', 'Z', '7')], '7', 9).map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('is none that is no longer sold, and no more than asked for', () => {
    expect(idsOf('').toSorted()).toEqual(['1', '2', '3'])
    expect(idsOf('', 2)).toHaveLength(2)
  })
})
