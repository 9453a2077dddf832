import { expect, it } from 'vitest'
import { findPartsToBuy } from './parts-to-buy.ts'

const line = { id: 'l', orderId: 'o', productId: null, description: 'Glass', quantity: 1, unitCost: null, supplierId: 'north' }
const product = { id: 'p', name: 'Screen', supplierId: 'north', inventoryCount: 1, reorderPoint: 2, costPrice: 30, archived: false }

it('PARTS-01, PARTS-02: what repairs wait for and what the shelf lacks stands under its supplier', () => {
  const found = findPartsToBuy({
    lines: [line, { ...line, id: 'm', productId: 'p', supplierId: null, quantity: 0.5 }, { ...line, id: 'n', supplierId: null }],
    products: [product, { ...product, id: 'q', name: 'Bag', supplierId: null, inventoryCount: -2, reorderPoint: 0, costPrice: null }],
    onTheWay: [],
  })
  const shown = (supplierId: string | null) => found.get(supplierId)?.map(({ key, quantity, unitCost }) => [key, quantity, unitCost])
  expect(shown('north')).toEqual([
    ['l', 1, null],
    // The product's supplier and cost, in whole pieces.
    ['m', 1, 30],
    ['p', 1, 30],
  ])
  expect(shown(null)).toEqual([
    ['n', 1, null],
    ['q', 3, null],
  ])
})

it('PARTS-02: what is on its way is not bought again, nor what is archived or above its reorder point', () => {
  const others = [
    { ...product, id: 'many', inventoryCount: 3 },
    { ...product, id: 'old', archived: true },
  ]
  const onTheWay = [{ productId: 'p', quantity: 3, received: 1 }]
  expect(findPartsToBuy({ lines: [], products: [product, ...others], onTheWay }).size).toBe(0)
})
