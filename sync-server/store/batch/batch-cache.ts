import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { CompiledQuery } from 'kysely'
import type { SqlValue, Tx } from '../../db/database.ts'
import type { Arguments } from '../../db/statement.ts'
import { guardStatements, runCompiled } from '../../db/transaction.ts'
import type { StoredRow, Table } from '../table.ts'
import { WriteQueue, type RowsTarget } from './write-queue.ts'

const set = CompiledQuery.raw('savepoint mutation')
const release = CompiledQuery.raw('release savepoint mutation')
const rollback = CompiledQuery.raw('rollback to savepoint mutation')

async function setSavepoint(trx: Tx): Promise<void> {
  await runCompiled(trx, set)
}

async function releaseSavepoint(trx: Tx): Promise<void> {
  await runCompiled(trx, release)
}

/** Undoes the writes since the savepoint. Throws when the transaction itself is gone (full disk); then nothing may continue. */
async function rollbackToSavepoint(trx: Tx): Promise<void> {
  await runCompiled(trx, rollback)
  await runCompiled(trx, release)
}

/** Undo steps for the in-memory changes of one mutation, run when it is refused. */
class UndoSteps {
  #undo: (() => void)[] | undefined

  begin(): void {
    this.#undo = []
  }

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

/** Values that a transaction has read or written, by key. */
class KeyedCache<Value> {
  readonly #waysBack: UndoSteps
  readonly #valueByKey = new Map<string, Value>()

  constructor(waysBack: UndoSteps) {
    this.#waysBack = waysBack
  }

  get size(): number {
    return this.#valueByKey.size
  }

  get(key: string): Value | undefined {
    return this.#valueByKey.get(key)
  }

  /** Caches a read value; an existing entry may be a later write and stays. */
  learn(key: string, value: Value): void {
    if (!this.#valueByKey.has(key)) this.#valueByKey.set(key, value)
  }

  /** Caches a value written by the current mutation. */
  write(key: string, value: Value): void {
    const before = this.#valueByKey.get(key)
    this.#waysBack.note(() => (before === undefined ? this.#valueByKey.delete(key) : this.#valueByKey.set(key, before)))
    this.#valueByKey.set(key, value)
  }

  clear(): void {
    this.#valueByKey.clear()
  }
}

/** Last change of a field; under the field '' the creation of the row. */
type FieldSetting = { at: string; userId: string | null }
/** Of an order's history: the first entry, and the latest time of the others. */
export type StatusTimes = { firstSeq: number; firstId: string; first: string; latest: string | undefined }

/** Not a failure of the current mutation: an earlier write failed, or the transaction is gone. */
export class BatchError extends Error {
  constructor(cause: unknown) {
    super('The mutations of this transaction cannot be written', { cause })
  }
}

/** Maximum rows cached between two mutations. */
const rowsMax = 2_000

/**
 * Cache of the rows that one transaction reads and writes, and a queue of writes that are sent in sets. Any other
 * statement first flushes the queue, so that it sees all writes; a statement other than SELECT may change anything and
 * clears the cache.
 */
export class BatchCache {
  readonly #trx: Tx
  readonly #queue = new WriteQueue()
  readonly #waysBack = new UndoSteps()
  readonly #rows = new KeyedCache<StoredRow | null>(this.#waysBack)
  /** By collection, row and field; null where nothing is recorded. */
  readonly fieldSettings = new KeyedCache<FieldSetting | null>(this.#waysBack)
  /** By order; null where there is no history. */
  readonly statusTimes = new KeyedCache<StatusTimes | null>(this.#waysBack)
  /** Currency settings by shop, as JSON text. */
  readonly moneySettings = new KeyedCache<string>(this.#waysBack)
  /** Titles of global rows. */
  readonly titles = new KeyedCache<string>(this.#waysBack)
  /** The current mutation: where its writes begin in the queue, and whether it has a savepoint. */
  #step: { from: number; hasSavepoint: boolean } | undefined
  /** Rows with a queued update that are not cached. */
  readonly #unread = new Set<string>()
  #apart = 0

  constructor(trx: Tx) {
    this.#trx = trx
    guardStatements(trx, (query) => this.#beforeStatement(query))
  }

  /** Runs statements that touch neither cached rows nor queued writes. */
  async apart<Result>(run: (trx: Tx) => Promise<Result>): Promise<Result> {
    this.#apart += 1
    try {
      return await run(this.#trx)
    } finally {
      this.#apart -= 1
    }
  }

  /** Runs concurrent SELECTs after one flush. Without it, each would be guarded and only the first wait for the flush. */
  async ask<Result>(run: () => Promise<Result>): Promise<Result> {
    await this.send()
    return this.apart(run)
  }

  /**
   * Runs one mutation and undoes it if it fails. Needs no savepoint while all its writes are queued.
   * @throws BatchError when writes of an earlier mutation or the undo fail
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
      if (error instanceof BatchError) throw error
      await this.#undo(this.#step).catch((failure: unknown) => {
        throw new BatchError(error instanceof AppError ? failure : error)
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

  /** Flushes the queue. @throws BatchError when writes of an earlier mutation fail */
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
      throw new BatchError(error)
    }
    if (this.#step !== undefined) this.#step.from = 0
  }

  /** Sets a savepoint before the mutation's first write to the database. */
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
    for (const remembered of [this.#rows, this.fieldSettings, this.statusTimes, this.titles, this.moneySettings]) remembered.clear()
  }

  /** The row of any shop, deleted or not. */
  async find(table: Table, id: string): Promise<StoredRow | undefined> {
    const name = `${table.name}/${id}`
    const known = this.#rows.get(name)
    if (known !== undefined) return known ?? undefined
    if (this.#unread.has(name)) await this.#forgetAll()
    const [row] = await this.apart((trx) => table.find(trx, { id }))
    this.#rows.learn(name, row ?? null)
    return row
  }

  async readAhead(table: Table, ids: Iterable<string>): Promise<void> {
    const isUnknown = (name: string): boolean => this.#rows.get(name) === undefined && !this.#unread.has(name)
    const unknown = [...new Set(ids)].filter((id) => isUnknown(`${table.name}/${id}`)).slice(0, Math.max(0, rowsMax - this.#rows.size))
    if (unknown.length === 0) return
    const rows = await this.apart((trx) => table.findRows(trx, unknown))
    for (const row of rows) this.#rows.learn(`${table.name}/${row.id}`, row)
    for (const id of unknown) this.#rows.learn(`${table.name}/${id}`, null)
  }

  peek(collection: CollectionName, id: string): StoredRow | undefined {
    return this.#rows.get(`${collection}/${id}`) ?? undefined
  }

  insert(table: Table, values: Arguments & { id: string }): void {
    this.#queue.add({ kind: 'insert', collection: table.name, values })
    this.#rows.write(`${table.name}/${values.id}`, { deleted: 0, deletedWith: null, ...toStored(table, values) } as StoredRow)
  }

  update(table: Table, id: string, values: Arguments): void {
    this.#queue.add({ kind: 'update', collection: table.name, id, values })
    const name = `${table.name}/${id}`
    const before = this.#rows.get(name)
    if (before == null) this.#unread.add(name)
    else this.#rows.write(name, { ...before, ...toStored(table, values) })
  }

  /** Adds an undo step, run when the current mutation is refused. */
  onRefused(undo: () => void): void {
    this.#waysBack.note(undo)
  }

  /** Queues a row of a table that is not cached here. */
  add(target: RowsTarget, values: Arguments): void {
    this.#queue.add({ kind: 'rows', target, values })
  }
}

/** The values as SQLite returns them: lone surrogates are replaced, as UTF-8 cannot represent them. */
function toStored(table: Table, values: Arguments): Record<string, SqlValue> {
  const stored: Record<string, SqlValue> = {}
  for (const [column, value] of Object.entries(values)) {
    const key = table.keyByColumn.get(column)
    if (key !== undefined) stored[key] = typeof value === 'string' ? value.toWellFormed() : value
  }
  return stored
}
