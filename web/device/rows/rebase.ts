import type { CollectionName } from '#schema/collections/index.ts'
import { collectionByName } from '#schema/collections/index.ts'
import type { Op } from '#schema/api/sync.ts'
import { isIssued } from '#schema/rules/invoices/invoice-states.ts'
import { findFollowUps } from '#schema/rules/merge/follow-ups.ts'
import { toFixedAt } from '#schema/rules/charts/fixed-at.ts'
import { mergeField, type Json, type MergePolicy } from '#schema/values/merge.ts'
import { documentToRow, type Row, type RowKey, rowKey, type Scalar } from './rows.ts'

/** What an op does locally to a row that it does not name. */
export type Effect =
  /** Deleted or restored with the op's row. */
  | { key: RowKey; action: 'delete' | 'restore' }
  /** Moves to another parent: sets `field` to `to`. */
  | { key: RowKey; action: 'give'; field: string; to: string }
  /** Sets a text that follows from the op's row. */
  | { key: RowKey; action: 'set'; field: string; to: string }
  /** A product's count, moved by lines of orders and purchases. */
  | { key: RowKey; action: 'count'; delta: number }

/** The part of an outbox entry that changes rows. Pure, as local writes and rebase share it. */
export type PendingMutation = {
  shopId: string
  /** Instant on this device's clock. */
  at: string
  ops: readonly Op[]
  effects: readonly Effect[]
}

/** Ops made or imported here name known collections; `keyToRef` throws for others. */
export const opToKey = ({ collection, id }: Op): RowKey => rowKey(collection as CollectionName, id)

/** A row being built. A deleted row keeps its content for a later restore. */
export type RowDraft = { row: Row | undefined; isDeleted: boolean }

export const isLiving = (draft: RowDraft): draft is { row: Row; isDeleted: false } => draft.row !== undefined && !draft.isDeleted

/** Applies one op by the server's rules; an op without a row to change does nothing. */
export function applyOp(draft: RowDraft, op: Op, collection: CollectionName, mutation: { shopId: string; at: string }): RowDraft {
  switch (op.action) {
    case 'create':
      return isLiving(draft) ? draft : { row: createdRow(collection, op.id, op.values, mutation), isDeleted: false }
    case 'update':
      return isLiving(draft) ? { row: updatedRow(collection, draft.row, op.changes, mutation.at), isDeleted: false } : draft
    case 'delete':
      return { row: draft.row, isDeleted: true }
    case 'restore':
      return { row: draft.row, isDeleted: false }
  }
}

export function applyEffect(draft: RowDraft, effect: Effect, collection: CollectionName, at: string): RowDraft {
  switch (effect.action) {
    case 'delete':
    case 'restore':
      return { row: draft.row, isDeleted: effect.action === 'delete' }
    case 'count':
      return isLiving(draft) ? { row: movedCount(draft.row, effect.delta, at), isDeleted: false } : draft
    case 'give':
    case 'set':
      return isLiving(draft) ? { row: documentToRow(collection, { ...draft.row, [effect.field]: effect.to, updatedAt: at }), isDeleted: false } : draft
  }
}

function applyMutation(draft: RowDraft, key: RowKey, collection: CollectionName, mutation: PendingMutation): RowDraft {
  let next = draft
  for (const op of mutation.ops) if (opToKey(op) === key) next = applyOp(next, op, collection, mutation)
  for (const effect of mutation.effects) if (effect.key === key) next = applyEffect(next, effect, collection, mutation.at)
  return next
}

/** The product with its count moved; the count may fall below 0. */
export const movedCount = (product: Row, delta: number, at: string): Row =>
  documentToRow('products', { ...product, inventoryCount: Number(product['inventoryCount'] ?? 0) + delta, updatedAt: at })

/** The server's row with the given waiting mutations applied in order. */
export function rebaseRow(base: Row | null | undefined, key: RowKey, collection: CollectionName, mutations: readonly PendingMutation[]): RowDraft {
  let draft: RowDraft = { row: base ?? undefined, isDeleted: false }
  for (const mutation of mutations) draft = applyMutation(draft, key, collection, mutation)
  return draft
}

function createdRow(collection: CollectionName, id: string, values: Record<string, Json>, mutation: { shopId: string; at: string }): Row {
  const { createdAtEditable, fields } = collectionByName[collection]
  const given = values['createdAt']
  const document: Record<string, unknown> = { ...values }
  for (const [name, field] of Object.entries(fields)) {
    // An issued document that the server lost comes with what it wrote there.
    if (field.writer === 'server' && !(name in values)) document[name] = field.kind === 'instant' && !field.nullable ? mutation.at : undefined
  }
  const written = isIssued(values) ? [] : Object.keys(values)
  Object.assign(document, findFollowUps(collection, { before: undefined, after: values, written, at: mutation.at }))
  if (collection === 'orders') document['fixedAt'] = toFixedAt(undefined, values['orderStatusId'], mutation.at)
  const createdAt = createdAtEditable && typeof given === 'string' ? given : mutation.at
  return documentToRow(collection, { ...document, id, shopId: mutation.shopId, createdAt, updatedAt: mutation.at, seq: 0 })
}

function updatedRow(collection: CollectionName, row: Row, changes: Record<string, { from: Json; to: Json }>, at: string): Row {
  const { createdAtEditable, fields } = collectionByName[collection]
  const next: Row = { ...row }
  let isChanged = false
  for (const [name, { from, to }] of Object.entries(changes)) {
    const field = (fields as Record<string, { merge: MergePolicy; writer: string; secret: boolean }>)[name]
    const isEditableBase = name === 'createdAt' && createdAtEditable
    if (!isEditableBase && (field === undefined || field.secret || field.writer === 'server')) continue
    const { value } = mergeField(field?.merge ?? 'set', { base: from, current: row[name] ?? null, next: to, mayHoldNext: true })
    if (value === row[name]) continue
    // The cast holds: a field's schema yields only scalars.
    next[name] = value as Scalar
    isChanged = true
  }
  if (!isChanged) return row
  next.updatedAt = at
  Object.assign(next, findFollowUps(collection, { before: row, after: next, written: Object.keys(changes), at }))
  if (collection === 'orders' && next['orderStatusId'] !== row['orderStatusId']) {
    next['statusChangedAt'] = at
    next['fixedAt'] = toFixedAt({ orderStatusId: row['orderStatusId'], fixedAt: row['fixedAt'] }, next['orderStatusId'], at)
  }
  return documentToRow(collection, next)
}
