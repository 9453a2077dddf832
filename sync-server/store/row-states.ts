import { isCollectionName } from '#schema/collections/index.ts'
import { canAct } from '#schema/rules/access.ts'
import type { RowState } from '#schema/api/sync.ts'
import { isUuid } from '#schema/fields.ts'
import type { Tx } from '../db/database.ts'
import { toCaller, type WriteCaller } from './caller.ts'
import type { RowKey, WrittenRow } from './context.ts'
import { rowToDocument } from './rows.ts'
import { tableOf } from './table.ts'

/** Reads rows as they are now under the caller's rights of now; each row once, however many mutations name it. */
export class RowStates {
  readonly #trx: Tx
  readonly #caller: WriteCaller
  readonly #stateByKey = new Map<string, RowState>()

  constructor(trx: Tx, caller: WriteCaller) {
    this.#trx = trx
    this.#caller = caller
  }

  async read(keys: readonly RowKey[]): Promise<RowState[]> {
    const states = new Map<string, RowState>()
    for (const key of keys) {
      const name = `${key.collection}/${key.id}`
      if (!states.has(name)) states.set(name, this.#stateByKey.get(name) ?? (await this.#readOne(name, key)))
    }
    return [...states.values()]
  }

  /** What was written just now need not be read again; a row whose content is not told has to be. */
  note({ collection, id, document }: WrittenRow): void {
    const name = `${collection}/${id}`
    const isKnown = document !== undefined && canAct(toCaller(this.#caller), 'read', collection, document.shopId)
    if (isKnown) this.#stateByKey.set(name, { collection, document })
    else this.#stateByKey.delete(name)
  }

  async #readOne(name: string, { collection, id }: RowKey): Promise<RowState> {
    const table = tableOf(collection)
    const [row] = await table.find(this.#trx, { id })
    const isVisible = row !== undefined && canAct(toCaller(this.#caller), 'read', collection, row.shopId)
    const state: RowState = { collection, document: isVisible ? rowToDocument(table, row) : { id, _deleted: true } }
    this.#stateByKey.set(name, state)
    return state
  }
}

/** The rows that a mutation names, as far as they can be made out even when it does not parse. */
export function findNamedRows(raw: unknown): RowKey[] {
  const ops = isRecord(raw) && Array.isArray(raw['ops']) ? raw['ops'].slice(0, 1_000) : []
  return ops.flatMap((op: unknown) => {
    if (!isRecord(op)) return []
    const { collection, id } = op
    if (typeof collection !== 'string' || typeof id !== 'string' || !isCollectionName(collection) || !isUuid(id)) return []
    return [{ collection, id: id.toLowerCase() }]
  })
}

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
