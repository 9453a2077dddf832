import { isRestorableCollection } from '#schema/api/deleted.ts'
import type { Op } from '#schema/api/sync.ts'
import { isCollectionName } from '#schema/collections/index.ts'
import { erasedMessage } from '#schema/rules/customers/erase.ts'
import { readMergedIssue } from '#schema/rules/customers/merged-away.ts'
import { type ChangeWords, nameRow } from './change-words.ts'
import type { RowRef } from '#web/device/rows/rows.ts'
import { changeToMissingRow, type Refused } from './refused/refused-groups.ts'
import { t } from './attention-texts.ts'

type Named = { ops: readonly Op[]; titleByRow: Readonly<Record<string, string>> }

const owners = ['orders', 'customers'] as const

/** "Of order 'iPhone 12', customer 'Ann Lee'": the rows that own the changed ones, even when deleted; undefined without an owner. */
export function changeToOwners({ ops, titleByRow }: Named, words: Pick<ChangeWords, 'rowName'>): string | undefined {
  const own = new Set(ops.map((op) => `${op.collection}/${op.id}`))
  const names = owners.flatMap((collection) =>
    Object.entries(titleByRow).flatMap(([key, title]) => {
      if (!key.startsWith(`${collection}/`) || own.has(key)) return []
      return [nameRow(collection, words.rowName(collection, key.slice(collection.length + 1)) ?? title)]
    }),
  )
  return names.length === 0 ? undefined : t.of({ names: names.join(', ') })
}

/** The deleted row that a restore would bring back, if the change was refused for it. */
export function changeToDeletedRow(change: Refused): RowRef | undefined {
  const { code, message, issues } = change.error
  // To bring back a merged customer would part the merge.
  if (message === erasedMessage || readMergedIssue(issues) !== undefined) return undefined
  const row = code === 'DELETED_TOO' ? changeToRestoredRow(change) : changeToMissingRow(change)
  if (row === undefined || !isRestorableCollection(row.collection)) return undefined
  return code === 'DELETED' || code === 'DELETED_TOO' || message.includes('deleted in the meantime') ? row : undefined
}

function changeToRestoredRow({ ops }: Refused): RowRef | undefined {
  const op = ops.find(({ action }) => action === 'restore')
  return op !== undefined && isCollectionName(op.collection) ? { collection: op.collection, id: op.id } : undefined
}
