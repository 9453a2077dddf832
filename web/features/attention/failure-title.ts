import type { Op } from '#schema/api/sync.ts'
import { findTexts } from '#web/language/staff-texts.ts'
import { t } from './failures-texts.ts'
import { collectionByName, isCollectionName } from '#schema/collections/index.ts'

/** Parts of an order are added to it. */
const parts = new Set(['costs', 'payments', 'tasks'])

/** The specified failure title for the user's action. */
export function changeToFailureTitle(ops: readonly Op[]): string {
  const main = ops[0]
  if (main === undefined) return t.changes()
  const creates = (collection: string): boolean => ops.some((op) => op.action === 'create' && op.collection === collection)
  if (creates('customers') && creates('orders')) return t.customerAndOrder()
  const { action, collection } = main
  if (ops.some((op) => op.action === 'delete' && op.into !== undefined)) return t.merge()
  if (collection === 'customers' && action === 'delete') return t.deleteCustomer()
  if (collection === 'checklist_selections') return t.checklist()
  if (collection === 'tasks' && main.action === 'update' && Object.keys(main.changes).join() === 'assignedEmployeeId') return t.taskAssignment()
  // Several category creates are a paste.
  if (ops.length > 1 && ops.every((op) => op.action === 'create' && op.collection === 'categories')) return t.paste()
  if (collection === 'categories' && action !== 'restore') return t.category[action]()
  const noun = toNoun(collection)
  return action === 'create' && parts.has(collection) ? t.add({ noun }) : t.action[action]({ noun })
}

/** In English as the collection says it: the first view holds no other nouns. */
function toNoun(collection: string): string {
  if (!isCollectionName(collection)) return t.entry()
  const nouns: Readonly<Partial<Record<string, () => string>>> = findTexts('things')?.one ?? {}
  return nouns[collection]?.() ?? collectionByName[collection].audit.noun
}
