import type { Op } from '#schema/api/sync.ts'
import { collectionByName, isCollectionName } from '#schema/collections/index.ts'

const partNouns: Readonly<Record<string, string>> = { costs: 'cost', payments: 'payment', tasks: 'task' }

/** The specified failure title for the user's action. */
export function changeToFailureTitle(ops: readonly Op[]): string {
  const main = ops[0]
  if (main === undefined) return 'Failed to save changes'
  const creates = (collection: string): boolean => ops.some((op) => op.action === 'create' && op.collection === collection)
  if (creates('customers') && creates('orders')) return 'Failed to create customer and order'
  const { action, collection } = main
  if (ops.some((op) => op.action === 'delete' && op.into !== undefined)) return 'Failed to merge customers'
  if (collection === 'customers' && action === 'delete') return 'Delete failed'
  if (collection === 'checklist_selections') return 'Failed to save checklist selections'
  if (collection === 'tasks' && main.action === 'update' && Object.keys(main.changes).join() === 'assignedEmployeeId') return 'Failed to update task assignment'
  // Several category creates are a paste.
  if (ops.length > 1 && ops.every((op) => op.action === 'create' && op.collection === 'categories')) return 'Paste Failed'
  if (collection === 'categories' && action !== 'restore')
    return `Error ${action === 'create' ? 'adding' : action === 'update' ? 'updating' : 'deleting'} child category`
  const partNoun = partNouns[collection]
  if (partNoun !== undefined) return `Failed to ${action === 'create' ? 'add' : action} ${partNoun}`
  const noun = isCollectionName(collection) ? collectionByName[collection].audit.noun : 'entry'
  return `Failed to ${action} ${noun}`
}
