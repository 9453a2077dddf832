import { findRules } from '#schema/rules/messages/rules-of-status.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Intent } from '../protocol.ts'
import { pick, type Row, type Tools } from '../tablet/counter-hand.ts'
import type { MessageKind } from './plan-messages.ts'

/** What staff do with messages at a tablet, with or without a line to the server. */

/** The states of messages for which the app offers it. */
const mayDo: Record<'cancel-message' | 'answer-failed' | 'delete-message', readonly Json[]> = {
  'cancel-message': ['waiting'],
  'answer-failed': ['failed'],
  'delete-message': ['waiting', 'sent', 'failed', 'cancelled'],
}

export async function planMessage(kind: MessageKind, tools: Tools): Promise<Intent[]> {
  const { roll, rows, update } = tools
  if (kind === 'message' || kind === 'reach' || kind === 'opt-out') {
    // Some orders are everybody's work of the day.
    const order = pick(await rows('orders'), roll(1) ** 2)
    if (order === undefined) return []
    if (kind === 'message') return [write(order, tools)]
    const customer = (await rows('customers')).find(({ id }) => id === order['customerId'])
    if (customer === undefined) return []
    return update('customers', customer, (shown) => (kind === 'reach' ? toAddresses(tools) : { noMessages: shown['noMessages'] !== true }))
  }
  const message = pick(
    (await rows('messages')).filter((row) => mayDo[kind].includes(row['state'] ?? null)),
    roll(1),
  )
  if (message === undefined) return []
  if (kind === 'delete-message') return [{ action: 'delete', collection: 'messages', id: message.id }]
  if (kind === 'cancel-message') return update('messages', message, () => ({ state: 'cancelled' }))
  return update('messages', message, () => (roll(2) < 0.7 ? { state: 'waiting', ...(roll(3) < 0.5 && { anyHour: true }) } : { state: 'cancelled' }))
}

/** As the shop asks at the status, or in somebody's own words. */
function write(order: Row, { roll, newId, word, rules }: Tools): Intent {
  const asked = pick(findRules(rules(), order['orderStatusId'], 'ask'), roll(2))
  const channel = asked?.channel ?? (roll(3) < 0.7 ? 'sms' : 'email')
  const values: Record<string, Json> = {
    orderId: order.id,
    channel,
    text: asked === undefined ? word('Hello') : `${word('Asked')}: {link}`,
    ...(channel === 'email' && { subject: word('Subject') }),
    ...(roll(4) < 0.3 && { to: channel === 'email' ? 'other@example.com' : '+15550001234' }),
    ...(roll(5) < 0.5 && { anyHour: true }),
  }
  return { action: 'create', collection: 'messages', id: newId(), values }
}

const toAddresses = ({ token }: Tools): Record<string, Json> => ({ countryCode: '+1', phone: String(5_550_000_000 + token), email: `t${token}@example.com` })
