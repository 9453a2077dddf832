import { approvedOrderStatus } from '#schema/rules/estimates/estimate-states.ts'
import { planApproval } from '#schema/rules/estimates/plan-approval.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import type { Json } from '#schema/values/merge.ts'
import type { WriteContext } from '../context.ts'
import { rowToContent, toTypedDocument } from '../rows.ts'
import { tableOf } from '../table.ts'
import { readEstimatePricing } from './guard-estimates.ts'

type Values = Readonly<Record<string, unknown>>
type Write = (collection: CollectionName, id: string, values: Readonly<Record<string, Json>>) => Promise<void>

/** Makes an approved estimate the price of its order, which goes on where it waited. */
export async function followApproval(context: WriteContext, estimate: Values, { create, set }: { create: Write; set: Write }): Promise<void> {
  if (estimate['state'] !== 'approved') return
  const orderId = String(estimate['orderId'])
  const order = await context.memory.find(tableOf('orders'), orderId)
  if (order === undefined || order.deleted === 1) return
  const [orderLines, lines] = [await readOrderLines(context, orderId), readEstimateLines(estimate['lines'])]
  const pricing = await readEstimatePricing(context, orderId, [...orderLines, ...lines])
  const total = Number(estimate['total'])
  const plan = planApproval({ orderLines, lines, total, pricing })
  for (const { id, values } of plan.changes) await set('order_lines', id, values)
  for (const values of plan.additions) await create('order_lines', context.newId(), { orderId, ...values })
  const status = approvedOrderStatus(order['orderStatusId'])
  await set('orders', orderId, { quotedCost: String(total), quoteFromLines: true })
  if (status !== undefined) await set('orders', orderId, { orderStatusId: status })
}

async function readOrderLines(context: WriteContext, orderId: string) {
  const table = tableOf('order_lines')
  const ids = await context.trx.selectFrom('order_lines').select('id').where('order_id', '=', orderId).where('deleted', '=', 0).execute()
  const rows = await Promise.all(ids.map(({ id }) => context.memory.find(table, id)))
  return rows.flatMap((row) => (row === undefined || row.deleted === 1 ? [] : [toTypedDocument<'order_lines'>(rowToContent(table, row))]))
}
