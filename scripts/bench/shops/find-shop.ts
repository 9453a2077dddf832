import { createImportTarget } from '#server/operations/import/shop-target.ts'
import { openServices } from '#scripts/tools/open-services.ts'
import type { BenchContext } from '../harness/context.ts'
import { countRows, type SeededShop } from './seed.ts'

export type FindSize = { orders: number; customers: number; products: number }

const opsPerMutation = 500
const firstNames = ['Adaeze', 'Bruno', 'Chiara', 'Dalia', 'Emeka', 'Fréya', 'Goran', 'Hana', 'Ivo', 'Joana', 'Kofi', 'Léna', 'Mikkel', 'Nadia', 'Olu', 'Petra']
const lastStarts = ['Mar', 'Oka', 'Pet', 'Quis', 'Ros', 'Sto', 'Tam', 'Usm', 'Van', 'Wol', 'Yil', 'Zim']
const lastEnds = ['shall', 'for', 'itjean', 'torp', 'sini', 'neham', 'bury', 'anov', 'derberg', 'fensen', 'mazer', 'mermann', 'quez', 'wick', 'ström']
const nouns = ['Display', 'Battery', 'Charging port', 'Hinge', 'Cooling fan', 'Drive belt', 'Loudspeaker', 'Keyboard', 'Camera', 'Ribbon cable']

const pick = (texts: readonly string[], index: number): string => texts[index % texts.length] ?? ''

/** Names of which many are near to each other, as in any town. */
const toName = (index: number): string => {
  const last = Math.floor(index / firstNames.length)
  return `${pick(firstNames, index)} ${pick(lastStarts, last)}${pick(lastEnds, Math.floor(last / lastStarts.length))}`
}

/** A shop of real repair records with so many customers and products more. */
export async function findShopWith(bench: BenchContext, { orders, customers, products }: FindSize): Promise<SeededShop> {
  const plain = await bench.shopWith(orders)
  const dataDir = bench.workshop.copyFolder(plain.dataDir)
  bench.say(`  giving it ${customers} customers and ${products} products …`)
  const { services, close } = await openServices(dataDir)
  try {
    const target = createImportTarget(services, plain.shopId)
    const create = (collection: string, id: string, values: Record<string, string | number | null>) => ({ action: 'create' as const, collection, id, values })
    const categoryId = services.newId()
    const ops = [
      create('categories', categoryId, { name: 'Parts', parentId: null }),
      ...Array.from({ length: customers }, (_, index) =>
        create('customers', services.newId(), { name: toName(index), countryCode: '+44', phone: String(7_700_000_000 + index) }),
      ),
      ...Array.from({ length: products }, (_, index) =>
        create('products', services.newId(), {
          name: `${pick(nouns, index)} ${index}`,
          categoryHierarchyId: categoryId,
          inventoryCount: 3,
          sku: `SKU-${index}`,
        }),
      ),
    ]
    for (let start = 0; start < ops.length; start += opsPerMutation) {
      const [result] = await target.apply([
        { id: services.newId(), shopId: plain.shopId, at: services.clock().toISOString(), ops: ops.slice(start, start + opsPerMutation) },
      ])
      if (result?.outcome !== 'applied') throw new Error(`The shop could not be filled: ${JSON.stringify(result?.error)}`)
    }
    return { ...plain, dataDir, rowsByCollection: await countRows(services) }
  } finally {
    await close()
  }
}
