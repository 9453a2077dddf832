import type { BulkAct } from './bulk-act.ts'
import type { BulkResult } from './bulk-run.ts'
import { t as list } from '../list/orders-texts.ts'
import { t } from '../order-bulk-texts.ts'

export type BulkNames = { statusName: (id: string) => string; employeeName: (id: string) => string }

/** "Status: Fixed"; '' for a deletion. */
export function actToText(act: BulkAct, { statusName, employeeName }: BulkNames): string {
  if (act.kind === 'status') return list.statusTo({ name: statusName(act.value) })
  if (act.kind === 'assignee') return list.assignedTo({ name: act.value === null ? list.unassigned() : employeeName(act.value) })
  if (act.kind === 'priority') return act.value ? t.priorityOn() : t.priorityOff()
  return ''
}

/** What is done to the orders, which names a text. */
export function actToDeed({ kind }: BulkAct, isUndo: boolean): 'updated' | 'deleted' | 'setBack' | 'restored' {
  if (kind === 'delete') return isUndo ? 'restored' : 'deleted'
  return isUndo ? 'setBack' : 'updated'
}

/** "12 orders updated, 3 were so already". */
export function resultToTitle(act: BulkAct, { done, same }: Pick<BulkResult, 'done' | 'same'>, isUndo: boolean): string {
  const isDelete = act.kind === 'delete'
  if (done.length === 0 && same > 0) return isDelete ? t.wereGone({ count: same }) : t.wereSo({ count: same })
  const all = t.done[actToDeed(act, isUndo)]({ count: done.length })
  if (same === 0) return all
  return isDelete ? t.andWereGone({ done: all, count: same }) : t.andWereSo({ done: all, count: same })
}
