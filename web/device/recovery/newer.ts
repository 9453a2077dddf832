import type { WireDocument } from '#schema/collection.ts'
import { collectionByName, type CollectionName } from '#schema/collections/index.ts'
import type { DeviceStore, NewerRow } from '../storage/unsent-store.ts'
import { keyToRef, type Row, type RowKey, rowKey, wireToServerRow } from '../rows/rows.ts'

/** Rows that only commands of the server write come back by such commands alone. */
export const isSentByDevices = (collection: CollectionName): boolean => !['nobody', 'rest'].includes(collectionByName[collection].access.create)

/** Sent again, a mutation has another way to the server, by which its time is corrected. */
const toleranceMs = 60_000

/** What people wrote into both is the same. */
export function sayTheSame(collection: CollectionName, one: Row, other: Row): boolean {
  const { createdAtEditable, fields } = collectionByName[collection]
  const isSameDay = !createdAtEditable || Math.abs(Date.parse(one.createdAt) - Date.parse(other.createdAt)) < toleranceMs
  return isSameDay && Object.entries(fields).every(([name, { secret, writer }]) => secret || writer === 'server' || one[name] === other[name])
}

/**
 * Rows as this device held them when the server turned out to know less: after a restore from a backup, or when its database went
 * back. They wait for the person's word; what comes back by the feed leaves by itself.
 */
export class NewerRows {
  readonly #store: DeviceStore
  /** Other tabs and other terms write too: read again whenever it matters. */
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

  /** The server's newest word on rows: those that it knows as they were, or in a later state, are no longer newer here. */
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
  // Somebody deleted it after it had come back.
  if (row === null) return entry.isDeletedThere !== true
  return sayTheSame(collection, row, entry.row) || row.updatedAt > entry.row.updatedAt
}
