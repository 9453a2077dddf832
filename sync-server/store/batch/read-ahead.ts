import { settleAll } from '../../db/settle-all.ts'
import { isRecord } from '#schema/is-record.ts'
import { isUuid } from '#schema/fields.ts'
import { isCollectionName, type CollectionName } from '#schema/collections/index.ts'
import { readFieldSettingsAhead } from '../apply/field-changes.ts'
import { readStatusTimesAhead } from '../apply/side-effects.ts'
import { tableOf, type Table } from '../table.ts'
import type { BatchCache } from './batch-cache.ts'

/** Grandparents: a payment's order has a customer. */
const depth = 2

type Wanted = Map<CollectionName, Set<string>>

/**
 * Reads in sets the rows a push will need: rows it names, rows they reference, and the history for new statuses. Only
 * an optimization: other rows are read when needed.
 */
export async function readAhead(memory: BatchCache, mutations: readonly unknown[]): Promise<void> {
  const named: Wanted = new Map()
  const referred: Wanted = new Map()
  const restated: string[] = []
  for (const op of mutations.flatMap(listOps)) {
    const { collection, id, action } = op
    if (typeof collection !== 'string' || !isCollectionName(collection)) continue
    const table = tableOf(collection)
    want(named, collection, id)
    if (action === 'create' || action === 'bring') wantReferences(referred, table, isRecord(op['values']) ? op['values'] : {})
    const changes = action === 'update' && isRecord(op['changes']) ? op['changes'] : {}
    wantReferences(referred, table, Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, isRecord(change) ? change['to'] : null])))
    if (collection === 'orders' && typeof id === 'string' && Object.hasOwn(changes, 'orderStatusId')) restated.push(id.toLowerCase())
  }
  await settleAll([
    readWanted(memory, joinWanted(named, referred)),
    readFieldSettingsAhead(memory, tableOf('orders'), restated, ['orderStatusId']),
    readStatusTimesAhead(memory, restated),
  ])
  let children = joinWanted(named, referred)
  for (let level = 0; level < depth && children.size > 0; level += 1) {
    const parents: Wanted = new Map()
    addParents(memory, children, parents)
    await readWanted(memory, parents)
    children = parents
  }
}

/** The valid ops of a raw mutation. */
export const listOps = (mutation: unknown): Record<string, unknown>[] =>
  isRecord(mutation) && Array.isArray(mutation['ops']) ? mutation['ops'].filter((op: unknown): op is Record<string, unknown> => isRecord(op)) : []

/** At least one, also for what is no mutation. */
export const countOps = (mutation: unknown): number => Math.max(1, listOps(mutation).length)

function want(wanted: Wanted, collection: CollectionName, id: unknown): void {
  if (typeof id !== 'string' || !isUuid(id)) return
  const ids = wanted.get(collection) ?? new Set()
  wanted.set(collection, ids.add(id.toLowerCase()))
}

function wantReferences(wanted: Wanted, table: Table, values: Readonly<Record<string, unknown>>): void {
  for (const { name, collection } of table.references) want(wanted, collection, values[name])
}

function addParents(memory: BatchCache, children: Wanted, parents: Wanted): void {
  for (const [collection, ids] of children) for (const id of ids) wantReferences(parents, tableOf(collection), memory.peek(collection, id) ?? {})
}

async function readWanted(memory: BatchCache, wanted: Wanted): Promise<void> {
  await settleAll([...wanted].map(([collection, ids]) => memory.readAhead(tableOf(collection), ids)))
}

function joinWanted(...all: readonly Wanted[]): Wanted {
  const joined: Wanted = new Map()
  for (const wanted of all) for (const [collection, ids] of wanted) joined.set(collection, new Set([...(joined.get(collection) ?? []), ...ids]))
  return joined
}
