import type { Table } from 'dexie'
import { removeOverlayRows, toOverlayRecords, toOverlayRow } from './overlay-records.ts'
import { PackedBodies } from './packed-bodies.ts'
import { removeSegments } from './columns/column-keys.ts'
import type { ColumnsRule } from './columns/column-sheet.ts'
import { type Gone, PackedDirectory } from './packed-directory.ts'
import type { PackedLayout, PackedLayouts } from './packed-layout.ts'
import { byKey, documentAt, documentsOf, packRow, packSegment, type Segment, toSegmentLoads } from './packed-segment.ts'
import type { PackedSizes } from './store-sizes.ts'
import { firstState, type OverlayRow, type PackedDocument, type PackedState, type PackedTables, type SegmentHead } from './packed-tables.ts'

type Put = { primary: string; document: PackedDocument }

export type GroupOf = (primary: string) => string

/** Stored in the same transaction as a change; `isWhole`: every given document was stored. */
export type Companion = { tables: readonly Table[]; store: (isWhole: boolean) => Promise<void> }

/** Result of `decide`, given the documents stored under the keys. */
export type Decision<T> = { puts: readonly Put[]; result: T }

/**
 * Rows packed by the hundreds: immutable segments, an overlay with one record per changed row, and an in-memory
 * directory of both. Several tabs may use one database: each transaction first reads what others wrote.
 */
export class PackedStore {
  readonly tables: PackedTables
  readonly sizes: PackedSizes
  readonly directory: PackedDirectory
  readonly bodies: PackedBodies

  readonly #layoutsByName = new Map<string, PackedLayouts>()
  readonly #companionByFirst = new Map<string, Companion>()

  constructor(tables: PackedTables, sizes: PackedSizes) {
    this.tables = tables
    this.sizes = sizes
    this.directory = new PackedDirectory(tables, (row) => this.#fit(row))
    this.bodies = new PackedBodies(tables)
  }

  /** Sets the layout of an RxDB collection's groups: `name` and `name/…`. */
  declare(name: string, layouts: PackedLayouts): void {
    this.#layoutsByName.set(name, layouts)
  }

  layoutOf(group: string): PackedLayout {
    const layouts = this.#layoutsOf(group)
    if (layouts === undefined) throw new RangeError(`Nobody has said how ${group} is packed`)
    return layouts.layoutOf(group)
  }

  columnsOf(group: string): ColumnsRule | undefined {
    return this.#layoutsOf(group)?.columnsOf?.(group)
  }

  #layoutsOf(group: string): PackedLayouts | undefined {
    const slash = group.indexOf('/')
    return this.#layoutsByName.get(slash === -1 ? group : group.slice(0, slash))
  }

  groupsOf(name: string): string[] {
    return [...this.directory.groups()].map(([group]) => group).filter((group) => group === name || group.startsWith(`${name}/`))
  }

  read<T>(run: () => Promise<T>): Promise<T> {
    const { heads, overlay, segments, state } = this.tables
    return this.tables.transaction('r', [state, heads, overlay, segments], async () => {
      await this.directory.refresh()
      return run()
    })
  }

  /** One writing transaction. `run` returns what it wrote; `tables`: further tables that it uses. */
  async write<T>(tables: readonly Table[], run: (state: PackedState) => Promise<Written<T>>): Promise<T> {
    const { heads, overlay, segments, state } = this.tables
    const written = await this.tables.transaction('rw', [state, heads, overlay, segments, ...tables], async () => {
      await this.directory.refresh()
      const before = this.directory.isEmpty ? firstState() : this.directory.state
      const done = await run(before)
      if (done.isUnchanged === true) return { ...done, before, next: before }
      const next: PackedState = {
        key: 'state',
        change: before.change + 1,
        generation: before.generation + (done.isOtherGeneration === true ? 1 : 0),
        nextNo: done.nextNo ?? before.nextNo,
      }
      await state.put(next)
      return { ...done, before, next }
    })
    const { before, next } = written
    // Otherwise the next `refresh` reads it.
    if (next !== before && this.directory.state === before && (next.generation === before.generation || written.gone !== undefined))
      this.directory.note(next, written.rows ?? [], written.heads ?? [], written.gone)
    return written.result
  }

  /** Documents by primary key, deleted ones included. */
  find(primaries: readonly string[], groupOf: GroupOf): Promise<Map<string, PackedDocument>> {
    return this.read(() => this.#findNow(primaries, groupOf))
  }

  /**
   * While `run` runs, the next change with this first key also stores the companion: RxDB, which sits in between,
   * passes nothing else on.
   */
  async accompany<T>(first: string, companion: Companion, run: () => Promise<T>): Promise<T> {
    this.#companionByFirst.set(first, companion)
    try {
      return await run()
    } finally {
      this.#companionByFirst.delete(first)
    }
  }

  /** Adds documents that are most likely new. Returns stored ones with the same keys, deleted or not, unchanged. */
  insert(group: string, documentByKey: ReadonlyMap<string, PackedDocument>, companion: Companion): Promise<PackedDocument[]> {
    const decide = (stored: ReadonlyMap<string, PackedDocument>): Decision<PackedDocument[]> => ({
      puts: [...documentByKey].flatMap(([primary, document]) => (stored.has(primary) ? [] : [{ primary, document }])),
      result: [...documentByKey.keys()].flatMap((primary) => stored.get(primary) ?? []),
    })
    return this.#changeWith(companion, [...documentByKey.keys()], () => group, decide)
  }

  /** Reads the documents under the keys and stores what `decide` returns, in one transaction. */
  change<T>(primaries: readonly string[], groupOf: GroupOf, decide: (stored: ReadonlyMap<string, PackedDocument>) => Decision<T>): Promise<T> {
    const first = primaries[0] ?? ''
    const companion = this.#companionByFirst.get(first)
    this.#companionByFirst.delete(first)
    return this.#changeWith(companion, primaries, groupOf, decide)
  }

  #changeWith<T>(
    companion: Companion | undefined,
    primaries: readonly string[],
    groupOf: GroupOf,
    decide: (stored: ReadonlyMap<string, PackedDocument>) => Decision<T>,
  ): Promise<T> {
    return this.write(companion?.tables ?? [], async (state) => {
      const stored = await this.#findNow(primaries, groupOf)
      const { puts: given, result } = decide(stored)
      // The last state of a document wins.
      const puts = [...new Map(given.map((put) => [put.primary, put])).values()]
      const change = state.change + 1
      const { segments, overlaid, nextNo } = this.#divide(puts, groupOf, stored, state.nextNo)
      const rows = overlaid.map(({ primary, document }) => {
        const group = groupOf(primary)
        const before = this.directory.group(group).overlay.get(primary)
        return toOverlayRow(this.layoutOf(group), { group, primary, document, change }, before, stored.get(primary))
      })
      // The three writes are independent.
      await Promise.all([
        companion?.store(given.length === primaries.length),
        rows.length > 0 && this.tables.overlay.bulkPut(toOverlayRecords(rows, change, this.sizes.packFromRows)),
        this.addSegments(segments),
      ])
      if (puts.length === 0) return { result, isUnchanged: true }
      return { result, rows, heads: segments.map(({ head }) => head), nextNo }
    })
  }

  /** Call inside a writing transaction. */
  async addSegments(segments: readonly Segment[]): Promise<void> {
    if (segments.length === 0) return
    const { heads, segments: bodies } = this.tables
    await Promise.all([bodies.bulkPut(segments.map(({ body }) => body)), heads.bulkPut(segments.map(({ head }) => head))])
  }

  /** All documents of the collection in one transaction, including deleted ones not yet purged. */
  readAll(name: string): Promise<PackedDocument[]> {
    return this.read(async () => {
      const documents: PackedDocument[] = []
      for (const group of this.groupsOf(name)) {
        const layout = this.layoutOf(group)
        const { heads, overlay } = this.directory.group(group)
        await this.bodies.read(heads, (head, body) => {
          for (const document of documentsOf(layout, head, body)) if (!overlay.has(layout.primaryIn(document))) documents.push(document)
        })
        for (const { document } of overlay.values()) documents.push(document)
      }
      return documents
    })
  }

  /** Removes deleted documents that hide no row of a segment. Returns whether all meant ones are gone. */
  async purge(name: string, isMeant: (document: PackedDocument) => boolean): Promise<boolean> {
    const isDue = ({ document }: OverlayRow): boolean => document._deleted && isMeant(document)
    // Usually nothing is due, and a reading transaction does not block others.
    if (await this.read(async () => !this.#overlayOf(name).some(isDue))) return true
    return this.write([], async () => {
      const meant = this.#overlayOf(name).filter(isDue)
      const gone = meant.filter(({ masks }) => masks === null)
      if (gone.length === 0) return { result: meant.length === 0, isUnchanged: true }
      await removeOverlayRows(this.tables, gone)
      return { result: gone.length === meant.length, isOtherGeneration: true, gone: { heads: [], rows: gone } }
    })
  }

  clear(name: string): Promise<void> {
    return this.write([], async () => {
      const groups = this.groupsOf(name).map((group) => this.directory.group(group))
      await removeSegments(
        this,
        groups.flatMap(({ heads }) => heads),
      )
      await removeOverlayRows(this.tables, this.#overlayOf(name))
      return { result: undefined, isOtherGeneration: true }
    })
  }

  /** Call when the database was removed or reopened. */
  forget(): void {
    this.directory.forget()
    this.bodies.forget()
  }

  #fit(row: OverlayRow): OverlayRow {
    const document = this.#layoutsOf(row.group)?.fit?.(row.group, row.document) ?? row.document
    return document === row.document ? row : { ...row, document }
  }

  #overlayOf(name: string): OverlayRow[] {
    return this.groupsOf(name).flatMap((group) => [...this.directory.group(group).overlay.values()])
  }

  /** Packs documents of one group into new segments, one run per part. */
  pack(group: string, documents: readonly PackedDocument[], nextNo: number): Segment[] {
    const layout = this.layoutOf(group)
    const segments: Segment[] = []
    for (const [part, ofPart] of Map.groupBy(documents, layout.partOf)) {
      const rows = ofPart.map((document) => packRow(layout, document)).sort(byKey)
      const run = nextNo + segments.length
      for (const load of toSegmentLoads(rows, this.sizes.segmentRows))
        segments.push(packSegment(layout, { no: nextNo + segments.length, group, part, run }, load))
    }
    return segments
  }

  async #findNow(primaries: readonly string[], groupOf: GroupOf): Promise<Map<string, PackedDocument>> {
    const found = new Map<string, PackedDocument>()
    for (const [name, keys] of Map.groupBy(primaries, groupOf)) {
      const { heads, overlay } = this.directory.group(name)
      const elsewhere: string[] = []
      for (const key of keys) {
        const row = overlay.get(key)
        if (row === undefined) elsewhere.push(key)
        else found.set(key, row.document)
      }
      if (heads.length === 0 || elsewhere.length === 0) continue
      const wanted = new Set(elsewhere)
      const layout = this.layoutOf(name)
      await this.bodies.readPlaces(this.directory.placesOf(name, elsewhere), ({ head, index }, body) => {
        const document = documentAt(layout, head, body, index)
        const key = layout.primaryIn(document)
        if (wanted.has(key)) found.set(key, document)
      })
    }
    return found
  }

  /** Packs new rows into segments if a part has enough of them. */
  #divide(puts: readonly Put[], groupOf: GroupOf, stored: ReadonlyMap<string, PackedDocument>, nextNo: number) {
    const overlaid: Put[] = []
    const segments: Segment[] = []
    const { segmentFromRows } = this.sizes
    if (puts.length < segmentFromRows) return { overlaid: puts, segments, nextNo }
    for (const [group, ofGroup] of Map.groupBy(puts, ({ primary }) => groupOf(primary))) {
      const { partOf } = this.layoutOf(group)
      for (const ofPart of Map.groupBy(ofGroup, ({ document }) => partOf(document)).values()) {
        const fresh = ofPart.filter(({ primary, document }) => !document._deleted && !stored.has(primary))
        if (fresh.length < segmentFromRows) {
          overlaid.push(...ofPart)
          continue
        }
        if (fresh.length < ofPart.length) overlaid.push(...ofPart.filter((put) => put.document._deleted || stored.has(put.primary)))
        const documents = fresh.map(({ document }) => document)
        segments.push(...this.pack(group, documents, nextNo + segments.length))
      }
    }
    return { overlaid, segments, nextNo: nextNo + segments.length }
  }
}

/** What a transaction wrote, so that this tab need not read it again. */
type Written<T> = {
  result: T
  rows?: readonly OverlayRow[]
  heads?: readonly SegmentHead[]
  nextNo?: number
  /** Segments or overlay rows were removed: tabs read the directory again, this one too unless `gone` lists them all. */
  isOtherGeneration?: boolean
  gone?: Gone
  isUnchanged?: boolean
}
