import { collectionByName, type CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { isIssued } from '#schema/rules/invoices/invoice-states.ts'
import { jsonEquals } from '#schema/values/merge.ts'
import type { DeviceStore, NewerRow } from '../storage/unsent-store.ts'
import { type InputValues, looseToInput, type OpInput } from '../rows/op-input.ts'
import type { WriteReceipt } from '../outbox/write-receipt.ts'
import type { LocalDatabase } from '../storage/row-database.ts'
import { nameOfRow } from '../rows/ops.ts'
import { keyToRef, isKnownKey, type Row, rowKey, type StoredRow } from '../rows/rows.ts'
import { createStore, type Readable } from '../platform/observable.ts'

/**
 * A row as this device held it; the server has none, an older state, or deleted it. `changedAt` and `foundAt`: instants
 * of the row's last change and of the discovery.
 */
export type NewerItem = {
  key: string
  collection: CollectionName
  id: string
  shopId: string
  title: string | undefined
  kind: 'missing' | 'older' | 'deleted'
  changedAt: string
  foundAt: string
}

export type NewerStore = {
  items: Readable<NewerItem[]>
  list: () => Promise<NewerItem[]>
  /** As last read. */
  entries: () => readonly NewerRow[]
  refresh: () => Promise<void>
  /** Sends all rows or those named by key through `write`, referenced rows first. Returns how many stay on the list. */
  send: (write: WriteOps, keys?: readonly string[]) => Promise<number>
  /** Removes rows from the list; `putBack` undoes that. */
  letGo: (keys: readonly string[]) => Promise<NewerRow[]>
  putBack: (rows: readonly NewerRow[]) => Promise<void>
}

export type WriteOps = (shopId: string, ops: readonly OpInput[]) => Promise<WriteReceipt>

type Options = { store: DeviceStore; database: LocalDatabase; onChange: () => void }

/** Referenced rows come first. */
const sendingOrder: readonly CollectionName[] = [
  'customers',
  'suppliers',
  'tax_rates',
  'categories',
  'products',
  'services',
  'tests',
  'assets',
  'orders',
  'order_lines',
  'order_notes',
  'test_results',
  'estimates',
  'invoices',
  'purchases',
  'purchase_lines',
  'stock_counts',
  'tasks',
  'till_days',
  'payments',
  'costs',
  'checklist_selections',
  'attachments',
  'messages',
]
const placeOf = (row: NewerRow): number => sendingOrder.indexOf(keyToRef(row.key).collection)

/** The list of rows that are newer here than on the server, for the user to decide about. */
export async function openNewerStore({ store, database, onChange }: Options): Promise<NewerStore> {
  const read = async (): Promise<NewerRow[]> =>
    (await store.newer.toArray())
      .filter(({ key }) => isKnownKey(key) && database.collections.includes(keyToRef(key).collection))
      .toSorted((one, other) => placeOf(one) - placeOf(other) || one.row.createdAt.localeCompare(other.row.createdAt))

  let entries: readonly NewerRow[] = []
  const list = async (): Promise<NewerItem[]> => {
    const rows = await read()
    entries = rows
    const living = await findLiving(database, rows)
    return rows.map((entry) => toItem(entry, living.has(entry.key)))
  }
  const items = createStore(await list())
  const refresh = async (): Promise<void> => {
    const next = await list()
    if (JSON.stringify(next) !== JSON.stringify(items.get())) items.set(next)
  }
  const change = async (run: () => Promise<unknown>): Promise<void> => {
    await run()
    await refresh()
    onChange()
  }

  return {
    items,
    list,
    entries: () => entries,
    refresh,
    async send(write, keys) {
      const chosen = (await read()).filter(({ key }) => keys === undefined || keys.includes(key))
      let left = 0
      await change(async () => {
        for (const entry of chosen) {
          try {
            const { collection, id } = keyToRef(entry.key)
            const stored = (await database.find(collection, [id])).get(id)
            const input = toInput(entry, stored)
            if (input !== undefined) await write(entry.row.shopId, [input])
            await store.newer.delete(entry.key)
          } catch (error) {
            if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') throw error
            left += 1
          }
        }
      })
      return left
    },
    async letGo(keys) {
      const rows = (await read()).filter(({ key }) => keys.includes(key))
      await change(() => store.newer.bulkDelete(rows.map(({ key }) => key)))
      return rows
    },
    putBack: (rows) => change(() => store.newer.bulkPut([...rows])),
  }
}

async function findLiving(database: LocalDatabase, rows: readonly NewerRow[]): Promise<Set<string>> {
  const living = new Set<string>()
  for (const [collection, group] of Map.groupBy(rows, ({ key }) => keyToRef(key).collection)) {
    const storedById = await database.find(
      collection,
      group.map(({ key }) => keyToRef(key).id),
    )
    for (const [id, { _deleted }] of storedById) if (!_deleted) living.add(rowKey(collection, id))
  }
  return living
}

function toItem({ key, row, foundAt, isDeletedThere }: NewerRow, isLiving: boolean): NewerItem {
  const { collection, id } = keyToRef(key)
  const kind = isLiving ? 'older' : isDeletedThere === true ? 'deleted' : 'missing'
  return { key, collection, id, shopId: row.shopId, title: nameOfRow(collection, row), kind, changedAt: row.updatedAt, foundAt }
}

/** The op that brings the row on the server to its state here; undefined if they are equal. */
function toInput({ key, row, isDeletedThere }: NewerRow, stored: StoredRow | undefined): OpInput | undefined {
  const { collection, id } = keyToRef(key)
  const values = writableValues(collection, row)
  if (isIssued(row) && !(stored !== undefined && !stored._deleted && isIssued(stored)))
    return looseToInput({ action: 'create', collection, id, values, asIssued: serverValues(collection, row) })
  if (stored !== undefined && !stored._deleted) {
    const changed = Object.entries(values).filter(([name, value]) => !jsonEquals(value ?? null, stored[name] ?? null))
    return changed.length === 0 ? undefined : looseToInput({ action: 'update', collection, id, values: Object.fromEntries(changed) })
  }
  if (isDeletedThere === true) return { action: 'restore', collection, id, title: nameOfRow(collection, row) }
  return looseToInput({ action: 'create', collection, id, values })
}

/** What the server wrote in an issued document, and the lines that it froze. */
const serverValues = (collection: CollectionName, row: Row): InputValues =>
  Object.fromEntries(
    Object.entries(collectionByName[collection].fields).flatMap(([name, { secret, writer }]) =>
      !secret && writer === 'server' ? [[name, row[name] ?? null]] : [],
    ),
  )

function writableValues(collection: CollectionName, row: Row): InputValues {
  const { createdAtEditable, fields } = collectionByName[collection]
  const names = Object.entries(fields).flatMap(([name, { secret, writer }]) => (secret || writer === 'server' ? [] : [name]))
  return Object.fromEntries([...names, ...(createdAtEditable ? ['createdAt'] : [])].map((name) => [name, row[name] ?? null]))
}
