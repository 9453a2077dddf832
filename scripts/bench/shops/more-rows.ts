import { createImportTarget } from '#server/operations/import/shop-target.ts'
import { openServices } from '#scripts/tools/open-services.ts'
import type { Bench } from '../harness/bench-context.ts'
import { countRows, type SeededShop } from './seed-shop.ts'

type Row = { collection: string; id: string; values: Record<string, string | number | boolean | null> }

const rowsPerMutation = 350
const firstNames = ['Adaeze', 'Bruno', 'Chiara', 'Dalia', 'Emeka', 'Fréya', 'Goran', 'Hana', 'Ivo', 'Joana', 'Kofi', 'Léna', 'Mikkel', 'Nadia', 'Olu', 'Petra']
const lastStarts = ['Mar', 'Oka', 'Pet', 'Quis', 'Ros', 'Sto', 'Tam', 'Usm', 'Van', 'Wol', 'Yil', 'Zim']
const lastEnds = ['shall', 'for', 'itjean', 'torp', 'sini', 'neham', 'bury', 'anov', 'derberg', 'fensen', 'mazer', 'mermann', 'quez', 'wick', 'ström']
const nouns = ['Display', 'Battery', 'Charging port', 'Hinge', 'Cooling fan', 'Drive belt', 'Loudspeaker', 'Keyboard', 'Camera', 'Ribbon cable']

const pick = (texts: readonly string[], index: number): string => texts[index % texts.length] ?? ''

const toName = (index: number): string => {
  const last = Math.floor(index / firstNames.length)
  return `${pick(firstNames, index)} ${pick(lastStarts, last)}${pick(lastEnds, Math.floor(last / lastStarts.length))}`
}

const toCustomer = (id: string, index: number): Row => ({
  collection: 'customers',
  id,
  values: { name: toName(index), countryCode: '+44', phone: String(7_700_000_000 + index) },
})

export const shopWithStock = (bench: Bench, orders: number, customers: number, products: number): Promise<SeededShop> =>
  shopWithMore(bench, orders, (newId) => {
    const categoryId = newId()
    const toProduct = (index: number): Row => ({
      collection: 'products',
      id: newId(),
      values: { name: `${pick(nouns, index)} ${index}`, categoryHierarchyId: categoryId, inventoryCount: 3, sku: `SKU-${index}` },
    })
    return [
      { collection: 'categories', id: categoryId, values: { name: 'Parts', parentId: null } },
      ...Array.from({ length: customers }, (_, index) => toCustomer(newId(), index)),
      ...Array.from({ length: products }, (_, index) => toProduct(index)),
    ]
  })

/** Adds a payment, a cost and a customer per order, and a task for every other order. */
export const shopWithMoney = (bench: Bench, orders: number): Promise<SeededShop> =>
  shopWithMore(bench, orders, (newId, orderIds) =>
    orderIds.flatMap((orderId, index): Row[] => {
      const money = { orderId, afterTax: index % 2 === 0 }
      return [
        toCustomer(newId(), index),
        { collection: 'payments', id: newId(), values: { ...money, paymentAmount: 20, paymentText: 'Deposit' } },
        { collection: 'costs', id: newId(), values: { ...money, costAmount: 5.25, costText: 'Part' } },
        ...(index % 2 === 0
          ? [{ collection: 'tasks', id: newId(), values: { orderId, description: `Call the customer back ${index}`, completed: false } }]
          : []),
      ]
    }),
  )

async function shopWithMore(bench: Bench, orders: number, toRows: (newId: () => string, orderIds: string[]) => Row[]): Promise<SeededShop> {
  const plain = await bench.shopWith(orders)
  const dataDir = bench.copyFolder(plain.dataDir)
  bench.say(`  giving ${orders} orders more rows …`)
  const { services, close } = await openServices(dataDir)
  try {
    const found = await services.reader.selectFrom('orders').select('id').where('deleted', '=', 0).orderBy('id').execute()
    const rows = toRows(
      services.newId,
      found.map(({ id }) => id),
    )
    const target = createImportTarget(services, plain.shopId)
    for (let start = 0; start < rows.length; start += rowsPerMutation) {
      const ops = rows.slice(start, start + rowsPerMutation).map((row) => ({ action: 'create' as const, ...row }))
      const [result] = await target.apply([{ id: services.newId(), shopId: plain.shopId, at: services.clock().toISOString(), ops }])
      if (result?.outcome !== 'applied') throw new Error(`The shop could not be filled: ${JSON.stringify(result?.error)}`)
    }
    return { ...plain, dataDir, rowsByCollection: await countRows(services) }
  } finally {
    await close()
  }
}
