import { columnsKeysOf, removeSegments } from './columns/column-keys.ts'
import { byKey, byText, hashText, packedRowsOf, type PackedRow, packRow, packSegment, type Segment, toSegmentLoads } from './packed-segment.ts'
import { removeOverlayRows } from './overlay-records.ts'
import type { Group } from './packed-directory.ts'
import type { PackedStore } from './packed-store.ts'
import type { OverlayRow, SegmentHead } from './packed-tables.ts'

/** Runs merged at once; one segment of each is in memory. */
const runsAtOnce = 12

/** The smallest runs of the first part that has several. */
function chooseRuns(heads: readonly SegmentHead[]): SegmentHead[] {
  for (const ofPart of Map.groupBy(heads, ({ part }) => part).values()) {
    const runs = [...Map.groupBy(ofPart, ({ run }) => run).values()]
    if (runs.length > 1)
      return runs
        .sort((a, b) => a.length - b.length)
        .slice(0, runsAtOnce)
        .flat()
  }
  return []
}

/** Assigns each row to the segment whose key range it falls in; rows before all go into the first. */
function shareOut(heads: readonly SegmentHead[], rows: readonly PackedRow[]): { head: SegmentHead | undefined; rows: PackedRow[] }[] {
  if (heads.length === 0) return [{ head: undefined, rows: [...rows] }]
  const shares = heads.toSorted((a, b) => byText(a.first, b.first)).map((head) => ({ head, rows: [] as PackedRow[] }))
  let place = 0
  for (const row of rows) {
    while (place + 1 < shares.length && (shares[place + 1]?.head.first ?? '') <= row.key) place++
    shares[place]?.rows.push(row)
  }
  return shares
}

type Cursor = { rows: PackedRow[]; index: number; source: AsyncGenerator<PackedRow[]> }

/** Merges sorted sources; one segment of each is in memory. */
async function* mergeSources(sources: readonly AsyncGenerator<PackedRow[]>[]): AsyncGenerator<PackedRow> {
  const cursors: Cursor[] = []
  for (const source of sources) {
    const next = await source.next()
    if (next.done !== true) cursors.push({ rows: next.value, index: 0, source })
  }
  while (cursors.length > 0) {
    let least = cursors[0] as Cursor
    for (const cursor of cursors) if ((cursor.rows[cursor.index]?.key ?? '') < (least.rows[least.index]?.key ?? '')) least = cursor
    yield least.rows[least.index] as PackedRow
    if (++least.index < least.rows.length) continue
    const next = await least.source.next()
    if (next.done === true) cursors.splice(cursors.indexOf(least), 1)
    else Object.assign(least, { rows: next.value, index: 0 })
  }
}

/** Yields to the main thread between two segments. */
type Breath = () => Promise<void>

/** A macrotask, so that input and paint come first. */
export const breathe: Breath = () => new Promise((resolve) => setTimeout(resolve, 0))

/**
 * Rewrites segments so that a part's segments follow each other in list order and include the overlay's changes. New
 * segments are stored unlisted first; one transaction then replaces the old ones, if these are unchanged.
 */
export class PackedCompaction {
  readonly #store: PackedStore
  readonly #breathe: Breath

  constructor(store: PackedStore, breathe: Breath) {
    this.#store = store
    this.#breathe = breathe
  }

  /** Work known to this tab: runs beyond the first of each part, and overlay rows to be folded into segments. */
  knownWork(): { runs: number; rows: number } {
    let runs = 0
    let rows = 0
    for (const [, { heads, overlay }] of this.#store.directory.groups()) {
      const parts = new Map<string, Set<number>>()
      for (const { part, run } of heads) parts.set(part, (parts.get(part) ?? new Set()).add(run))
      for (const numbers of parts.values()) runs += numbers.size - 1
      for (const row of overlay.values()) if (isFoldable(row)) rows++
    }
    return { runs, rows }
  }

  /** Compacts all groups or one. `signal` stops between two steps, each of which is complete. */
  async run(signal: AbortSignal, only?: string): Promise<void> {
    const { leftovers, groups } = await this.#store.read(async () => ({
      leftovers: await this.#findLeftovers(),
      groups: [...this.#store.directory.groups()].flatMap(([name, group]) => (isTidy(group) ? [] : [name])),
    }))
    if (leftovers.length > 0) await this.#dropLeftovers()
    for (const group of groups) {
      if (only !== undefined && group !== only) continue
      while (!signal.aborted && !(await this.#tidy(group, signal))) await this.#breathe()
    }
  }

  /** False if another tab or operation changed something first: the caller looks again. */
  async #tidy(group: string, signal: AbortSignal): Promise<boolean> {
    try {
      while (!signal.aborted && (await this.#mergeRuns(group, signal)));
      if (!signal.aborted) await this.#fold(group, signal)
      return true
    } catch (error) {
      if (error instanceof OvertakenError) return false
      throw error
    }
  }

  /** Removes unlisted segments of a crashed page, and columns of other rules. */
  async #dropLeftovers(): Promise<void> {
    await this.#store.write([], async () => {
      await this.#store.tables.segments.bulkDelete(await this.#findLeftovers())
      return { result: undefined, isUnchanged: true }
    })
  }

  /** Call inside a transaction. */
  async #findLeftovers(): Promise<number[]> {
    const named = new Set<unknown>(this.#store.directory.heads().flatMap((head) => [head.no, ...columnsKeysOf(this.#store, head)]))
    const stored = await this.#store.tables.segments.toCollection().primaryKeys()
    return stored.filter((no) => !named.has(no))
  }

  /** Merges some runs of a part into one, leaving out hidden rows. Returns whether it did. @throws OvertakenError */
  async #mergeRuns(group: string, signal: AbortSignal): Promise<boolean> {
    // Based on the directory in memory; `#replace` checks it again.
    const chosen = chooseRuns(this.#store.directory.group(group).heads)
    const [first] = chosen
    if (first === undefined) return false
    const { part } = first
    const pending = new PendingSegments(this.#store, group)
    const run = newRun()
    const sources = [...Map.groupBy(chosen, (head) => head.run).values()].map((heads) => this.#rowsOf(group, heads))
    let load: PackedRow[] = []
    const store = async (rows: readonly PackedRow[]): Promise<void> => {
      await pending.add({ part, run }, rows)
      await this.#breathe()
    }
    for await (const row of mergeSources(sources)) {
      load.push(row)
      const loads = load.length % 256 === 0 ? toSegmentLoads(load, this.#store.sizes.segmentRows) : []
      if (loads.length < 2) continue
      if (signal.aborted) return false
      await store(loads[0] ?? [])
      load = loads.slice(1).flat()
    }
    for (const rows of toSegmentLoads(load, this.#store.sizes.segmentRows)) await store(rows)
    if (signal.aborted) return false
    await this.#replace(chosen, pending, [])
    return true
  }

  /** Moves overlay rows into segments and removes the states they hide. @throws OvertakenError */
  async #fold(group: string, signal: AbortSignal): Promise<void> {
    const layout = this.#store.layoutOf(group)
    const known = this.#store.directory.group(group)
    const heads = [...known.heads]
    const rows = [...known.overlay.values()].filter(isFoldable)
    if (rows.length === 0) return
    const hidden = new Set(rows.flatMap(({ masks, primary }) => (masks === null ? [] : [primary])))
    const hiddenHashes = new Set([...hidden].map(hashText))
    const living = rows.filter(({ document }) => !document._deleted).map(({ part, document }) => ({ part, row: packRow(layout, document) }))
    const pending = new PendingSegments(this.#store, group)
    const replaced: SegmentHead[] = []
    const parts = new Set([...heads.map(({ part }) => part), ...living.map(({ part }) => part)])
    for (const part of parts) {
      const ofPart = heads.filter((head) => head.part === part)
      const incoming = living
        .filter((each) => each.part === part)
        .map(({ row }) => row)
        .sort(byKey)
      const run: Run = { no: ofPart[0]?.run }
      for (const { head, rows: added } of shareOut(ofPart, incoming)) {
        if (added.length === 0 && head?.hashes.some((hash) => hiddenHashes.has(hash)) !== true) continue
        if (signal.aborted) return
        const kept =
          head === undefined ? [] : (await this.#readRows(group, head)).filter(({ key, hash }) => !hiddenHashes.has(hash) || !hidden.has(layout.primaryOf(key)))
        if (head !== undefined) replaced.push(head)
        for (const load of toSegmentLoads([...kept, ...added].sort(byKey), this.#store.sizes.segmentRows)) await pending.add({ part, run }, load)
        await this.#breathe()
      }
    }
    await this.#replace(replaced, pending, rows)
  }

  /**
   * Replaces segments and removes overlay rows, in one transaction.
   * @throws OvertakenError if anything changed since it was read; then nothing is written
   */
  async #replace(old: readonly SegmentHead[], pending: PendingSegments, folded: readonly OverlayRow[]): Promise<void> {
    const { tables, directory } = this.#store
    await this.#store.write([], async (state) => {
      const living = new Set(directory.heads().map(({ no }) => no))
      if (!old.every(({ no }) => living.has(no))) throw new OvertakenError()
      const stored = pending.stored.map(({ no }) => no)
      // Another tab may have removed them as unlisted.
      if (stored.length > 0 && (await tables.segments.where('no').anyOf(stored).count()) < stored.length) throw new OvertakenError()
      const rest = pending.packHeld(state.nextNo)
      const heads = [...pending.stored, ...rest.map(({ head }) => head)]
      await this.#store.addSegments(rest)
      await tables.heads.bulkPut(pending.stored)
      await removeSegments(this.#store, old)
      const gone: OverlayRow[] = []
      const changed: OverlayRow[] = []
      for (const row of folded) {
        const now = directory.group(row.group).overlay.get(row.primary)
        // Already folded by another tab, or purged and written again.
        if (now === undefined || now.masks !== row.masks) throw new OvertakenError()
        const masks = row.document._deleted ? null : row.part
        if (now.change === row.change && !row.document._deleted) gone.push(row)
        else changed.push({ ...now, masks })
      }
      // A pack may hold older states of the changed rows.
      await removeOverlayRows(tables, [...gone, ...changed])
      await tables.overlay.bulkPut(changed)
      return { result: undefined, isOtherGeneration: true, rows: changed, heads, nextNo: state.nextNo + rest.length, gone: { heads: old, rows: gone } }
    })
  }

  async #readRows(group: string, head: SegmentHead): Promise<PackedRow[]> {
    const { bodies, directory } = this.#store
    const isNamed = (): boolean => directory.group(group).heads.some(({ no }) => no === head.no)
    const [segment] = await this.#store.read(async () => (isNamed() ? bodies.readOnce([head]) : []))
    if (segment === undefined) throw new OvertakenError()
    return packedRowsOf(this.#store.layoutOf(group), head, segment.body)
  }

  async *#rowsOf(group: string, heads: readonly SegmentHead[]): AsyncGenerator<PackedRow[]> {
    for (const head of heads.toSorted((a, b) => byText(a.first, b.first))) yield await this.#readRows(group, head)
  }
}

/** Another tab, or another operation of this one, changed the same data first. */
class OvertakenError extends Error {}

const isFoldable = ({ document, masks }: OverlayRow): boolean => !document._deleted || masks !== null

/** Each part is one run, and no overlay row is left to fold. */
const isTidy = ({ heads, overlay }: Group): boolean => ![...overlay.values()].some(isFoldable) && chooseRuns(heads).length === 0

/** Non-overlapping segments, numbered by the first one, whose number is known only when it is stored. */
type Run = { no: number | undefined }

const newRun = (): Run => ({ no: undefined })

type Load = { place: { part: string; run: Run }; rows: readonly PackedRow[] }

/** New segments that are not listed yet: some are stored, the last ones are held until the listing transaction. */
class PendingSegments {
  readonly stored: SegmentHead[] = []
  readonly #store: PackedStore
  readonly #group: string
  #held: Load[] = []
  #heldChars = 0

  constructor(store: PackedStore, group: string) {
    this.#store = store
    this.#group = group
  }

  async add(place: Load['place'], rows: readonly PackedRow[]): Promise<void> {
    if (rows.length === 0) return
    this.#held.push({ place, rows })
    for (const { text } of rows) this.#heldChars += text.length
    if (this.#heldChars > this.#store.sizes.pendingChars) await this.#storeHeld()
  }

  /** Call inside the transaction that stores and lists them. */
  packHeld(nextNo: number): Segment[] {
    const layout = this.#store.layoutOf(this.#group)
    return this.#held.map(({ place: { part, run }, rows }, index) => {
      const no = nextNo + index
      run.no ??= no
      return packSegment(layout, { no, group: this.#group, part, run: run.no }, rows)
    })
  }

  async #storeHeld(): Promise<void> {
    const segments = await this.#store.write([], async ({ nextNo }) => {
      const packed = this.packHeld(nextNo)
      await this.#store.tables.segments.bulkPut(packed.map(({ body }) => body))
      return { result: packed, nextNo: nextNo + packed.length }
    })
    this.stored.push(...segments.map(({ head }) => head))
    this.#held = []
    this.#heldChars = 0
  }
}
