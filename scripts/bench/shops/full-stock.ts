import { createImportTarget } from '#server/operations/import/shop-target.ts'
import { openServices } from '#scripts/tools/open-services.ts'
import type { BenchContext } from '../harness/context.ts'
import { countRows, type SeededShop } from './seed.ts'

export type StockSize = { products: number; categories: number }

/** The first two categories of the top level, at every size. */
export const firstCategories = { moved: 'Group 0000', target: 'Group 0001' }

/** A product that is the only result of a search. */
export const markedProduct = { name: 'Marked tube', inventoryCount: 40 }

const opsPerMutation = 100
const nouns = ['Display', 'Battery', 'Port', 'Hinge', 'Fan', 'Belt', 'Speaker', 'Keyboard', 'Camera', 'Cable']

/** A shop with few orders and a stock of this size: a twentieth of the categories is on the top level, a quarter on the second, the rest below. */
export async function fullStockWith(bench: BenchContext, { products, categories }: StockSize): Promise<SeededShop> {
  const plain = await bench.shopWith(50)
  const dataDir = bench.workshop.copyFolder(plain.dataDir)
  bench.say(`  filling a stock of ${products} products in ${categories} categories …`)
  const { services, close } = await openServices(dataDir)
  try {
    const target = createImportTarget(services, plain.shopId)
    const create = (collection: string, id: string, values: Record<string, string | number | null>) => ({ action: 'create' as const, collection, id, values })
    const ids = Array.from({ length: categories }, () => services.newId())
    const topCount = Math.ceil(categories / 20)
    const middleCount = Math.ceil(categories / 4)
    const parentOf = (index: number): string | null => {
      if (index < topCount) return null
      return ids[index < topCount + middleCount ? index % topCount : topCount + (index % middleCount)] ?? null
    }
    const toName = (index: number): string =>
      `${index < topCount ? 'Group' : index < topCount + middleCount ? 'Branch' : 'Leaf'} ${String(index).padStart(4, '0')}`
    const toProduct = (index: number) => ({
      name: index === 0 ? markedProduct.name : `${nouns[index % nouns.length]} ${index}`,
      categoryHierarchyId: ids[(index * 7) % categories] ?? '',
      inventoryCount: index === 0 ? markedProduct.inventoryCount : index % 23,
      reorderPoint: 2,
      sku: `SKU-${index}`,
      salePrice: 10 + (index % 90),
    })
    const ops = [
      ...ids.map((id, index) => create('categories', id, { name: toName(index), parentId: parentOf(index) })),
      ...Array.from({ length: products }, (_, index) => create('products', services.newId(), toProduct(index))),
    ]
    for (let start = 0; start < ops.length; start += opsPerMutation) {
      const [result] = await target.apply([
        { id: services.newId(), shopId: plain.shopId, at: services.clock().toISOString(), ops: ops.slice(start, start + opsPerMutation) },
      ])
      if (result?.outcome !== 'applied') throw new Error(`The stock could not be filled: ${JSON.stringify(result?.error)}`)
    }
    return { ...plain, dataDir, rowsByCollection: await countRows(services) }
  } finally {
    await close()
  }
}
