import type { MutationError, Op } from '#schema/api/sync.ts'
import type { Collection } from '#schema/collection.ts'
import { collectionByName, isCollectionName } from '#schema/collections/index.ts'
import type { RowRef } from '#web/device/rows/rows.ts'

/** The parts common to the device's own and the server's refused changes. */
export type Refused = { id: string; ops: readonly Op[]; error: MutationError }

export const refToKey = ({ collection, id }: RowRef): string => `${collection}/${id}`

export type RefusedGroup<Change extends Refused> = {
  /** The refused change that all others depend on, if there is one. */
  cause: Change | undefined
  /** In dependency order, the cause first. */
  changes: Change[]
}

/** Rows that the op's values reference. */
export function opToReferences(op: Op): (RowRef & { field: string })[] {
  if (!isCollectionName(op.collection)) return []
  const { fields } = collectionByName[op.collection] as Collection
  const values =
    op.action === 'create' ? Object.entries(op.values) : op.action === 'update' ? Object.entries(op.changes).map(([name, { to }]) => [name, to] as const) : []
  return values.flatMap(([field, id]) => {
    const target = fields[field]?.reference?.collection
    return target !== undefined && isCollectionName(target) && typeof id === 'string' ? [{ collection: target, id, field }] : []
  })
}

/** Every row that a change updates or references, except those it creates. */
function changeToNeeds({ ops }: Refused): RowRef[] {
  const own = new Set(ops.flatMap((op) => (op.action === 'create' ? [`${op.collection}/${op.id}`] : [])))
  const needs = ops.flatMap((op): RowRef[] => [
    ...(op.action !== 'create' && isCollectionName(op.collection) ? [{ collection: op.collection, id: op.id }] : []),
    ...opToReferences(op),
  ])
  return needs.filter((need) => !own.has(refToKey(need)))
}

/** The missing row that caused the refusal, if the error names it. */
export function changeToMissingRow(change: Refused): RowRef | undefined {
  const { code, issues } = change.error
  const { op, path } = findFault(change)
  if (op === undefined || !isCollectionName(op.collection)) return undefined
  if (code === 'NOT_FOUND' || code === 'DELETED') return { collection: op.collection, id: op.id }
  if (code !== 'INVALID_REFERENCE') return undefined
  const references = opToReferences(op)
  const [named] = issues === undefined ? references : references.filter(({ field }) => field === path)
  return named && { collection: named.collection, id: named.id }
}

/** The op at fault and its field; for several ops the issue's path starts with the op's index (`1.phone`). */
export function findFault({ ops, error }: Refused): { op: Op | undefined; path: string | undefined } {
  const path = error.issues?.[0]?.path
  const [, index, name] = /^(\d+)\.(.+)$/.exec(path ?? '') ?? []
  return ops.length > 1 && index !== undefined ? { op: ops[Number(index)], path: name } : { op: ops[0], path }
}

/**
 * Groups a refused create with everything that depends on it, and changes that miss the same row. Groups keep the order
 * of their first change.
 */
export function groupRefused<Change extends Refused>(changes: readonly Change[]): RefusedGroup<Change>[] {
  const makerByRow = new Map<string, Change>(
    changes.flatMap((change) => change.ops.flatMap((op) => (op.action === 'create' ? [[`${op.collection}/${op.id}`, change] as const] : []))),
  )
  const parentsOf = (change: Change): Change[] => changeToNeeds(change).flatMap((need) => makerByRow.get(refToKey(need)) ?? [])
  const rootOf = (change: Change, seen: ReadonlySet<Change>): Change => {
    const parent = parentsOf(change).find((one) => !seen.has(one))
    return parent === undefined ? change : rootOf(parent, new Set([...seen, parent]))
  }
  const groupByKey = new Map<string, { roots: Set<Change>; changes: Change[] }>()
  for (const change of changes) {
    const root = rootOf(change, new Set([change]))
    const missing = changeToMissingRow(root)
    const key = missing === undefined ? root.id : refToKey(missing)
    const group = groupByKey.get(key) ?? { roots: new Set(), changes: [] }
    group.roots.add(root)
    group.changes.push(change)
    groupByKey.set(key, group)
  }
  return [...groupByKey.values()].map(({ roots, changes: together }) => {
    const [cause] = roots
    return { cause: roots.size === 1 ? cause : undefined, changes: inSendingOrder(together, parentsOf) }
  })
}

function inSendingOrder<Change>(changes: readonly Change[], parentsOf: (change: Change) => Change[]): Change[] {
  const ordered = new Set<Change>()
  const members = new Set(changes)
  const add = (change: Change, path: ReadonlySet<Change>): void => {
    for (const parent of parentsOf(change)) if (members.has(parent) && !ordered.has(parent) && !path.has(parent)) add(parent, new Set([...path, parent]))
    ordered.add(change)
  }
  for (const change of changes) add(change, new Set([change]))
  return [...ordered]
}
