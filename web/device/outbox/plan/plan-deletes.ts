import { ownMax, type SeenPlace, type ShopCheckpoint } from '#schema/api/sync.ts'
import { type CollectionName, collectionToDependants } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { isIssued, toOrderStaysMessage } from '#schema/rules/invoices/invoice-states.ts'
import { holdsParent } from '#schema/rules/merge/parent-delete.ts'
import type { Seen } from '#schema/rules/merge/since.ts'
import { applyEffect, type Effect, isLiving } from '../../rows/rebase.ts'
import { keyToRef, type Row, type RowKey, rowKey } from '../../rows/rows.ts'
import type { PlanRows } from './plan-rows.ts'
import { isCompared } from '../../storage/rows/checkpoint-table.ts'

/** Above this many rows, `seen` is only the sequence number up to which all were pulled, which limits the mutation's size. */
const seenRowsMax = 2_000

/** Living rows of the collection that reference the row. */
export type FindPointing = (collection: CollectionName, field: string, id: string) => Promise<Row[]>

/** Deletes dependent rows, leaves first. @throws AppError FOREIGN_KEY_VIOLATION when a row blocks the deletion */
export async function deleteDependants(rows: PlanRows, findPointing: FindPointing, parent: CollectionName, id: string): Promise<Effect[]> {
  const effects: Effect[] = []
  for (const dependant of collectionToDependants(parent)) {
    const { collection, field, onParentDelete, message } = dependant
    if (onParentDelete === 'keep' || !rows.database.collections.includes(collection)) continue
    for (const { id: childId } of await findPointing(collection, field, id)) {
      const child = await rows.read(collection, childId)
      if (!isLiving(child.draft) || child.draft.row[field] !== id) continue
      if (holdsParent(child.draft.row, dependant)) throw new AppError('FOREIGN_KEY_VIOLATION', message)
      if (onParentDelete === 'refuse') continue
      if (collection === 'invoices' && isIssued(child.draft.row)) throw new AppError('CONFLICT', toOrderStaysMessage(String(child.draft.row['number'])))
      effects.push(...(await deleteDependants(rows, findPointing, collection, childId)))
      child.draft = { row: child.draft.row, isDeleted: true }
      effects.push({ key: rowKey(collection, childId), action: 'delete' })
    }
  }
  return effects
}

/** Moves the customer's known dependents to the customer they merge into; the server moves all of them. */
export async function giveDependants(rows: PlanRows, findPointing: FindPointing, at: string, id: string, into: string): Promise<Effect[]> {
  const effects: Effect[] = []
  for (const { collection, field, onParentDelete } of collectionToDependants('customers')) {
    if (onParentDelete === 'keep' || !rows.database.collections.includes(collection)) continue
    for (const { id: childId } of await findPointing(collection, field, id)) {
      const child = await rows.read(collection, childId)
      if (!isLiving(child.draft) || child.draft.row[field] !== id) continue
      const effect: Effect = { key: rowKey(collection, childId), action: 'give', field, to: into }
      child.draft = applyEffect(child.draft, effect, collection, at)
      effects.push(effect)
    }
  }
  return effects
}

/**
 * Restores what was deleted with the row. Only a delete still waiting on this device lists that; otherwise the server's
 * answer restores it. `deletion`: the id of that mutation.
 */
export async function restoreDependants(rows: PlanRows, key: RowKey, at: string): Promise<{ effects: Effect[]; deletion: string | undefined }> {
  const ref = keyToRef(key)
  const deletion = rows.outbox.entries.findLast(({ mutation }) =>
    mutation.ops.some((op) => op.action === 'delete' && op.collection === ref.collection && op.id === ref.id),
  )
  const effects: Effect[] = []
  for (const effect of deletion?.effects ?? []) {
    const { collection, id } = keyToRef(effect.key)
    const child = await rows.read(collection, id)
    const back = toWayBack(effect, ref.id, child.draft.row)
    if (back === undefined) continue
    child.draft = applyEffect(child.draft, back, collection, at)
    effects.push(back)
  }
  return { effects, deletion: deletion?.mutation.id }
}

/** Undefined if there is nothing to undo: a dependent that was given to yet another customer stays there. */
function toWayBack(effect: Effect, parentId: string, row: Row | undefined): Effect | undefined {
  if (effect.action === 'delete') return { key: effect.key, action: 'restore' }
  if (effect.action === 'give' && row?.[effect.field] === effect.to) return { ...effect, to: parentId }
  return undefined
}

type SeenWork = { seen: Seen; seenAt?: SeenPlace[]; own?: string[] }

/**
 * The versions of the affected rows that the user sees, and the feed positions pulled here; the server ignores numbers
 * of another epoch. While two epochs are being compared, `seen` is empty. `own`: waiting mutations of those rows, which
 * have no number yet.
 */
export async function readSeen(rows: PlanRows, shopId: string, collection: CollectionName, id: string): Promise<SeenWork> {
  const { database, outbox } = rows
  const { seen, keys } = lookAtTree(rows, rowKey(collection, id))
  const waiting = outbox.entries.filter((entry) => entry.keys.some((key) => keys.has(key))).map(({ mutation }) => mutation.id)
  const own = waiting.length <= ownMax && { own: waiting }
  const places: (ShopCheckpoint | undefined)[] = [outbox.reachedByShop.get(shopId)]
  let pulledTo = Number.MAX_SAFE_INTEGER
  for (const name of withCascading(collection)) {
    if (!database.collections.includes(name)) continue
    const reached = (await database.readCheckpoint(name))[shopId]
    if (isCompared(reached)) return { seen: {}, ...own }
    places.push(reached)
    pulledTo = Math.min(pulledTo, reached?.seq ?? 0)
  }
  const marked = places.flatMap((place) => (place?.mark === undefined ? [] : [{ epoch: place.epoch, seq: place.seq, mark: place.mark }]))
  const seenAt = [...new Map(marked.map((place) => [JSON.stringify(place), place])).values()]
  return { seen: Object.keys(seen).length > seenRowsMax ? pulledTo : seen, ...(seenAt.length > 0 && { seenAt }), ...own }
}

/** The collection and all that cascade from it. */
function withCascading(root: CollectionName): Set<CollectionName> {
  const found = new Set([root])
  for (const name of found) {
    for (const { collection, onParentDelete } of collectionToDependants(name)) if (onParentDelete === 'cascade') found.add(collection)
  }
  return found
}

/**
 * Newest server sequence number shown here, by id, of the row and all rows that cascade from it; unanswered local rows
 * have none. `keys`: of all those rows.
 */
function lookAtTree(rows: PlanRows, root: RowKey): { seen: Record<string, number>; keys: ReadonlySet<RowKey> } {
  const seen: Record<string, number> = {}
  const keys = new Set<RowKey>()
  const add = (key: RowKey, row: Row | undefined): void => {
    keys.add(key)
    if (row !== undefined && row.seq > 0) seen[row.id] = row.seq
    const { collection, id } = keyToRef(key)
    for (const dependant of collectionToDependants(collection)) {
      if (dependant.onParentDelete !== 'cascade') continue
      for (const [childKey, child] of rows)
        if (child.collection === dependant.collection && child.draft.row?.[dependant.field] === id) add(childKey, child.draft.row)
      // Deleted here earlier; the server may still refuse that.
      for (const child of rows.outbox.basesOf(dependant.collection)) {
        if (child[dependant.field] !== id) continue
        seen[child.id] ??= child.seq
        keys.add(rowKey(dependant.collection, child.id))
      }
    }
  }
  add(root, rows.draftOf(root)?.row)
  return { seen, keys }
}
