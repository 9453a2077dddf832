import type { Op } from '#schema/api/sync.ts'
import type { Field } from '#schema/field.ts'
import { collectionByName, type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import { type Row, type RowKey, rowKey } from './rows.ts'

const guardedByName = new Map<CollectionName, readonly string[]>()

/** Guarded fields: the device keeps a value only while the row holds it. */
function guardedOf(name: CollectionName): readonly string[] {
  let found = guardedByName.get(name)
  if (found === undefined) {
    const fields: Record<string, Pick<Field, 'guarded'>> = collectionByName[name].fields
    guardedByName.set(name, (found = Object.keys(fields).filter((field) => fields[field]?.guarded === true)))
  }
  return found
}

export const hasGuarded = (name: CollectionName): boolean => guardedOf(name).length > 0

/** Whether the write removes a guarded value from the row. */
export const givesUpGuarded = (
  name: CollectionName,
  { previous, row, isDeleted }: { previous: Readonly<Record<string, unknown>> | undefined; row: Row; isDeleted: boolean },
): boolean => guardedOf(name).some((field) => typeof previous?.[field] === 'string' && (isDeleted || row[field] !== previous[field]))

/** Whether the server's new row removes a guarded value from the base of a row with waiting mutations. */
export const baseGivesUpGuarded = (name: CollectionName, before: Row | null | undefined, now: Row | null): boolean =>
  before != null && givesUpGuarded(name, { previous: before, row: now ?? before, isDeleted: now === null })

/** Rows whose guarded values the ops contain. */
export const toldGuarded = (ops: readonly Op[]): RowKey[] =>
  ops.flatMap((op) => {
    const { collection } = op
    if (!isCollectionName(collection)) return []
    const values = guardedOf(collection).flatMap((field) => {
      if (op.action === 'create') return op.values[field]
      return op.action === 'update' ? [op.changes[field]?.from, op.changes[field]?.to] : []
    })
    return values.some(isTold) ? [rowKey(collection, op.id)] : []
  })

/** Replaces a forgotten base value. No row holds an empty text, so the user's change stays a change. */
const unknownText = ''
const isTold = (value: Json | undefined): value is string => typeof value === 'string' && value !== unknownText

/**
 * The ops without guarded values that their rows no longer hold; the given array itself if nothing is lost. `rowOf`:
 * null for a deleted row, undefined for an unknown one.
 */
export function withoutLostGuarded(ops: Op[], rowOf: (key: RowKey) => Row | null | undefined): Op[] {
  const kept = ops.map((op) => withoutLost(op, rowOf))
  return kept.every((op, index) => op === ops[index]) ? ops : kept
}

function withoutLost(op: Op, rowOf: (key: RowKey) => Row | null | undefined): Op {
  const { collection } = op
  if (!isCollectionName(collection) || !hasGuarded(collection)) return op
  const row = rowOf(rowKey(collection, op.id))
  if (row === undefined) return op
  const isLost = (field: string, value: Json | undefined): boolean => isTold(value) && row?.[field] !== value
  const guarded = guardedOf(collection)
  if (op.action === 'create') {
    const lost = guarded.filter((field) => isLost(field, op.values[field]))
    return lost.length === 0 ? op : { ...op, values: Object.fromEntries(Object.entries(op.values).filter(([field]) => !lost.includes(field))) }
  }
  if (op.action !== 'update') return op
  const lost = guarded.flatMap((field) => {
    const change = op.changes[field]
    if (change === undefined || !(isLost(field, change.from) || isLost(field, change.to))) return []
    return [[field, { from: isLost(field, change.from) ? unknownText : change.from, to: isLost(field, change.to) ? null : change.to }] as const]
  })
  return lost.length === 0 ? op : { ...op, changes: { ...op.changes, ...Object.fromEntries(lost) } }
}
