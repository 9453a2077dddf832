import { type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import type { ChannelPort } from '../../platform/ports.ts'
import { type RowKey, rowKey, type StoredRow } from '../../rows/rows.ts'

/** Rows as stored; `storedToRow` strips RxDB's metadata. */
export type RowChange = { id: string; row: StoredRow | undefined; previous: StoredRow | undefined }
export type RowListener = (collection: CollectionName, changes: RowChange[]) => void

type Options = {
  channel: ChannelPort
  find: (collection: CollectionName, ids: readonly string[]) => Promise<Map<string, StoredRow>>
  tell: RowListener
  /** Another tab wrote. */
  onHeard: () => void
}

type Message = { collection: string; changes: RowChange[] } | { collection: string; addedIds: string }

/**
 * Announces stored rows in this tab and the others. Other tabs get only ids of rows that a page of the feed added and read them, as copying
 * thousands of rows for a tab is expensive.
 */
export class RowNews {
  readonly #options: Options
  /** Per running read: keys that changed meanwhile, whose rows may be newer than those read. */
  readonly #readings = new Set<Set<RowKey>>()
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
    options.channel.listen((message) => {
      if (this.#isClosed) return
      options.onHeard()
      void this.#hear(message as Message).catch(() => undefined)
    })
  }

  tellChanged(collection: CollectionName, changes: RowChange[]): void {
    if (changes.length === 0 || this.#isClosed) return
    this.#options.channel.post({ collection, changes } satisfies Message)
    this.#tellHere(collection, changes)
  }

  tellAdded(collection: CollectionName, rows: readonly StoredRow[]): void {
    if (rows.length === 0 || this.#isClosed) return
    this.#options.channel.post({ collection, addedIds: rows.map(({ id }) => id).join() } satisfies Message)
    this.#tellHere(collection, rows.map(toAdded))
  }

  close(): void {
    this.#isClosed = true
    this.#options.channel.close()
  }

  #tellHere(collection: CollectionName, changes: RowChange[]): void {
    for (const reading of this.#readings) for (const { id } of changes) reading.add(rowKey(collection, id))
    this.#options.tell(collection, changes)
  }

  async #hear(message: Message): Promise<void> {
    const { collection } = message
    if (!isCollectionName(collection)) return
    if ('changes' in message) return this.#tellHere(collection, message.changes)
    const ids = message.addedIds.split(',')
    const changed = new Set<RowKey>()
    this.#readings.add(changed)
    const found = await this.#options.find(collection, ids).finally(() => this.#readings.delete(changed))
    if (this.#isClosed) return
    const rows = ids.flatMap((id) => (changed.has(rowKey(collection, id)) ? [] : (found.get(id) ?? [])))
    this.#options.tell(collection, rows.filter(({ _deleted }) => !_deleted).map(toAdded))
  }
}

const toAdded = (row: StoredRow): RowChange => ({ id: row.id, row, previous: undefined })
