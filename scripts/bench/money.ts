import { formatMoney } from '#schema/rules/money.ts'
import { createImportTarget } from '#scripts/import/shop-target.ts'
import { openServices } from '#scripts/open-services.ts'
import type { BenchContext } from './context.ts'
import { countRows, type SeededShop } from './seed.ts'

const dayMs = 86_400_000
const ordersAnAct = 100

export type MoneyShop = SeededShop & {
  /** Days of the year that the report is about, `YYYY-MM-DD`. */
  from: string
  to: string
  /** What the customers of that year paid, as the report shows it. */
  paidText: string
}

/**
 * The shop with two payments and two costs for each of its orders, in a folder of its own. Those of so many orders lie within
 * one year, the others in the years before, so that the report over that year is the same whatever else the shop has.
 */
export async function shopWithMoney(bench: BenchContext, orders: number, ordersInYear: number): Promise<MoneyShop> {
  const plain = await bench.shopWith(orders)
  const dataDir = bench.workshop.copyFolder(plain.dataDir)
  bench.say(`  giving ${orders} orders their payments and costs …`)
  const { services, close } = await openServices(dataDir)
  try {
    const ids = await services.reader.selectFrom('orders').select('id').where('deleted', '=', 0).orderBy('id').execute()
    const endMs = Date.UTC(services.clock().getUTCFullYear() - 1, 11, 20)
    const target = createImportTarget(services, plain.shopId)
    let paidCents = 0
    for (let start = 0; start < ids.length; start += ordersAnAct) {
      const ops = ids.slice(start, start + ordersAnAct).flatMap(({ id: orderId }, offset) => {
        const index = start + offset
        const isInYear = index < ordersInYear
        // Between one day and 340 of the year, or in one of the five years before it.
        const ageDays = isInYear ? (index / ordersInYear) * 340 : 400 + (index / ids.length) * 1_800
        const createdAt = new Date(endMs - ageDays * dayMs).toISOString()
        const more = { orderId, afterTax: index % 2 === 0, createdAt }
        const amounts = [20 + (index % 80), 10.5]
        if (isInYear) for (const amount of amounts) paidCents += amount * 100
        return [
          ...amounts.map((paymentAmount) => ({ action: 'create' as const, collection: 'payments', id: services.newId(), values: { ...more, paymentAmount, paymentText: 'Deposit' } })),
          ...[5.25, 12].map((costAmount) => ({ action: 'create' as const, collection: 'costs', id: services.newId(), values: { ...more, costAmount, costText: 'Part' } })),
        ]
      })
      const [result] = await target.apply([{ id: services.newId(), shopId: plain.shopId, at: services.clock().toISOString(), ops }])
      if (result?.outcome !== 'applied') throw new Error(`The money was refused: ${JSON.stringify(result?.error)}`)
    }
    const year = new Date(endMs).getUTCFullYear()
    // What the import itself gave the orders may lie in that year too.
    const { paid } = await services.reader
      .selectFrom('payments')
      .select((build) => build.fn.sum<number>('payment_amount_cents').as('paid'))
      .where('created_at', '>=', `${year}-01-01`)
      .where('created_at', '<', `${year + 1}-01-01`)
      .executeTakeFirstOrThrow()
    if (paid !== paidCents) throw new Error(`The year holds ${paid} cents instead of ${paidCents}`)
    return { ...plain, dataDir, rowsByCollection: await countRows(services), from: `${year}-01-01`, to: `${year}-12-31`, paidText: formatMoney(paidCents / 100) }
  } finally {
    await close()
  }
}
