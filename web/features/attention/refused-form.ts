import type { MutationError, Op } from '#schema/api/sync.ts'
import { emptyCustomerForm } from '#schema/forms/customer.ts'
import { newOrderForm } from '#schema/forms/order.ts'
import type { Json } from '#schema/rules/merge.ts'
import type { RefusedSource } from '#web/fields/refused-source.ts'

/** The form in which a refused change can be corrected, filled with what was typed. */
export type RefusedForm =
  | { kind: 'customer-add'; source: RefusedSource }
  | { kind: 'order-add'; source: RefusedSource }
  | { kind: 'customer-order'; source: RefusedSource }
  | { kind: 'customer-edit'; customerId: string; source: RefusedSource }
  | { kind: 'order-edit'; orderId: string; source: RefusedSource }

const fieldsByCollection: Readonly<Record<string, ReadonlySet<string>>> = {
  customers: new Set(Object.keys(emptyCustomerForm)),
  orders: new Set(Object.keys(newOrderForm({ customerId: '', orderStatusId: '', dueTimestamp: '' }))),
}

type Change = { id: string; ops: readonly Op[]; error: MutationError }

/** Undefined for what no form of this version can show whole: saving would lose the rest. */
export function changeToForm(change: Change): RefusedForm | undefined {
  const [first, second] = change.ops
  if (first === undefined || change.ops.length > 2 || !change.ops.every(isShownWhole)) return undefined
  if (second !== undefined) return toCombinedForm(change, first, second)
  const { collection } = first
  if (first.action === 'create') return { kind: collection === 'orders' ? 'order-add' : 'customer-add', source: toSource(change, [first.id], toFormValues(first.values), {}) }
  if (first.action !== 'update') return undefined
  const sideOf = (side: 'from' | 'to') => Object.fromEntries(Object.entries(first.changes).map(([name, values]) => [name, values[side]]))
  const source = toSource(change, [first.id], toFormValues(sideOf('to')), sideOf('from'))
  return collection === 'orders' ? { kind: 'order-edit', orderId: first.id, source } : { kind: 'customer-edit', customerId: first.id, source }
}

function toCombinedForm(change: Change, first: Op, second: Op): RefusedForm | undefined {
  if (first.action !== 'create' || second.action !== 'create') return undefined
  if (first.collection !== 'customers' || second.collection !== 'orders' || second.values['customerId'] !== first.id) return undefined
  return { kind: 'customer-order', source: toSource(change, [first.id, second.id], { customer: toFormValues(first.values), order: toFormValues(second.values) }, {}) }
}

function isShownWhole(op: Op): boolean {
  const fields = fieldsByCollection[op.collection]
  if (fields === undefined || (op.action !== 'create' && op.action !== 'update')) return false
  return Object.keys(op.action === 'create' ? op.values : op.changes).every((name) => fields.has(name))
}

/** Forms hold '' where a row holds null; but a number that is missing has no country code either, and the form offers one. */
const toFormValues = (values: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null && /countryCode$/i.test(name) ? [] : [[name, value ?? '']])))

const toSource = (change: Change, rowIds: string[], values: Record<string, Json>, opened: Record<string, Json>): RefusedSource => ({
  changeId: change.id,
  rowIds,
  draft: { values, opened },
  issues: change.error.issues ?? [],
  message: change.error.message,
})
