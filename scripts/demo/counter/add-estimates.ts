import { v5 as uuidV5 } from 'uuid'
import type { Mutation } from '#schema/api/sync.ts'
import type { Json } from '#schema/values/merge.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { sendEstimate } from '#server/portal/estimates/send-estimate.ts'
import type { Services } from '#server/services.ts'
import { readStatuses, toText } from './add-lines.ts'

type DemoEstimates = {
  mutations: Mutation[]
  sent: string[]
  withdrawals: Mutation[]
}

const fates = ['sent', 'declined', 'draft', 'withdrawn'] as const
const most = 8
const hourMs = 3_600_000

/** Estimates in every state for orders waiting for approval, and approved ones for some fixed orders. */
export function addEstimates(orders: readonly Mutation[], now: Date): DemoEstimates {
  const statusById = readStatuses(orders)
  const estimates: DemoEstimates = { mutations: [], sent: [], withdrawals: [] }
  let [waiting, approved] = [0, 0]
  for (const { shopId, at, ops } of orders) {
    for (const op of ops) {
      if (op.action !== 'create' || op.collection !== 'orders') continue
      const [status, quote] = [statusById.get(op.id), Number(op.values['quotedCost'])]
      if (!Number.isInteger(quote)) continue
      const id = uuidV5('estimate', op.id)
      const atMs = Math.min(Date.parse(at) + hourMs, now.getTime() - 20_000)
      const lines: Json = [{ kind: 'labour', description: `Repair of ${toText(op.values['itemDetails'])}`, quantity: 1, unitPrice: quote }]
      const act = (name: string, afterMs: number, own: Mutation['ops'][number]): Mutation => ({
        id: uuidV5(`act-estimate-${name}`, op.id),
        shopId,
        at: new Date(atMs + afterMs).toISOString(),
        ops: [own],
      })
      const make = act('new', 0, { action: 'create', collection: 'estimates', id, values: { orderId: op.id, lines, note: 'Parts and labour included' } })
      const answer = (state: 'approved' | 'declined'): Mutation =>
        act(state, 5_000, {
          action: 'update',
          collection: 'estimates',
          id,
          changes: {
            state: { from: 'draft', to: state },
            lines: { from: lines, to: lines },
            decidedName: { from: null, to: 'The customer' },
            consentNote: { from: null, to: 'Said so on the phone' },
          },
        })
      if (status === orderStatusIdByName.Fixed && approved < most) {
        approved += 1
        estimates.mutations.push(make, answer('approved'))
      } else if (status === orderStatusIdByName['Waiting For Approval'] && waiting < most) {
        const fate = fates[waiting % fates.length]
        waiting += 1
        estimates.mutations.push(make, ...(fate === 'declined' ? [answer('declined')] : []))
        if (fate === 'sent' || fate === 'withdrawn') estimates.sent.push(id)
        if (fate === 'withdrawn')
          estimates.withdrawals.push({
            ...act('withdrawn', 10_000, { action: 'update', collection: 'estimates', id, changes: withdrawn(lines) }),
            at: now.toISOString(),
          })
      }
    }
  }
  return estimates
}

const withdrawn = (lines: Json) => ({ state: { from: 'sent', to: 'withdrawn' }, lines: { from: lines, to: lines } })

export async function sendEstimates(services: Services, userId: string | null, shopId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await sendEstimate(services, { userId, shopId, id, publicOrigin: null })
}
