import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import type { CompiledQuery } from 'kysely'
import type { SqlValue, Tx } from '../../db/database.ts'
import type { Arguments } from '../../db/statement.ts'
import { guardStatements } from '../../db/transaction.ts'
import { releaseSavepoint, rollbackToSavepoint, setSavepoint } from '../savepoint.ts'
import type { StoredRow, Table } from '../table.ts'
import { WriteQueue, type RowsTarget } from './write-queue.ts'

/** Ways back of what one mutation changed in memory, which a refusal goes. */
class WaysBack {
  #undo: (() => void)[] | undefined

  begin(): void {
    this.#undo = []
  }

  /** Nothing goes back behind here. */
  end(): void {
    this.#undo = undefined
  }

  note(undo: () => void): void {
    this.#undo?.push(undo)
  }

  go(): void {
    for (const undo of (this.#undo ?? []).toReversed()) undo()
    this.end()
  }
}

/** Values by key that a transaction has read or written. */
class Remembered<Value> {
  readonly #waysBack: WaysBack
  readonly #valueByKey = new Map<string, Value>()

  constructor(waysBack: WaysBack) {
    this.#waysBack = waysBack
  }

  get size(): number {
    return this.#valueByKey.size
  }

  get(key: string): Value | undefined {
    return this.#valueByKey.get(key)
  }

  /** Takes what was read; what is known already may have been written since. */
  learn(key: string, value: Value): void {
    if (!this.#valueByKey.has(key)) this.#valueByKey.set(key, value)
  }

  /** Takes what the present mutation writes. */
  write(key: string, value: Value): void {
    const before = this.#valueByKey.get(key)
    this.#waysBack.note(() => (before === undefined ? this.#valueByKey.delete(key) : this.#valueByKey.set(key, before)))
    this.#valueByKey.set(key, value)
  }

  clear(): void {
    this.#valueByKey.clear()
  }
}

/** The last setting of a field; under the field '' the making of the row. */
export type FieldSetting = { at: string; userId: string | null }
/** Of an order's history: the first entry, and the latest time of the others. */
export type StatusTimes = { firstSeq: number; firstId: string; first: string; latest: string | undefined }

/** Says nothing of the mutation that runs: a write of an earlier one failed, or the transaction is gone. */
export class WholeBatchError extends Error {
  constructor(cause: unknown) {
    super('The mutations of this transaction cannot be written', { cause })
  }
}

/** Rows that are remembered at most between two mutations. */
const rowsMax = 2_000

/**
 * What one transaction remembers of the rows that it read and wrote, and writes that it holds back to send them in sets. Every
 * statement of others finds all of it in the tables: before it runs, what is held back goes first. A statement that is no SELECT may
 * change anything, so nothing is remembered across it.
 */
export class BatchMemory {
  readonly #trx: Tx
  readonly #queue = new WriteQueue()
  readonly #waysBack = new WaysBack()
  readonly #rows = new Remembered<StoredRow | null>(this.#waysBack)
  /** By collection, row and field; null where nothing is recorded. */
  readonly fieldSettings = new Remembered<FieldSetting | null>(this.#waysBack)
  /** By order; null where there is no history. */
  readonly statusTimes = new Remembered<StatusTimes | null>(this.#waysBack)
  /** What a shop's money is written by. */
  readonly currencies = new Remembered<string>(this.#waysBack)
  /** Titles of rows that belong to no shop. */
  readonly titles = new Remembered<string>(this.#waysBack)
  /** The mutation that runs: where its writes begin in the queue, and whether it has a savepoint. */
  #step: { from: number; hasSavepoint: boolean } | undefined
  /** Rows with an update that is held back, and which are not remembered otherwise. */
  readonly #unread = new Set<string>()
  #apart = 0

  constructor(trx: Tx) {
    this.#trx = trx
    guardStatements(trx, (query) => this.#beforeStatement(query))
  }

  /** Runs statements that touch nothing of what is remembered or held back. */
  async apart<Result>(run: (trx: Tx) => Promise<Result>): Promise<Result> {
    this.#apart += 1
    try {
      return await run(this.#trx)
    } finally {
      this.#apart -= 1
    }
  }

  /** Runs SELECTs that are sent at once and find all that is held back: sent one by one, only the first would wait for that. */
  async ask<Result>(run: () => Promise<Result>): Promise<Result> {
    await this.send()
    return this.apart(run)
  }

  /**
   * Runs one mutation: when it fails, nothing of it stays. Without a savepoint as long as all that it does is remembered.
   * @throws WholeBatchError when the writes of an earlier one fail, or the way back does
   */
  async step<Result>(run: () => Promise<Result>): Promise<Result> {
    if (this.#rows.size > rowsMax) await this.#forgetAll()
    this.#step = { from: this.#queue.length, hasSavepoint: false }
    this.#waysBack.begin()
    try {
      const result = await run()
      if (this.#step.hasSavepoint) await this.apart(releaseSavepoint)
      this.#waysBack.end()
      return result
    } catch (error) {
      if (error instanceof WholeBatchError) throw error
      await this.#undo(this.#step).catch((failure: unknown) => {
        throw new WholeBatchError(error instanceof AppError ? failure : error)
      })
      throw error
    } finally {
      this.#step = undefined
    }
  }

  async #undo({ from, hasSavepoint }: { from: number; hasSavepoint: boolean }): Promise<void> {
    this.#queue.cut(hasSavepoint ? 0 : from)
    this.#waysBack.go()
    if (!hasSavepoint) return
    this.#clear()
    await this.apart(rollbackToSavepoint)
  }

  /** Sends what is held back. @throws WholeBatchError when that of a mutation that has ended fails */
  async send(): Promise<void> {
    const ofEarlier = this.#step === undefined ? this.#queue.length : this.#step.from
    if (ofEarlier > 0) await this.#sendEarlier(ofEarlier)
    if (this.#queue.length === 0) return
    await this.#protect()
    await this.apart((trx) => this.#queue.send(trx, this.#queue.length))
  }

  async #sendEarlier(count: number): Promise<void> {
    try {
      await this.apart((trx) => this.#queue.send(trx, count))
    } catch (error) {
      throw new WholeBatchError(error)
    }
    if (this.#step !== undefined) this.#step.from = 0
  }

  /** From here on the mutation leaves something in the tables. */
  async #protect(): Promise<void> {
    if (this.#step === undefined || this.#step.hasSavepoint) return
    await this.apart(setSavepoint)
    this.#step.hasSavepoint = true
  }

  async #beforeStatement({ query }: CompiledQuery): Promise<void> {
    if (this.#apart > 0) return
    await this.send()
    if (query.kind === 'SelectQueryNode') return
    await this.#protect()
    this.#clear()
  }

  async #forgetAll(): Promise<void> {
    await this.send()
    this.#clear()
  }

  #clear(): void {
    this.#unread.clear()
    for (const remembered of [this.#rows, this.fieldSettings, this.statusTimes, this.titles, this.currencies]) remembered.clear()
  }

  /** The row, deleted or not, of any shop. */
  async find(table: Table, id: string): Promise<StoredRow | undefined> {
    const name = `${table.name}/${id}`
    const known = this.#rows.get(name)
    if (known !== undefined) return known ?? undefined
    if (this.#unread.has(name)) await this.#forgetAll()
    const [row] = await this.apart((trx) => table.find(trx, { id }))
    this.#rows.learn(name, row ?? null)
    return row
  }

  /** Reads those of the rows that are not known yet. */
  async readAhead(table: Table, ids: Iterable<string>): Promise<void> {
    const isUnknown = (name: string): boolean => this.#rows.get(name) === undefined && !this.#unread.has(name)
    const unknown = [...new Set(ids)].filter((id) => isUnknown(`${table.name}/${id}`)).slice(0, Math.max(0, rowsMax - this.#rows.size))
    if (unknown.length === 0) return
    const rows = await this.apart((trx) => table.findRows(trx, unknown))
    for (const row of rows) this.#rows.learn(`${table.name}/${row.id}`, row)
    for (const id of unknown) this.#rows.learn(`${table.name}/${id}`, null)
  }

  /** The row if it is remembered. */
  peek(collection: CollectionName, id: string): StoredRow | undefined {
    return this.#rows.get(`${collection}/${id}`) ?? undefined
  }

  /** Inserts a row, given by its columns. */
  insert(table: Table, values: Arguments & { id: string }): void {
    this.#queue.add({ kind: 'insert', collection: table.name, values })
    this.#rows.write(`${table.name}/${values.id}`, { deleted: 0, deletedWith: null, ...toStored(table, values) } as StoredRow)
  }

  /** Updates columns of a row that exists. */
  update(table: Table, id: string, values: Arguments): void {
    this.#queue.add({ kind: 'update', collection: table.name, id, values })
    const name = `${table.name}/${id}`
    const before = this.#rows.get(name)
    if (before == null) this.#unread.add(name)
    else this.#rows.write(name, { ...before, ...toStored(table, values) })
  }

  /** What to do when the present mutation is refused, beside what this does itself. */
  onRefused(undo: () => void): void {
    this.#waysBack.note(undo)
  }

  /** Writes a row of a table that is not remembered here. */
  add(target: RowsTarget, values: Arguments): void {
    this.#queue.add({ kind: 'rows', target, values })
  }
}

/** The values as SQLite gives them back: texts lose what no UTF-8 can hold. */
function toStored(table: Table, values: Arguments): Record<string, SqlValue> {
  const stored: Record<string, SqlValue> = {}
  for (const [column, value] of Object.entries(values)) {
    const key = table.keyByColumn.get(column)
    if (key !== undefined) stored[key] = typeof value === 'string' ? value.toWellFormed() : value
  }
  return stored
}
