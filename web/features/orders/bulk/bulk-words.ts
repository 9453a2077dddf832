import type { BulkAct } from './bulk-act.ts'
import type { BulkResult } from './bulk-run.ts'

export type BulkNames = { statusName: (id: string) => string; employeeName: (id: string) => string }

export const countOrders = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}`

/** "Status: Fixed"; '' for a deletion. */
export function actToText(act: BulkAct, { statusName, employeeName }: BulkNames): string {
  if (act.kind === 'status') return `Status: ${statusName(act.value)}`
  if (act.kind === 'assignee') return `Assign To: ${act.value === null ? 'Unassigned' : employeeName(act.value)}`
  if (act.kind === 'priority') return act.value ? 'Priority: on' : 'Priority: off'
  return ''
}

const verbs = { do: { update: 'updated', delete: 'deleted' }, undo: { update: 'set back', delete: 'restored' } } as const

export const actToVerb = ({ kind }: BulkAct, isUndo: boolean): string => verbs[isUndo ? 'undo' : 'do'][kind === 'delete' ? 'delete' : 'update']

/** "12 orders updated, 3 were so already". */
export function resultToTitle(act: BulkAct, { done, same }: Pick<BulkResult, 'done' | 'same'>, isUndo: boolean): string {
  const was = act.kind === 'delete' ? 'gone already' : 'so already'
  const already = same === 0 ? '' : `${done.length === 0 ? countOrders(same) : same.toLocaleString('en-US')} ${same === 1 ? 'was' : 'were'} ${was}`
  if (done.length === 0 && same > 0) return already
  return [`${countOrders(done.length)} ${actToVerb(act, isUndo)}`, already].filter(Boolean).join(', ')
}
