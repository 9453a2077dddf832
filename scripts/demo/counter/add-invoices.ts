import { v5 as uuidV5 } from 'uuid'
import type { Mutation } from '#schema/api/sync.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { issueInvoice } from '#server/commands/issue-invoice.ts'
import type { Services } from '#server/services.ts'

const most = 6

type Drafted = { shopId: string; now: Date; write: (mutation: Mutation) => Promise<void>; userId: string | null }

/** Invoices for what companies had repaired last, all but the newest issued; the oldest is taken back by a credit note. */
export async function addInvoices(services: Services, { shopId, now, write, userId }: Drafted): Promise<void> {
  const repaired = await services.reader
    .selectFrom('orders')
    .innerJoin('customers', 'customers.id', 'orders.customer_id')
    .where('orders.shop_id', '=', shopId)
    .where('customers.company', 'is not', null)
    .where('orders.order_status_id', '=', orderStatusIdByName['Picked up'])
    .where('orders.quote_from_lines', '=', 1)
    .orderBy('orders.created_at', 'desc')
    .limit(most)
    .select('orders.id')
    .execute()
  const draft = async (orderId: string, values: { kind: 'invoice' } | { kind: 'credit-note'; correctsId: string }): Promise<string> => {
    const id = uuidV5(values.kind, orderId)
    const op = { action: 'create' as const, collection: 'invoices', id, values: { orderId, ...values } }
    await write({ id: uuidV5(`act-${values.kind}`, orderId), shopId, at: now.toISOString(), ops: [op] })
    return id
  }
  for (const [place, { id: orderId }] of repaired.toReversed().entries()) {
    const correctsId = await draft(orderId, { kind: 'invoice' })
    if (place === most - 1) continue
    await issueInvoice(services, { userId, shopId, id: correctsId })
    if (place > 0) continue
    await issueInvoice(services, { userId, shopId, id: await draft(orderId, { kind: 'credit-note', correctsId }) })
  }
}
