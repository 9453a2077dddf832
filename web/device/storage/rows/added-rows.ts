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

/** Announces rows inserted past RxDB. Other tabs get only ids and read the rows, as copying thousands of rows for a tab is expensive. */
export class AddedRows {
  readonly #options: Options
  /** Per running read: keys that RxDB announced meanwhile, whose rows may be newer than those read. */
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

  /** RxDB announced changes of these rows. */
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
