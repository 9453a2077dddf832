import { byKey, documentAt, documentsOf, readKeys } from './packed-segment.ts'
import type { PackedStore } from './packed-store.ts'
import type { OverlayRow, PackedDocument, SegmentHead } from './packed-tables.ts'

/** Of which shop, and created when: `createdAt` lies in [from, until). Undefined is everything. */
export type ScanRange = { part?: string | undefined; from?: string | undefined; until?: string | undefined }

/** Rows that one step hands out: a few milliseconds, so that nothing on the screen waits for it. */
const scanBatch = 500

/** `isPlain`: rows out of segments come without what RxDB keeps beside them; those of the overlay never do. */
export type ScanOptions = { batch?: number | undefined; isPlain?: boolean }

type Chosen = { key: string; head: SegmentHead; index: number }

/** Reads living rows of a group: all of them, a page in list order, by what they point at. */
export class PackedScan {
  readonly #store: PackedStore

  constructor(store: PackedStore) {
    this.#store = store
  }

  /**
   * Living rows in batches, each row once, segment by segment: in list order as far as segments do not overlap. Rows that change
   * meanwhile come as they were or as they are.
   */
  async *scan(group: string, range: ScanRange = {}, { batch = scanBatch, isPlain = false }: ScanOptions = {}): AsyncGenerator<PackedDocument[]> {
    const layout = this.#store.layoutOf(group)
    const given: string[] = []
    let seen: ReadonlySet<string> = new Set()
    for (;;) {
      const start = await this.#store.read(async () => ({ heads: this.#headsIn(group, range), ...this.#store.directory.state }))
      const read = (documentsNow: () => Promise<PackedDocument[]>): Promise<PackedDocument[] | undefined> =>
        this.#store.read(async () => (this.#store.directory.state.generation === start.generation ? documentsNow() : undefined))
      const readOverlay = async (): Promise<PackedDocument[]> => {
        // What changed while segments were read may have been given as it was.
        const isNewer = ({ change }: OverlayRow): boolean => change > start.change
        const before = this.#hasOverlaid(group, isNewer) ? new Set(given) : new Set()
        return this.#readOverlay(group, range, (row) => isNewer(row) && before.has(row.primary))
      }
      const readNext = (place: number): Promise<PackedDocument[] | undefined> => {
        const head = start.heads[place]
        const reading = read(head === undefined ? readOverlay : () => this.#readHead(group, head, isPlain))
        // Nobody waits for it when the reader has had enough.
        reading.catch(() => undefined)
        return reading
      }
      let isWhole = true
      let ahead: ReturnType<typeof readNext> | undefined
      for (let place = 0; place <= start.heads.length; place++) {
        const documents = await (ahead ?? readNext(place))
        // The next segment is on its way while this one is used; the overlay is asked when all segments were given.
        ahead = place + 1 < start.heads.length ? readNext(place + 1) : undefined
        // Other segments are in place of those that were known: what was given is not given again.
        isWhole = documents !== undefined
        if (documents === undefined) break
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
      if (isWhole) return
      seen = new Set(given)
    }
  }

  /** The first living rows of a part in list order. */
  readPage(group: string, part: string, limit: number): Promise<PackedDocument[]> {
    return this.#store.read(async () => {
      const { directory, bodies } = this.#store
      const layout = this.#store.layoutOf(group)
      const { heads, overlay } = directory.group(group)
      let chosen: Chosen[] = []
      const bodyByHead = new Map<SegmentHead, Parameters<typeof documentAt>[2]>()
      for (const head of heads) {
        if (head.part !== part) continue
        if (chosen.length >= limit && head.first > (chosen[limit - 1]?.key ?? '')) break
        await bodies.read([head], (_, body) => {
          bodyByHead.set(head, body)
          const keys = readKeys(body)
          const added: Chosen[] = []
          for (let index = 0; index < keys.length && added.length < limit; index++) {
            const key = keys[index] ?? ''
            if (!overlay.has(layout.primaryOf(key))) added.push({ key, head, index })
          }
          chosen = [...chosen, ...added].sort(byKey).slice(0, limit)
        })
      }
      const keyOf = ({ document }: OverlayRow): string => layout.sortKeyOf(document)
      const changed = directory.sortedOverlay(group, part, keyOf).slice(0, limit)
      const candidates = [
        ...chosen.map((place) => ({ key: place.key, read: () => documentAt(layout, place.head, bodyByHead.get(place.head) as never, place.index) })),
        ...changed.map((row) => ({ key: keyOf(row), read: () => row.document })),
      ]
      return candidates
        .sort(byKey)
        .slice(0, limit)
        .map(({ read }) => read())
    })
  }

  /** Living rows of all parts whose field holds one of the values, by their sort keys. */
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

  /** How many living rows a part has, without reading any. */
  count(group: string, part: string): Promise<number> {
    return this.#store.read(async () => {
      const { heads, overlay } = this.#store.directory.group(group)
      let count = 0
      for (const head of heads) if (head.part === part) count += head.count
      for (const row of overlay.values()) count += Number(row.part === part && !row.document._deleted) - Number(row.masks === part)
      return count
    })
  }

  #headsIn(group: string, { part, from, until }: ScanRange): SegmentHead[] {
    const { heads } = this.#store.directory.group(group)
    return heads.filter(
      (head) => (part === undefined || head.part === part) && (until === undefined || head.from < until) && (from === undefined || head.until >= from),
    )
  }

  /** Living rows of one segment that the overlay does not replace. */
  async #readHead(group: string, head: SegmentHead, isPlain: boolean): Promise<PackedDocument[]> {
    const layout = this.#store.layoutOf(group)
    const body = await this.#store.bodies.readOnce(head)
    const { overlay } = this.#store.directory.group(group)
    const documents = documentsOf(layout, head, body, isPlain)
    if (overlay.size === 0) return documents
    return documents.filter((document) => !overlay.has(layout.primaryIn(document)))
  }

  #hasOverlaid(group: string, isMeant: (row: OverlayRow) => boolean): boolean {
    return [...this.#store.directory.group(group).overlay.values()].some(isMeant)
  }

  /** Living rows of the overlay, in list order. */
  #readOverlay(group: string, range: ScanRange, isGiven: (row: OverlayRow) => boolean): PackedDocument[] {
    const layout = this.#store.layoutOf(group)
    const rows = [...this.#store.directory.group(group).overlay.values()]
    const living = rows.filter((row) => !row.document._deleted && (range.part === undefined || row.part === range.part) && !isGiven(row))
    return inOrder(
      living.map(({ document }) => document),
      layout.sortKeyOf,
    )
  }
}

const isIn = ({ from, until }: ScanRange, createdAt: string): boolean => (from === undefined || createdAt >= from) && (until === undefined || createdAt < until)

const inOrder = (documents: readonly PackedDocument[], keyOf: (document: PackedDocument) => string): PackedDocument[] =>
  documents
    .map((document) => ({ key: keyOf(document), document }))
    .sort(byKey)
    .map(({ document }) => document)
