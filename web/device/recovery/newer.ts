import type { WireDocument } from '#schema/collection.ts'
import { collectionByName, type CollectionName } from '#schema/collections/index.ts'
import type { DeviceStore, NewerRow } from '../storage/unsent-store.ts'
import { keyToRef, type Row, type RowKey, rowKey, wireToServerRow } from '../rows/rows.ts'

/** False for rows that only server commands write: no device can send them again. */
export const isSentByDevices = (collection: CollectionName): boolean => !['nobody', 'rest'].includes(collectionByName[collection].access.create)

/** A resent mutation's `createdAt` may shift by the clock correction. */
const toleranceMs = 60_000

/** Whether all fields that people write are equal. */
export function sayTheSame(collection: CollectionName, one: Row, other: Row): boolean {
  const { createdAtEditable, fields } = collectionByName[collection]
  const isSameDay = !createdAtEditable || Math.abs(Date.parse(one.createdAt) - Date.parse(other.createdAt)) < toleranceMs
  // The number of an invoice stands on paper: a server that lost it knows less.
  const isOfServer = (name: string, writer: string): boolean => writer === 'server' && !(collection === 'invoices' && name === 'number')
  return isSameDay && Object.entries(fields).every(([name, { secret, writer }]) => secret || isOfServer(name, writer) || one[name] === other[name])
}

/**
 * Rows as this device held them when the server turned out to know less, after a restore or a set-back of its database.
 * They wait for the user's decision; rows that the feed brings back are dropped.
 */
export class NewerRows {
  readonly #store: DeviceStore
  /** A cache of one term: read again at its start, as other tabs write too. */
  #keys: Set<RowKey> | undefined
  readonly #onChange: () => void

  constructor(store: DeviceStore, onChange: () => void) {
    this.#store = store
    this.#onChange = onChange
  }

  async add(rows: readonly NewerRow[]): Promise<void> {
    if (rows.length === 0) return
    await this.#store.newer.bulkPut(rows)
    for (const { key } of rows) this.#keys?.add(key)
    this.#onChange()
  }

  /** Drops rows that the server has again, in the same or a later state. */
  async dropKnown(collection: CollectionName, documents: readonly WireDocument[]): Promise<void> {
    this.#keys ??= new Set(await this.#store.newer.toCollection().primaryKeys())
    const keys = this.#keys
    const documentByKey = new Map(
      documents.flatMap((document) => (keys.has(rowKey(collection, document.id)) ? [[rowKey(collection, document.id), document] as const] : [])),
    )
    if (documentByKey.size === 0) return
    const held = await this.#store.newer.bulkGet([...documentByKey.keys()])
    const over = held.flatMap((entry) => {
      if (entry === undefined) return []
      const document = documentByKey.get(entry.key)
      return document !== undefined && isOver(collection, entry, document) ? [entry.key] : []
    })
    await this.drop(over)
  }

  async drop(keys: readonly RowKey[]): Promise<void> {
    if (keys.length === 0) return
    await this.#store.newer.bulkDelete([...keys])
    for (const key of keys) this.#keys?.delete(key)
    this.#onChange()
  }

  async forgetShop(shopId: string): Promise<void> {
    await this.drop((await this.#store.newer.filter(({ row }) => row.shopId === shopId).toArray()).map(({ key }) => key))
  }

  async forgetCollection(collection: CollectionName): Promise<void> {
    await this.drop((await this.#store.newer.toCollection().primaryKeys()).filter((key) => keyToRef(key).collection === collection))
  }
}

function isOver(collection: CollectionName, entry: NewerRow, document: WireDocument): boolean {
  const { row } = wireToServerRow(collection, document)
  // Deleted again after it had come back.
  if (row === null) return entry.isDeletedThere !== true
  return sayTheSame(collection, row, entry.row) || row.updatedAt > entry.row.updatedAt
}
