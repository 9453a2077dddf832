import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Intent } from '../protocol.ts'
import { pick, type Row, type Tools } from '../tablet/counter-hand.ts'
import type { EstimateKind } from './plan-estimates.ts'

/** What staff do with estimates at a tablet, with or without a line to the server. */

const waitingId = orderStatusIdByName['Waiting For Approval']

export async function planEstimate(kind: EstimateKind, tools: Tools): Promise<Intent[]> {
  const { roll, rows, update, newId } = tools
  if (kind === 'estimate' || kind === 'wait-for-approval') {
    const order = pick(await rows('orders'), roll(1) ** 2)
    if (order === undefined) return []
    if (kind === 'wait-for-approval') return update('orders', order, () => ({ orderStatusId: waitingId }))
    return [{ action: 'create', collection: 'estimates', id: newId(), values: { orderId: order.id, lines: writeLines(tools), note: tools.word('For you') } }]
  }
  const estimates = await rows('estimates')
  const estimate = pick(
    estimates.filter((row) => mayDo[kind].includes(row['state'] ?? null)),
    roll(1),
  )
  if (estimate === undefined) return []
  switch (kind) {
    case 'edit-estimate':
      return update('estimates', estimate, (): Record<string, Json> => (roll(2) < 0.7 ? { lines: writeLines(tools) } : { note: tools.word('For you') }))
    case 'answer-estimate':
      return answer(estimate, tools)
    case 'withdraw-estimate':
      return update('estimates', estimate, () => ({ state: 'withdrawn' }))
    case 'delete-estimate':
      return [{ action: 'delete', collection: 'estimates', id: estimate.id }]
  }
}

/** The states of estimates for which the app offers it. */
const mayDo: Record<Exclude<EstimateKind, 'estimate' | 'wait-for-approval'>, readonly Json[]> = {
  'edit-estimate': ['draft'],
  'answer-estimate': ['draft', 'sent'],
  'withdraw-estimate': ['sent'],
  'delete-estimate': ['draft'],
}

/** With the lines that the customer heard; an order that waits for it goes on in the same change. */
async function answer(estimate: Row, { roll, rows, update, word }: Tools): Promise<Intent[]> {
  const isApproved = roll(2) < 0.7
  const order = (await rows('orders')).find(({ id }) => id === estimate['orderId'])
  const said = update('estimates', estimate, (shown) => ({
    state: isApproved ? 'approved' : 'declined',
    decidedName: word('Customer'),
    decidedBy: 'staff',
    consentNote: roll(3) < 0.5 ? word('By phone') : null,
    lines: shown['lines'] ?? '[]',
  }))
  if (!isApproved || order?.['orderStatusId'] !== waitingId) return said
  return [...said, ...update('orders', order, () => ({ orderStatusId: orderStatusIdByName['In Progress'] }))]
}

/** As the device stores them. Now and then nothing is offered yet. */
function writeLines({ roll, word }: Tools): string {
  const count = Math.floor(roll(4) * 4)
  const lines = Array.from({ length: count }, (_, index) => ({
    kind: index === 0 ? 'part' : 'labour',
    description: `${word('Line')} ${index}`,
    quantity: index === 0 ? 1 + Math.floor(roll(5) * 3) : (1 + Math.floor(roll(5) * 8)) / 8,
    unitPrice: (Math.floor(roll(6) * 20_000) + index) / 100,
  }))
  return JSON.stringify(lines)
}
