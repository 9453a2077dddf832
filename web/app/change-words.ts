import type { Op } from '#schema/api/sync.ts'
import type { Collection } from '#schema/collection.ts'
import { collectionByName, isCollectionName } from '#schema/collections/index.ts'
import { orderStatusById } from '#schema/rules/order-status.ts'
import type { Json } from '#schema/rules/merge.ts'
import type { DialogRequest } from './dialogs.ts'

/** What a person typed in one field, in words. */
export type TypedValue = { label: string; value: string }

/** Every value that the change wanted to store, with the fields' names; ids of other rows are left out, statuses are named. */
export function changeToTypedValues(ops: readonly Op[]): TypedValue[] {
  return ops.flatMap((op) => {
    if (!isCollectionName(op.collection)) return []
    const collection: Collection = collectionByName[op.collection]
    const entries = op.action === 'create' ? Object.entries(op.values) : op.action === 'update' ? Object.entries(op.changes).map(([name, { to }]) => [name, to] as const) : []
    return entries.flatMap(([name, value]) => {
      const field = collection.fields[name]
      const text = field?.kind === 'id' ? idToText(value) : valueToText(value)
      return field === undefined || text === '' ? [] : [{ label: field.label, value: text }]
    })
  })
}

export const typedValuesToText = (summary: string, values: readonly TypedValue[]): string => [summary, ...values.map(({ label, value }) => `${label}: ${value}`)].join('\n')

/** The form in which the change can be made again, if this version has one and the row still exists to be edited. */
export function changeToForm(ops: readonly Op[]): DialogRequest | undefined {
  const main = ops[0]
  if (main?.action !== 'update') return undefined
  if (main.collection === 'orders') return { kind: 'order-edit', orderId: main.id }
  if (main.collection === 'customers') return { kind: 'customer-edit', customerId: main.id }
  return undefined
}

const verbOf = { create: 'create', update: 'update', delete: 'delete', restore: 'restore' } as const

const partNouns: Readonly<Record<string, string>> = { costs: 'cost', payments: 'payment', tasks: 'task' }

/** The documented failure title of what the person did (ERR-09..31, ERR-41..82). */
export function changeToFailureTitle(ops: readonly Op[]): string {
  const main = ops[0]
  if (main === undefined) return 'Failed to save changes'
  const creates = (collection: string): boolean => ops.some((op) => op.action === 'create' && op.collection === collection)
  if (creates('customers') && creates('orders')) return 'Failed to create customer and order'
  const { action, collection } = main
  if (collection === 'customers' && action === 'delete') return 'Delete failed'
  if (collection === 'checklist_selections') return 'Failed to save checklist selections'
  if (collection === 'tasks' && main.action === 'update' && Object.keys(main.changes).join() === 'assignedEmployeeId') return 'Failed to update task assignment'
  if (collection === 'categories' && action !== 'restore') return `Error ${action === 'create' ? 'adding' : action === 'update' ? 'updating' : 'deleting'} child category`
  const partNoun = partNouns[collection]
  if (partNoun !== undefined) return `Failed to ${action === 'create' ? 'add' : action} ${partNoun}`
  const noun = isCollectionName(collection) ? collectionByName[collection].audit.noun : 'entry'
  return `Failed to ${verbOf[action]} ${noun}`
}

function idToText(value: Json): string {
  return typeof value === 'string' ? (orderStatusById.get(value)?.statusName ?? '') : ''
}

function valueToText(value: Json): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value.trim() : String(typeof value === 'number' ? value : JSON.stringify(value))
}
