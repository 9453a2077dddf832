import { formatMoney } from '#schema/values/money.ts'
import { createImportTarget } from '#server/operations/import/shop-target.ts'
import { openServices } from '#scripts/tools/open-services.ts'
import type { BenchContext } from '../harness/context.ts'
import { countRows, type SeededShop } from './seed.ts'

const dayMs = 86_400_000
const ordersPerMutation = 100
const paidEach = 20
const costEach = 5.25

/** A year of a shop's money: days `YYYY-MM-DD`, both inclusive, and the customers' payments as the report shows them. */
export type MoneyYear = { from: string; to: string; paidText: string; rows: number }

export type FullShop = SeededShop & {
  /** The last year, with the money of the same number of orders in every shop. */
  lastYear: MoneyYear
  /** The year before it, with the money of all other orders. */
  yearBefore: MoneyYear
}

/**
 * A shop in its own folder, with a customer, a payment and a cost for each of its orders, and half as many tasks, every other
 * one of an order.
 */
export async function fullShopWith(bench: BenchContext, orders: number, ordersInLastYear: number): Promise<FullShop> {
  const plain = await bench.shopWith(orders)
  const dataDir = bench.workshop.copyFolder(plain.dataDir)
  bench.say(`  giving ${orders} orders their customers, payments, costs and tasks …`)
  const { services, close } = await openServices(dataDir)
  try {
    const ids = await services.reader.selectFrom('orders').select('id').where('deleted', '=', 0).orderBy('id').execute()
    const presentYear = services.clock().getUTCFullYear()
    const target = createImportTarget(services, plain.shopId)
    const create = (collection: string, values: Record<string, string | number | boolean | null>) => ({
      action: 'create' as const,
      collection,
      id: services.newId(),
      values,
    })
    for (let start = 0; start < ids.length; start += ordersPerMutation) {
      const ops = ids.slice(start, start + ordersPerMutation).flatMap(({ id: orderId }, offset) => {
        const index = start + offset
        const isLastYear = index < ordersInLastYear
        const endMs = Date.UTC(presentYear - (isLastYear ? 1 : 2), 11, 20)
        const ageDays = ((index % ordersInLastYear) / ordersInLastYear) * 340
        const more = { orderId, afterTax: index % 2 === 0, createdAt: new Date(endMs - ageDays * dayMs).toISOString() }
        return [
          create('customers', { name: toName(index), countryCode: '+44', phone: String(7_700_000_000 + index) }),
          create('payments', { ...more, paymentAmount: paidEach, paymentText: 'Deposit' }),
          create('costs', { ...more, costAmount: costEach, costText: 'Part' }),
          ...(index % 2 === 0 ? [create('tasks', toTask(index, index % 4 === 0 ? orderId : null))] : []),
        ]
      })
      const [result] = await target.apply([{ id: services.newId(), shopId: plain.shopId, at: services.clock().toISOString(), ops }])
      if (result?.outcome !== 'applied') throw new Error(`The shop could not be filled: ${JSON.stringify(result?.error)}`)
    }
    const readYear = async (year: number): Promise<MoneyYear> => {
      const { paid, count } = await services.reader
        .selectFrom('payments')
        .select((build) => [build.fn.sum<number | null>('payment_amount_cents').as('paid'), build.fn.countAll<number>().as('count')])
        .where('created_at', '>=', `${year}-01-01`)
        .where('created_at', '<', `${year + 1}-01-01`)
        .executeTakeFirstOrThrow()
      return { from: `${year}-01-01`, to: `${year}-12-31`, paidText: formatMoney((paid ?? 0) / 100), rows: count * 2 }
    }
    const lastYear = await readYear(presentYear - 1)
    if (lastYear.rows !== ordersInLastYear * 2) throw new Error(`The last year holds ${lastYear.rows} payments and costs instead of ${ordersInLastYear * 2}`)
    return { ...plain, dataDir, rowsByCollection: await countRows(services), lastYear, yearBefore: await readYear(presentYear - 2) }
  } finally {
    await close()
  }
}

const firstNames = ['Ada', 'Bruno', 'Chen', 'Dalia', 'Emeka', 'Freya', 'Goran', 'Hana', 'Ivo', 'Joana', 'Kofi', 'Lena']
const lastNames = ['Marsh', 'Okafor', 'Petit', 'Quist', 'Rossi', 'Stone', 'Tamm', 'Usman', 'Vance', 'Wolff', 'Yilmaz']

const pick = (texts: readonly string[], index: number): string => texts[index % texts.length] ?? ''

const toName = (index: number): string => `${pick(firstNames, index)} ${pick(lastNames, index)} ${index}`

const errands = ['Order the part', 'Call the customer back', 'Test it for an hour', 'Clean the contacts', 'Ask for a quote']

const toTask = (index: number, orderId: string | null) => ({
  orderId,
  description: `${pick(errands, index / 2)} ${index}`,
  completed: index % 6 === 0,
  dueTimestamp: index % 10 === 0 ? null : new Date(Date.UTC(2025, 0, 1) + (index % 700) * dayMs).toISOString(),
})
