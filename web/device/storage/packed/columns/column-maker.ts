import { documentsOf } from '../packed-segment.ts'
import type { PackedStore } from '../packed-store.ts'
import { columnsTable, type SegmentHead } from '../packed-tables.ts'
import { columnsKeysOf } from './column-keys.ts'
import { packColumns } from './pack-columns.ts'

/** Segments processed between two pauses. */
const segmentsAtOnce = 2

/** Builds missing columns of segments, for pulled rows and after a change of the rule. */
export class ColumnMaker {
  readonly #store: PackedStore
  readonly #breathe: () => Promise<void>
  /** First column keys known to be stored; columns of other tabs are found in a transaction. */
  #known = new Set<string>()

  constructor(store: PackedStore, breathe: () => Promise<void>) {
    this.#store = store
    this.#breathe = breathe
  }

  /** Number of segments that may lack columns, as far as this tab knows. */
  knownWork(): number {
    let count = 0
    for (const head of this.#heads()) if (!this.#known.has(this.#keyOf(head))) count++
    return count
  }

  /** `signal` stops between two steps; finished columns stay. */
  async run(signal: AbortSignal): Promise<void> {
    this.#known = new Set(await this.#store.read(async () => this.#findStored()))
    for (let heads = this.#takeNext(); heads.length > 0 && !signal.aborted; heads = this.#takeNext()) {
      await this.#make(heads)
      await this.#breathe()
    }
  }

  /** Call inside a transaction. */
  async #findStored(): Promise<string[]> {
    const keys = [...this.#heads()].map((head) => this.#keyOf(head))
    const stored = new Set<unknown>(await columnsTable(this.#store.tables).where('no').startsWith('columns/').primaryKeys())
    return keys.filter((key) => stored.has(key))
  }

  #takeNext(): SegmentHead[] {
    const next: SegmentHead[] = []
    for (const head of this.#heads()) {
      if (this.#known.has(this.#keyOf(head))) continue
      next.push(head)
      if (next.length === segmentsAtOnce) break
    }
    return next
  }

  async #make(heads: readonly SegmentHead[]): Promise<void> {
    const made = await this.#store.read(async () => {
      const living = this.#living(heads)
      return this.#store.bodies.readOnce(living)
    })
    const columns = made.flatMap(({ head, body }) => {
      const [rule, layout] = [this.#store.columnsOf(head.group), this.#store.layoutOf(head.group)]
      const rows = documentsOf(layout, head, body, true).map((row) => ({ primary: layout.primaryIn(row), row }))
      return rule === undefined ? [] : [{ head, sheets: packColumns(rule, head, rows, this.#store.sizes.sheetRows) }]
    })
    await this.#store.write([], async () => {
      const living = new Set(this.#living(heads).map(({ no }) => no))
      await columnsTable(this.#store.tables).bulkPut(columns.flatMap(({ head, sheets }) => (living.has(head.no) ? sheets : [])))
      return { result: undefined, isUnchanged: true }
    })
    for (const head of heads) this.#known.add(this.#keyOf(head))
  }

  /** Drops segments that were replaced meanwhile. */
  #living(heads: readonly SegmentHead[]): SegmentHead[] {
    const numbers = new Set(this.#store.directory.heads().map(({ no }) => no))
    return heads.filter(({ no }) => numbers.has(no))
  }

  #keyOf(head: SegmentHead): string {
    return columnsKeysOf(this.#store, head)[0] ?? ''
  }

  *#heads(): Generator<SegmentHead> {
    for (const [group, { heads }] of this.#store.directory.groups()) if (this.#store.columnsOf(group) !== undefined) yield* heads
  }
}
