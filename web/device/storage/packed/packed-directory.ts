import { recordsToRows } from './overlay-records.ts'
import { byText, hashText } from './packed-segment.ts'
import { emptyState, type OverlayRow, type PackedState, type PackedTables, type SegmentHead } from './packed-tables.ts'

export type Group = {
  /** Sorted by part and first key. */
  heads: SegmentHead[]
  overlay: Map<string, OverlayRow>
}

/** Segments and overlay rows removed by a transaction. */
export type Gone = { heads: readonly SegmentHead[]; rows: readonly OverlayRow[] }

/** A possible position of a row: its key's hash matches there. */
export type Place = { head: SegmentHead; index: number }

/** In-memory index of all segments and overlay rows. Each transaction calls `refresh` first to see other tabs' writes. */
export class PackedDirectory {
  readonly #tables: PackedTables
  readonly #fit: (row: OverlayRow) => OverlayRow
  #groups = new Map<string, Group>()
  #state: PackedState = { ...emptyState, generation: -1 }

  /** `fit` converts a row of another app version to this one. */
  constructor(tables: PackedTables, fit: (row: OverlayRow) => OverlayRow) {
    this.#tables = tables
    this.#fit = fit
  }

  get state(): PackedState {
    return this.#state
  }

  /** Nothing was written yet, or the database was emptied. */
  get isEmpty(): boolean {
    return this.#state.generation === emptyState.generation
  }

  /** Call inside a transaction that reads `state`, `heads` and `overlay`; until its end the directory is current. */
  async refresh(): Promise<void> {
    const { state, overlay } = this.#tables
    const stored = (await state.get('state')) ?? emptyState
    if (stored.generation !== this.#state.generation) return this.#readAll(stored)
    if (stored.change <= this.#state.change) return
    const [newer, heads] = await Promise.all([
      overlay.where('change').above(this.#state.change).toArray(),
      stored.nextNo === this.#state.nextNo ? [] : this.#tables.heads.where('no').aboveOrEqual(this.#state.nextNo).toArray(),
    ])
    // Another operation of this tab may have applied the same change.
    if (stored.generation !== this.#state.generation || stored.change <= this.#state.change) return this.refresh()
    this.note(stored, recordsToRows(newer).map(this.#fit), heads)
  }

  /** Applies what a transaction has written, unless it is known already. */
  note(state: PackedState, rows: readonly OverlayRow[], heads: readonly SegmentHead[], gone: Gone = { heads: [], rows: [] }): void {
    const numbers = new Set(gone.heads.map(({ no }) => no))
    for (const name of new Set(gone.heads.map(({ group }) => group))) {
      const group = this.group(name)
      group.heads = group.heads.filter(({ no }) => !numbers.has(no))
    }
    for (const { group, primary } of gone.rows) this.group(group).overlay.delete(primary)
    for (const row of rows) this.group(row.group).overlay.set(row.primary, row)
    const known = new Set(heads.length > 0 ? this.heads().map(({ no }) => no) : [])
    const added = heads.filter(({ no }) => !known.has(no))
    for (const head of added) this.group(head.group).heads.push(head)
    for (const group of new Set(added.map((head) => head.group))) this.group(group).heads.sort(byPlace)
    this.#state = state
  }

  /** The next operation reads everything again. */
  forget(): void {
    this.#state = { ...this.#state, generation: -1 }
  }

  group(name: string): Group {
    let group = this.#groups.get(name)
    if (group === undefined) this.#groups.set(name, (group = { heads: [], overlay: new Map() }))
    return group
  }

  groups(): IterableIterator<[string, Group]> {
    return this.#groups.entries()
  }

  heads(): SegmentHead[] {
    return [...this.#groups.values()].flatMap(({ heads }) => heads)
  }

  /** Possible positions of rows with these primary keys. */
  placesOf(group: string, primaries: readonly string[]): Place[] {
    return findHashes(this.group(group).heads, primaries, ({ hashes }) => hashes)
  }

  foreignPlacesOf(group: string, field: string, values: readonly string[]): Place[] {
    return findHashes(this.group(group).heads, values, ({ foreign }) => foreign[field])
  }

  async #readAll(stored: PackedState): Promise<void> {
    const [heads, overlay] = await Promise.all([this.#tables.heads.toArray(), this.#tables.overlay.toArray()])
    this.#groups = new Map()
    for (const head of heads) this.group(head.group).heads.push(head)
    for (const { heads: found } of this.#groups.values()) found.sort(byPlace)
    for (const row of recordsToRows(overlay)) this.group(row.group).overlay.set(row.primary, this.#fit(row))
    this.#state = stored
  }
}

const byPlace = (a: SegmentHead, b: SegmentHead): number => byText(a.part, b.part) || byText(a.first, b.first) || a.no - b.no

/** From this many texts on, one pass over all hashes with a set is faster than one pass per text. */
const fewTexts = 6

function findHashes(heads: readonly SegmentHead[], texts: readonly string[], columnOf: (head: SegmentHead) => Uint32Array | undefined): Place[] {
  const places: Place[] = []
  if (texts.length === 0) return places
  const wanted = new Set(texts.map(hashText))
  for (const head of heads) {
    const column = columnOf(head)
    if (column === undefined) continue
    if (wanted.size <= fewTexts) {
      for (const hash of wanted) for (let index = column.indexOf(hash); index !== -1; index = column.indexOf(hash, index + 1)) places.push({ head, index })
    } else {
      for (let index = 0; index < column.length; index++) if (wanted.has(column[index] as number)) places.push({ head, index })
    }
  }
  return places
}
