import { ColumnSheet } from './columns/column-sheet.ts'
import { byKey, documentAt, documentsOf, type Segment } from './packed-segment.ts'
import type { PackedStore } from './packed-store.ts'
import type { PackedLayout } from './packed-layout.ts'
import { type OverlayRow, type PackedDocument, type SegmentHead, columnsTable } from './packed-tables.ts'
import { columnsKeysOf } from './columns/column-keys.ts'

/** `part`: the shop; `createdAt` in [from, until). Undefined means unlimited. */
type ScanRange = { part?: string | undefined; from?: string | undefined; until?: string | undefined }

/** Rows per step: a few milliseconds, so that the screen stays responsive. */
const scanBatch = 500

export type TakeSheets = (sheets: readonly ColumnSheet[]) => void

/**
 * `isPlain`: rows from segments come without RxDB's metadata; overlay rows always have it. `takeSheets` gets, once and
 * first, the columns of all segments that have some; their rows do not come as documents.
 */
type ScanOptions = { batch?: number | undefined; isPlain?: boolean; takeSheets?: TakeSheets | undefined }

/** Reads living rows of a group: all, or by reference. */
export class PackedScan {
  readonly #store: PackedStore

  constructor(store: PackedStore) {
    this.#store = store
  }

  /**
   * Living rows in batches, each once, segment by segment; in list order if segments do not overlap. Rows that change
   * meanwhile come in either state.
   */
  async *scan(group: string, range: ScanRange = {}, { batch = scanBatch, isPlain = false, takeSheets }: ScanOptions = {}): AsyncGenerator<PackedDocument[]> {
    const layout = this.#store.layoutOf(group)
    const given: string[] = []
    let sheets: readonly ColumnSheet[] | undefined = takeSheets === undefined ? [] : undefined
    const givenNow = (): Set<string> => new Set([...given, ...(sheets ?? []).flatMap((sheet) => sheet.primaries())])
    let seen: ReadonlySet<string> = new Set()
    const toBatches = function* (documents: readonly PackedDocument[]): Generator<PackedDocument[]> {
      for (let from = 0; from < documents.length; from += batch) {
        const rows: PackedDocument[] = []
        for (const document of documents.slice(from, from + batch)) {
          const primary = layout.primaryIn(document)
          if (!isIn(range, layout.createdAtOf(document)) || seen.has(primary)) continue
          given.push(primary)
          rows.push(document)
        }
        if (rows.length > 0) yield rows
      }
    }
    for (;;) {
      const start = await this.#store.read(async () => {
        const all = this.#headsIn(group, range)
        // Columns of one moment: those stored later are not given.
        const columned = sheets === undefined ? await readSheets(this.#store, group, all) : undefined
        const heads = all.filter((head) => columned?.has(head) !== true)
        return { heads, columned, ...this.#store.directory.state, chunk: await this.#readChunk(group, heads, 0) }
      })
      if (start.columned !== undefined) takeSheets?.((sheets = [...start.columned.values()].flat()))
      const readNext = (place: number): Promise<Chunk | undefined> => {
        const isCurrent = (): boolean => this.#store.directory.state.generation === start.generation
        const reading = this.#store.read(async () => (isCurrent() ? this.#readChunk(group, start.heads, place) : undefined))
        // The caller may stop before it awaits this.
        reading.catch(() => undefined)
        return reading
      }
      let place = 0
      let chunk: Chunk | undefined = start.chunk
      while (chunk !== undefined) {
        place += chunk.segments.length
        // Read the next segments while these are used.
        const ahead: Promise<Chunk | undefined> | undefined = chunk.overlay === undefined ? readNext(place) : undefined
        for (const { head, body } of chunk.segments) yield* toBatches(toLiving(layout, documentsOf(layout, head, body, isPlain), chunk.masked))
        if (chunk.overlay !== undefined) {
          // Rows changed during the scan may have been given in their earlier state.
          const newer = chunk.overlay.filter(({ change }) => change > start.change)
          const before = newer.length > 0 ? givenNow() : new Set()
          yield* toBatches(toDocuments(layout, range, chunk.overlay, ({ change, primary }) => change > start.change && before.has(primary)))
          return
        }
        chunk = await ahead
      }
      // The segments were replaced: start over without the rows already given.
      seen = givenNow()
    }
  }

  /** Living rows of all parts whose field holds one of the values, by sort key. */
  findBy(group: string, field: string, values: readonly string[]): Promise<PackedDocument[]> {
    return this.#store.read(async () => {
      const { directory, bodies } = this.#store
      const layout = this.#store.layoutOf(group)
      const wanted = new Set<unknown>(values)
      const { overlay } = directory.group(group)
      const found: PackedDocument[] = []
      const take = (document: PackedDocument): void => {
        if (wanted.has(document[field]) && !overlay.has(layout.primaryIn(document))) found.push(document)
      }
      if (layout.foreign.includes(field)) {
        await bodies.readPlaces(directory.foreignPlacesOf(group, field, values), ({ head, index }, body) => take(documentAt(layout, head, body, index)))
      } else {
        await bodies.read(directory.group(group).heads, (head, body) => documentsOf(layout, head, body).forEach(take))
      }
      for (const { document } of overlay.values()) if (!document._deleted && wanted.has(document[field])) found.push(document)
      return inOrder(found, layout.sortKeyOf)
    })
  }

  /** Number of living rows of a part, without reading any. */
  count(group: string, part: string): Promise<number> {
    return this.#store.read(async () => {
      const { heads, overlay } = this.#store.directory.group(group)
      let count = 0
      for (const head of heads) if (head.part === part) count += head.count
      for (const row of overlay.values()) count += Number(row.part === part && !row.document._deleted) - Number(row.masks === part)
      return count
    })
  }

  /** Parts with rows of these groups, deleted ones included, without reading any. */
  listParts(groups: readonly string[]): Promise<Set<string>> {
    return this.#store.read(async () => {
      const parts = new Set<string>()
      for (const { heads, overlay } of groups.map((group) => this.#store.directory.group(group))) {
        const countByPart = new Map<string, number>()
        const add = (part: string, count: number): void => void countByPart.set(part, (countByPart.get(part) ?? 0) + count)
        for (const { part, count } of heads) add(part, count)
        for (const { part, masks } of overlay.values()) {
          add(part, 1)
          if (masks !== null) add(masks, -1)
        }
        for (const [part, count] of countByPart) if (count > 0) parts.add(part)
      }
      return parts
    })
  }

  #headsIn(group: string, { part, from, until }: ScanRange): SegmentHead[] {
    const { heads } = this.#store.directory.group(group)
    return heads.filter(
      (head) => (part === undefined || head.part === part) && (until === undefined || head.from < until) && (from === undefined || head.until >= from),
    )
  }

  /** Reads some segments, and after the last ones the overlay. */
  async #readChunk(group: string, heads: readonly SegmentHead[], place: number): Promise<Chunk> {
    const asked = heads.slice(place, place + this.#store.sizes.scanSegments)
    const segments = await this.#store.bodies.readOnce(asked)
    const { overlay } = this.#store.directory.group(group)
    return {
      segments,
      masked: overlay.size === 0 ? undefined : new Set(overlay.keys()),
      overlay: place + asked.length >= heads.length ? [...overlay.values()] : undefined,
    }
  }
}

/**
 * Result of one transaction of a scan. `masked`: keys of overlay rows, which replace rows in segments. `overlay` comes
 * with the last chunk.
 */
type Chunk = { segments: Segment[]; masked: ReadonlySet<string> | undefined; overlay: OverlayRow[] | undefined }

const toLiving = (layout: PackedLayout, documents: PackedDocument[], masked: ReadonlySet<string> | undefined): PackedDocument[] =>
  masked === undefined ? documents : documents.filter((document) => !masked.has(layout.primaryIn(document)))

/** Living overlay rows, in list order. */
const toDocuments = (layout: PackedLayout, { part }: ScanRange, overlay: readonly OverlayRow[], isGiven: (row: OverlayRow) => boolean): PackedDocument[] =>
  inOrder(
    overlay.flatMap((row) => (row.document._deleted || (part !== undefined && row.part !== part) || isGiven(row) ? [] : [row.document])),
    layout.sortKeyOf,
  )

const isIn = ({ from, until }: ScanRange, createdAt: string): boolean => (from === undefined || createdAt >= from) && (until === undefined || createdAt < until)

const inOrder = (documents: readonly PackedDocument[], keyOf: (document: PackedDocument) => string): PackedDocument[] =>
  documents
    .map((document) => ({ key: keyOf(document), document }))
    .sort(byKey)
    .map(({ document }) => document)

/** Reads the stored columns of the segments, without rows that the overlay replaces. Call inside a transaction. */
async function readSheets(store: PackedStore, group: string, heads: readonly SegmentHead[]): Promise<Map<SegmentHead, ColumnSheet[]>> {
  const sheets = new Map<SegmentHead, ColumnSheet[]>()
  const keysByHead = new Map(heads.map((head) => [head, columnsKeysOf(store, head)]))
  const keys = [...keysByHead.values()].flat()
  if (keys.length === 0) return sheets
  const found = await columnsTable(store.tables).bulkGet(keys)
  let next = 0
  for (const [head, { length }] of keysByHead) {
    const start = next
    next += length
    const stored = found.slice(start, next).filter((sheet) => sheet !== undefined)
    if (stored.length === length)
      sheets.set(
        head,
        stored.map((sheet) => new ColumnSheet(sheet)),
      )
  }
  const { sheetRows } = store.sizes
  const { overlay } = store.directory.group(group)
  for (const { head, index } of store.directory.placesOf(group, [...overlay.keys()])) {
    const sheet = sheets.get(head)?.[Math.floor(index / sheetRows)]
    const place = index % sheetRows
    if (sheet !== undefined && overlay.has(sheet.primaryAt(place))) sheet.leaveOut(place)
  }
  return sheets
}
