import { isRecord } from '#schema/is-record.ts'
import { isUuid } from '#schema/fields.ts'
import { isCollectionName, type CollectionName } from '#schema/collections/index.ts'
import { readFieldSettingsAhead } from '../apply/field-changes.ts'
import { readStatusTimesAhead } from '../apply/side-effects.ts'
import { tableByName, tableOf, type Table } from '../table.ts'
import type { BatchMemory } from './batch-memory.ts'

/** Parents of parents: a payment's order has a customer. */
const depth = 2

/** Ids to read, by collection. */
type Wanted = Map<CollectionName, Set<string>>

/**
 * Reads in sets what the mutations of a push are going to look at: rows that they name, rows that those refer to, and for new statuses
 * the history. What it misses is read when it is needed: nothing depends on it.
 */
export async function readAhead(memory: BatchMemory, mutations: readonly unknown[]): Promise<void> {
  const named: Wanted = new Map()
  let wanted: Wanted = new Map()
  const restated: string[] = []
  for (const op of mutations.flatMap(listOps)) {
    const { collection, id, action } = op
    if (typeof collection !== 'string' || !isCollectionName(collection)) continue
    const table = tableOf(collection)
    want(named, collection, id)
    if (action === 'create') wantReferences(wanted, table, isRecord(op['values']) ? op['values'] : {})
    const changes = action === 'update' && isRecord(op['changes']) ? op['changes'] : {}
    wantReferences(wanted, table, Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, isRecord(change) ? change['to'] : null])))
    if (collection === 'orders' && typeof id === 'string' && Object.hasOwn(changes, 'orderStatusId')) restated.push(id.toLowerCase())
  }
  await readWanted(memory, named)
  addParents(memory, named, wanted)
  for (let level = 0; level < depth && wanted.size > 0; level += 1) {
    await readWanted(memory, wanted)
    const parents: Wanted = new Map()
    addParents(memory, wanted, parents)
    wanted = parents
  }
  await readFieldSettingsAhead(memory, tableOf('orders'), restated, ['orderStatusId'])
  await readStatusTimesAhead(memory, restated)
}

const listOps = (mutation: unknown): Record<string, unknown>[] =>
  isRecord(mutation) && Array.isArray(mutation['ops']) ? mutation['ops'].filter((op: unknown): op is Record<string, unknown> => isRecord(op)) : []

function want(wanted: Wanted, collection: CollectionName, id: unknown): void {
  if (typeof id !== 'string' || !isUuid(id)) return
  const ids = wanted.get(collection) ?? new Set()
  wanted.set(collection, ids.add(id.toLowerCase()))
}

function wantReferences(wanted: Wanted, table: Table, values: Readonly<Record<string, unknown>>): void {
  for (const { name, collection } of table.references) want(wanted, collection, values[name])
}

function addParents(memory: BatchMemory, children: Wanted, parents: Wanted): void {
  for (const [collection, ids] of children) for (const id of ids) wantReferences(parents, tableOf(collection), memory.peek(collection, id) ?? {})
}

async function readWanted(memory: BatchMemory, wanted: Wanted): Promise<void> {
  for (const table of tableByName.values()) {
    const ids = wanted.get(table.name)
    if (ids !== undefined) await memory.readAhead(table, ids)
  }
}
