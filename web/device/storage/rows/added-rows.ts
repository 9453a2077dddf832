import { type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import type { ChannelPort } from '../../platform/ports.ts'
import { type RowKey, rowKey, type StoredRow } from '../../rows/rows.ts'
import type { RowListener } from '../row-database.ts'

type Options = {
  channel: ChannelPort
  find: (collection: CollectionName, ids: readonly string[]) => Promise<Map<string, StoredRow>>
  tell: RowListener
}

type Message = { collection: string; ids: string }

/**
 * Tells of rows that were added past RxDB. Other tabs hear their ids alone and read them: thousands of rows would be copied for
 * tabs that are mostly not there.
 */
export class AddedRows {
  readonly #options: Options
  /** What RxDB told while rows are being read, by reading: it may be newer than what was read. */
  readonly #readings = new Set<Set<RowKey>>()
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
    options.channel.listen((message) => void this.#hear(message as Message).catch(() => undefined))
  }

  tell(collection: CollectionName, rows: readonly StoredRow[]): void {
    if (rows.length === 0 || this.#isClosed) return
    this.#options.channel.post({ collection, ids: rows.map(({ id }) => id).join() } satisfies Message)
    this.#options.tell(
      collection,
      rows.map((row) => ({ id: row.id, row, previous: undefined })),
    )
  }

  /** RxDB tells of these. */
  note(keys: readonly RowKey[]): void {
    for (const reading of this.#readings) for (const key of keys) reading.add(key)
  }

  close(): void {
    this.#isClosed = true
    this.#options.channel.close()
  }

  async #hear({ collection, ids: joined }: Message): Promise<void> {
    if (this.#isClosed || !isCollectionName(collection)) return
    const { find, tell } = this.#options
    const ids = joined.split(',')
    const changed = new Set<RowKey>()
    this.#readings.add(changed)
    const found = await find(collection, ids).finally(() => this.#readings.delete(changed))
    if (this.#isClosed) return
    const rows = ids.flatMap((id) => (changed.has(rowKey(collection, id)) ? [] : (found.get(id) ?? [])))
    tell(
      collection,
      rows.flatMap((row) => (row._deleted ? [] : [{ id: row.id, row, previous: undefined }])),
    )
  }
}
