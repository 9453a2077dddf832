import type { Customer } from '#schema/collections/work/customers.ts'
import { type MergeChoices, mergeFields } from '#schema/rules/customers/plan-merge.ts'
import type { Json } from '#schema/values/merge.ts'
import { toMergeOps } from '#web/device/react/merge-writes.ts'
import type { OpInput } from '#web/device/rows/op-input.ts'
import type { MergeKind } from '../plan-counter.ts'
import type { Intent } from '../protocol.ts'
import { pick, type Row, type Tools } from './counter-hand.ts'

/** What a person at the counter does with customers who are one: numbers that they can be reached at, and merging two of them. */
export async function planForCustomers(kind: MergeKind, tools: Tools): Promise<Intent[]> {
  const customers = await tools.rows('customers')
  const customer = pick(customers, tools.roll(1))
  if (customer === undefined) return []
  if (kind === 'customer-phone') return tools.update('customers', customer, () => typePhone(tools))
  if (kind === 'customer-device') return bringDevice(customer, tools)
  if (kind === 'order-of-device') {
    const device = pick(
      (await tools.rows('assets')).filter((asset) => asset['customerId'] === customer.id),
      tools.roll(2),
    )
    return device === undefined ? [] : [tools.order(customer.id, { assetId: device.id })]
  }
  const winner = pick(
    customers.filter(({ id }) => id !== customer.id),
    tools.roll(2),
  )
  if (winner === undefined) return []
  return tools.roll(3) < 0.1 ? mergeInto(customer, winner, tools) : mergeInto(winner, customer, tools)
}

/** Of the customer; mostly an order for it comes along. */
function bringDevice(customer: Row, { roll, newId, word, order }: Tools): Intent[] {
  const device: Intent = { action: 'create', collection: 'assets', id: newId(), values: { customerId: customer.id, model: word('Model') } }
  return roll(2) < 0.3 ? [device] : [device, order(customer.id, { assetId: device.id })]
}

/** A number that nobody else has, as the first or the other one. */
function typePhone({ roll, token }: Tools): Record<string, Json> {
  const phone = String(5_550_000_000 + token)
  return roll(2) < 0.5 ? { countryCode: '+1', phone } : { alternateCountryCode: '+1', alternatePhone: phone }
}

/** By the product's own plan, with each field from either of the two. */
function mergeInto(winner: Row, loser: Row, { roll }: Tools): Intent[] {
  const choices = Object.fromEntries(mergeFields.map((field, index) => [field, roll(4 + (index % 4)) < 0.5 ? 'stays' : 'goes'])) as MergeChoices
  return toMergeOps({ stays: rowToCustomer(winner), goes: rowToCustomer(loser), choices, ownCode: '+1' }).flatMap(opToIntent)
}

/** Rows of a device hold what the collection declares. */
const rowToCustomer = (row: Row): Customer => row as unknown as Customer

/** The person saw the row as the dialog showed it. */
function opToIntent(op: OpInput<'customers'>): Intent[] {
  if (op.action === 'update')
    return [
      { ...(op as { collection: string; id: string; seen: Record<string, Json>; values: Record<string, Json> }), action: 'update', isStale: true } as Intent,
    ]
  return op.action === 'delete' ? [{ action: 'delete', collection: op.collection, id: op.id, into: op.into }] : []
}
