import type { CollectionName } from '#schema/collections/index.ts'
import type { Tx } from '../../db/database.ts'
import type { RowsStatement } from '../../db/rows-statement.ts'
import { settleAll } from '../../db/settle-all.ts'
import type { Arguments } from '../../db/statement.ts'
import { tableByName, tableOf, type Table } from '../table.ts'

/**
 * Rows of one statement. `keyOf`: rows with equal keys are merged, as consecutive statements would do. `isLast`: sent
 * after all other writes, because it updates rows that they insert.
 */
export type RowsTarget = {
  statement: RowsStatement
  isLast?: boolean
  keyOf?: (values: Arguments) => string
  join?: (before: Arguments, after: Arguments) => Arguments
}

type QueuedWrite =
  | { kind: 'insert'; collection: CollectionName; values: Arguments }
  | { kind: 'update'; collection: CollectionName; id: string; values: Arguments }
  | { kind: 'rows'; target: RowsTarget; values: Arguments }

/** Collections ordered so that referenced ones come first. */
export const parentsFirst: readonly CollectionName[] = sortByReferences(tableByName.values())

export class WriteQueue {
  #writes: QueuedWrite[] = []

  get length(): number {
    return this.#writes.length
  }

  add(write: QueuedWrite): void {
    this.#writes.push(write)
  }

  cut(length: number): void {
    this.#writes.length = length
  }

  /**
   * Sends the first `length` writes in sets: inserts (parents first), updates, other rows. Another order could break
   * references or leave other values.
   */
  async send(trx: Tx, length: number): Promise<void> {
    const writes = this.#writes.splice(0, length)
    const insertsByCollection = new Map<CollectionName, Arguments[]>()
    const rowsByTarget = new Map<RowsTarget, Arguments[]>()
    const updates: Extract<QueuedWrite, { kind: 'update' }>[] = []
    for (const write of writes) {
      if (write.kind === 'insert') addTo(insertsByCollection, write.collection, write.values)
      else if (write.kind === 'rows') addTo(rowsByTarget, write.target, write.values)
      else updates.push(write)
    }
    const sent: Promise<void>[] = []
    for (const collection of parentsFirst) {
      const rows = insertsByCollection.get(collection)
      if (rows !== undefined) sent.push(tableOf(collection).insertRows(trx, rows))
    }
    sent.push(...sendUpdates(trx, updates))
    const targets = [...rowsByTarget].toSorted(([one], [other]) => Number(one.isLast === true) - Number(other.isLast === true))
    for (const [target, rows] of targets) sent.push(target.statement(trx, joinRows(target, rows)))
    await settleAll(sent)
  }
}

/** Merges the updates of each row, and groups those with equal columns into one set. */
function sendUpdates(trx: Tx, updates: readonly { collection: CollectionName; id: string; values: Arguments }[]): Promise<void>[] {
  const updateByRow = new Map<string, { collection: CollectionName; values: Arguments }>()
  for (const { collection, id, values } of updates) {
    const name = `${collection}/${id}`
    updateByRow.set(name, { collection, values: { ...updateByRow.get(name)?.values, ...values, id } })
  }
  const sets = Map.groupBy(updateByRow.values(), ({ collection, values }) => `${collection} ${Object.keys(values).toSorted().join()}`)
  return [...sets.values()].flatMap((set) => {
    const [first] = set
    if (first === undefined) return []
    const columns = Object.keys(first.values).filter((column) => column !== 'id')
    return tableOf(first.collection).updateRows(columns.toSorted())(
      trx,
      set.map(({ values }) => values),
    )
  })
}

function joinRows({ keyOf, join }: RowsTarget, rows: readonly Arguments[]): readonly Arguments[] {
  if (keyOf === undefined) return rows
  const rowByKey = new Map<string, Arguments>()
  for (const row of rows) {
    const key = keyOf(row)
    const before = rowByKey.get(key)
    rowByKey.set(key, before === undefined || join === undefined ? row : join(before, row))
  }
  return [...rowByKey.values()]
}

function addTo<Key, Value>(valuesByKey: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = valuesByKey.get(key)
  if (known === undefined) valuesByKey.set(key, [value])
  else known.push(value)
}

function sortByReferences(tables: Iterable<Table>): CollectionName[] {
  const sorted = new Set<CollectionName>()
  const visit = ({ name, references }: Table): void => {
    for (const { collection } of references) if (collection !== name && !sorted.has(collection)) visit(tableOf(collection))
    sorted.add(name)
  }
  for (const table of tables) visit(table)
  return [...sorted]
}
