import { isCollectionName } from '#schema/collections/index.ts'
import { isAllowed, type Caller } from '#schema/rules/access/access.ts'
import { mutationMaxOps, type RowState } from '#schema/api/sync.ts'
import { isUuid } from '#schema/fields.ts'
import { isRecord } from '#schema/is-record.ts'
import type { BatchCache } from '../batch/batch-cache.ts'
import { toCaller, type WriteCaller } from '../caller.ts'
import type { RowAddress, WrittenRow } from '../context.ts'
import { rowToDocument } from '../rows.ts'
import { tableOf } from '../table.ts'

/** Maximum characters of written rows cached for the answer; others are read again. */
const notedMaxLength = 4 * 1024 * 1024

export const keyToName = ({ collection, id }: RowAddress): string => `${collection}/${id}`

/** Approximate characters of the row in an answer. */
export function measureState({ document }: RowState): number {
  let length = 0
  for (const value of Object.values(document)) length += 24 + (typeof value === 'string' ? value.length : 0)
  return length
}

/** Reads the current states of rows under the caller's current rights, each row once. */
export class RowStates {
  readonly #memory: BatchCache
  readonly #caller: Caller
  readonly #stateByName = new Map<string, RowState>()
  #notedLength = 0

  constructor(memory: BatchCache, caller: WriteCaller) {
    this.#memory = memory
    this.#caller = toCaller(caller)
  }

  async read(keys: readonly RowAddress[]): Promise<RowState[]> {
    const states = new Map<string, RowState>()
    for (const key of keys) {
      const name = keyToName(key)
      if (!states.has(name)) states.set(name, await this.readOne(key))
    }
    return [...states.values()]
  }

  async readAhead(keys: readonly RowAddress[]): Promise<void> {
    for (const [collection, rows] of Map.groupBy(keys, (key) => key.collection)) {
      const ids = rows.map(({ id }) => id)
      await this.#memory.readAhead(tableOf(collection), ids)
    }
  }

  /** Caches a written row if its content is given. */
  note({ collection, id, document }: WrittenRow): void {
    const name = keyToName({ collection, id })
    this.#forget(name)
    if (document === undefined || !isAllowed(this.#caller, 'read', collection, document.shopId)) return
    const state: RowState = { collection, document }
    if (this.#notedLength > notedMaxLength) return
    this.#notedLength += measureState(state)
    this.#stateByName.set(name, state)
  }

  #forget(name: string): void {
    const known = this.#stateByName.get(name)
    if (known === undefined) return
    this.#notedLength -= measureState(known)
    this.#stateByName.delete(name)
  }

  async readOne(key: RowAddress): Promise<RowState> {
    const known = this.#stateByName.get(keyToName(key))
    if (known) return known
    const { collection, id } = key
    const table = tableOf(collection)
    const row = await this.#memory.find(table, id)
    const isVisible = row !== undefined && isAllowed(this.#caller, 'read', collection, row.shopId)
    return { collection, document: isVisible ? rowToDocument(table, row) : { id, _deleted: true } }
  }
}

/** Rows that a mutation names, as far as they can be read from one that does not parse. */
export function findNamedRows(raw: unknown): RowAddress[] {
  const ops = isRecord(raw) && Array.isArray(raw['ops']) ? raw['ops'].slice(0, mutationMaxOps) : []
  return ops.flatMap((op: unknown) => {
    if (!isRecord(op)) return []
    const { collection, id } = op
    if (typeof collection !== 'string' || typeof id !== 'string' || !isCollectionName(collection) || !isUuid(id)) return []
    return [{ collection, id: id.toLowerCase() }]
  })
}
