import type { Order } from '#schema/collections/work/orders.ts'
import type { Act } from '#web/device/react/write-acts.ts'

export type BulkAct = { kind: 'status'; value: string } | { kind: 'assignee'; value: string | null } | { kind: 'priority'; value: boolean } | { kind: 'delete' }

export type BulkDone = { id: string; title: string; mutationId: string | null; before: string | boolean | null }

const fieldByKind = { status: 'orderStatusId', assignee: 'assignedEmployeeId', priority: 'priority' } as const

type Change = Exclude<BulkAct, { kind: 'delete' }>

export const readField = (order: Order, { kind }: Change): string | boolean | null => order[fieldByKind[kind]]

/** The act a list cell would write. An undefined `order` was deleted; the write path reports that. */
export function toAct(act: BulkAct, id: string, order: Order | undefined): Act {
  if (act.kind === 'delete') return [{ action: 'delete', collection: 'orders', id }]
  return changeField(act, id, order && readField(order, act), act.value)
}

/** The act that reverts it; undefined if the order has another value by now. */
export function toUndo(act: BulkAct, { id, title, mutationId, before }: BulkDone, now: Order | undefined): Act | undefined {
  if (act.kind === 'delete') return [{ action: 'restore', collection: 'orders', id, title, deletion: mutationId ?? undefined }]
  if (now === undefined || readField(now, act) !== act.value) return undefined
  return changeField(act, id, act.value, before)
}

const changeField = ({ kind }: Change, id: string, from: string | boolean | null | undefined, to: string | boolean | null): Act => {
  const field = fieldByKind[kind]
  return [{ action: 'update', collection: 'orders', id, values: { [field]: to }, ...(from !== undefined && { seen: { [field]: from } }) }]
}
