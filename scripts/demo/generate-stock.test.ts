import { describe, expect, it } from 'vitest'
import { mutationSchema, type Op } from '#schema/api/sync.ts'
import { isLowStock } from '#schema/rules/inventory/category-tree-rows.ts'
import { generateStock } from './generate-stock.ts'
import { createRandom } from './random.ts'
import { type DemoStock, harbourStock, northsideStock } from './stock-vocabulary.ts'

const shopId = '3b0a3f4e-0d5c-4f55-9f0e-0b5a1f0a7c11'
const now = new Date('2026-03-10T15:30:00.000Z')
const generate = (stock: DemoStock) => generateStock(shopId, stock, createRandom(7), now)

describe.each([
  ['harbour', harbourStock],
  ['northside', northsideStock],
])('the stock of the demo shop %s', (_, stock) => {
  it('is the same for the same seed and moment, in mutations that the sync protocol takes, none of them in the future', () => {
    const mutations = generate(stock)
    expect(generate(stock)).toEqual(mutations)
    for (const mutation of mutations) expect(mutationSchema.safeParse(mutation).error).toBeUndefined()
    const times = mutations.map(({ at }) => at)
    expect(times).toEqual(times.toSorted())
    expect(times.at(-1)?.localeCompare(now.toISOString())).toBeLessThan(0)
    expect(new Set(mutations.map(({ id }) => id)).size).toBe(mutations.length)
  })

  it('names categories and suppliers that are there already, in a tree of two levels with some 60 products, some of them low', () => {
    const known = new Set<string>()
    const products = new Map<string, { inventoryCount: number; reorderPoint: number }>()
    const add = ({ id, collection, values }: Extract<Op, { action: 'create' }>): void => {
      expect(known).not.toContain(id)
      known.add(id)
      for (const name of ['parentId', 'categoryHierarchyId', 'supplierId']) if (typeof values[name] === 'string') expect(known).toContain(values[name])
      if (collection === 'products') products.set(id, { inventoryCount: Number(values['inventoryCount']), reorderPoint: Number(values['reorderPoint']) })
    }
    for (const op of generate(stock).flatMap(({ ops }) => ops)) {
      if (op.action === 'create') add(op)
      if (op.action !== 'update') continue
      const product = products.get(op.id)
      expect(op.changes['inventoryCount']?.from).toBe(product?.inventoryCount)
      if (product) product.inventoryCount = Number(op.changes['inventoryCount']?.to)
    }
    expect(products.size).toBeGreaterThanOrEqual(60)
    const low = [...products.values()].filter(isLowStock)
    expect(low.length).toBeGreaterThan(3)
    expect(low.length).toBeLessThan(20)
  })
})
