import type { MutationError, Op } from '#schema/api/sync.ts'
import { collectionByName, type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import type { Json } from '#schema/rules/merge/merge.ts'
import { customerForm } from '#web/features/customers/form.ts'
import { productForm } from '#web/features/inventory/product-form.ts'
import { supplierForm } from '#web/features/inventory/supplier-form.ts'
import { moneyForms, type MoneyKind } from '#web/features/money/form.ts'
import { orderForm } from '#web/features/orders/form.ts'
import { taskForms } from '#web/features/tasks/form.ts'
import { amountToTyped } from '#web/forms/typed-fields.ts'
import type { RefusedSource } from '#web/forms/drafts/refused-source.ts'
import type { NamedRow } from './refused-groups.ts'

/** The form in which a refused change can be corrected, filled with what was typed. */
export type RefusedForm = { source: RefusedSource } & (
  | { kind: 'customer-add' }
  | { kind: 'order-add' }
  | { kind: 'customer-order' }
  | { kind: 'customer-edit'; customerId: string }
  | { kind: 'order-edit'; orderId: string }
  /** `orderId`: the order that it belongs to, if it is no task of the shop. */
  | { kind: 'task-add'; orderId: string | undefined }
  | { kind: 'task-edit'; taskId: string }
  | { kind: 'money'; money: MoneyKind; target: { rowId: string } | { orderId: string } }
  | { kind: 'product-add'; categoryId: string }
  | { kind: 'product-edit'; productId: string }
  | { kind: 'supplier-add' }
  | { kind: 'supplier-edit'; supplierId: string }
)

type Values = Record<string, Json>

type Change = { id: string; at: string; ops: readonly Op[]; error: MutationError }

const rowFieldsOf = ({ rowFields }: { rowFields: Readonly<Record<string, string>> }): ReadonlySet<string> => new Set(Object.values(rowFields))

/** What each form shows, in an update and in a create. */
const fieldsByCollection: Readonly<Record<string, ReadonlySet<string>>> = {
  customers: rowFieldsOf(customerForm),
  orders: rowFieldsOf(orderForm),
  tasks: rowFieldsOf(taskForms.shop),
  payments: rowFieldsOf(moneyForms.payment),
  costs: rowFieldsOf(moneyForms.cost),
  products: rowFieldsOf(productForm),
  suppliers: rowFieldsOf(supplierForm),
}

/** What something new belongs to: its form knows it, though no field shows it. */
const ownerFieldByCollection: Readonly<Record<string, string>> = { tasks: 'orderId', payments: 'orderId', costs: 'orderId' }

const productNumbers = ['inventoryCount', 'reorderPoint', 'costPrice', 'salePrice'] as const

const moneyKinds: Readonly<Record<string, MoneyKind>> = { payments: 'payment', costs: 'cost' }

/** Undefined for what no form of this version can show whole: saving would lose the rest. */
export function changeToForm(change: Change): RefusedForm | undefined {
  const [first, second] = change.ops
  if (first === undefined || change.ops.length > 2 || !change.ops.every(isShownWhole)) return undefined
  if (second !== undefined) return toCombinedForm(change, first, second)
  if (first.action === 'create') return toAddForm(change, first)
  return first.action === 'update' ? toEditForm(change, first) : undefined
}

/** Rows without which the form has nothing to open on. */
export function formToNeededRows(form: RefusedForm): NamedRow[] {
  const need = (collection: CollectionName, id: string | undefined): NamedRow[] => (id === undefined ? [] : [{ collection, id }])
  switch (form.kind) {
    case 'customer-edit':
      return need('customers', form.customerId)
    case 'order-edit':
    case 'task-add':
      return need('orders', form.orderId)
    case 'task-edit':
      return need('tasks', form.taskId)
    case 'money':
      return 'rowId' in form.target ? need(form.money === 'payment' ? 'payments' : 'costs', form.target.rowId) : need('orders', form.target.orderId)
    case 'product-edit':
      return need('products', form.productId)
    case 'supplier-edit':
      return need('suppliers', form.supplierId)
    default:
      return []
  }
}

function toAddForm(change: Change, { collection, id, values }: Extract<Op, { action: 'create' }>): RefusedForm | undefined {
  const money = moneyKinds[collection]
  const owner = values[ownerFieldByCollection[collection] ?? '']
  const ownerId = typeof owner === 'string' ? owner : undefined
  if (money !== undefined) {
    if (ownerId === undefined) return undefined
    // Corrected tomorrow it is still the money of today.
    const typed = toMoneyValues(money, { createdAt: change.at, ...values })
    return typed && { kind: 'money', money, target: { orderId: ownerId }, source: toSource(change, [id], toFormValues(typed), {}) }
  }
  const source = toSource(change, [id], toFormValues(pickShown(collection, values)), {})
  switch (collection) {
    case 'tasks':
      return { kind: 'task-add', orderId: ownerId, source }
    case 'products':
      return hasProductNumbers(values) ? { kind: 'product-add', categoryId: toText(values['categoryHierarchyId']), source } : undefined
    case 'suppliers':
      return { kind: 'supplier-add', source }
    default:
      return { kind: collection === 'orders' ? 'order-add' : 'customer-add', source }
  }
}

function toEditForm(change: Change, { collection, id, changes }: Extract<Op, { action: 'update' }>): RefusedForm | undefined {
  const sideOf = (side: 'from' | 'to'): Values => Object.fromEntries(Object.entries(changes).map(([name, values]) => [name, values[side]]))
  const money = moneyKinds[collection]
  if (money !== undefined) {
    const [seen, typed] = [toMoneyValues(money, sideOf('from')), toMoneyValues(money, sideOf('to'))]
    return seen && typed && { kind: 'money', money, target: { rowId: id }, source: toSource(change, [id], toFormValues(typed), seen) }
  }
  const source = toSource(change, [id], toFormValues(sideOf('to')), sideOf('from'))
  switch (collection) {
    case 'tasks':
      return { kind: 'task-edit', taskId: id, source }
    case 'products':
      return hasProductNumbers(sideOf('from')) && hasProductNumbers(sideOf('to')) ? { kind: 'product-edit', productId: id, source } : undefined
    case 'suppliers':
      return { kind: 'supplier-edit', supplierId: id, source }
    default:
      return collection === 'orders' ? { kind: 'order-edit', orderId: id, source } : { kind: 'customer-edit', customerId: id, source }
  }
}

function toCombinedForm(change: Change, first: Op, second: Op): RefusedForm | undefined {
  if (first.action !== 'create' || second.action !== 'create') return undefined
  if (first.collection !== 'customers' || second.collection !== 'orders' || second.values['customerId'] !== first.id) return undefined
  return {
    kind: 'customer-order',
    source: toSource(
      change,
      [first.id, second.id],
      { customer: toFormValues(pickShown('customers', first.values)), order: toFormValues(pickShown('orders', second.values)) },
      {},
    ),
  }
}

function isShownWhole(op: Op): boolean {
  const fields = fieldsByCollection[op.collection]
  if (fields === undefined || (op.action !== 'create' && op.action !== 'update')) return false
  if (op.action === 'update') return Object.keys(op.changes).every((name) => fields.has(name))
  return Object.entries(op.values).every(
    ([name, value]) => fields.has(name) || name === ownerFieldByCollection[op.collection] || isAsNew(op.collection, name, value),
  )
}

/** What a form does not show, and a new row has anyway: nobody typed it. */
function isAsNew(collection: string, name: string, value: Json): boolean {
  const field = isCollectionName(collection) ? (collectionByName[collection].fields as Record<string, { initial?: unknown } | undefined>)[name] : undefined
  return field !== undefined && (field.initial ?? null) === value
}

const pickShown = (collection: string, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fieldsByCollection[collection]?.has(name) !== false))

/** Forms hold texts; but a number that is missing has no country code either, and the form offers one. */
const toFormValues = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === null && /countryCode$/i.test(name) ? [] : [[name, typeof value === 'number' ? amountToTyped(value) : (value ?? '')]],
    ),
  )

const toText = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const hasProductNumbers = (values: Values): boolean => productNumbers.every((name) => typeof (values[name] ?? 0) === 'number')

/** A row's fields under the names of its form; undefined where an amount is no number. */
function toMoneyValues(kind: MoneyKind, values: Values): Values | undefined {
  const named = Object.entries(moneyForms[kind].rowFields).flatMap(([name, rowField]): [string, Json][] =>
    values[rowField] === undefined ? [] : [[name, values[rowField]]],
  )
  return named.some(([name, value]) => name === 'amount' && typeof value !== 'number') ? undefined : Object.fromEntries(named)
}

const toSource = (change: Change, rowIds: string[], values: Values, opened: Values): RefusedSource => ({
  changeId: change.id,
  rowIds,
  draft: { values, opened },
  issues: change.error.issues ?? [],
  message: change.error.message,
})
