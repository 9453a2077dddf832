import { v5 as uuidV5 } from 'uuid'
import type { Mutation } from '#schema/api/sync.ts'
import { toText } from './add-lines.ts'

/** Registers the last customer again, without country code and with a misheard name. */
export function makeTwin(orders: readonly Mutation[], now: Date): Mutation[] {
  const creations = orders.flatMap(({ shopId, ops }) => ops.flatMap((op) => (op.action === 'create' && op.collection === 'customers' ? [{ shopId, op }] : [])))
  const last = creations.findLast(({ op }) => op.values['countryCode'] === '+1')
  if (last === undefined) return []
  const { shopId, op } = last
  const name = toText(op.values['name']).split(' ').at(-1) ?? ''
  const values = { name: `Mx. ${name}`, countryCode: '+1', phone: `1${toText(op.values['phone'])}`, customerNotes: 'Asked for a call in the evening' }
  return [
    {
      id: uuidV5('act-twin', op.id),
      shopId,
      at: new Date(now.getTime() - 15_000).toISOString(),
      ops: [{ action: 'create', collection: 'customers', id: uuidV5('twin', op.id), values }],
    },
  ]
}
