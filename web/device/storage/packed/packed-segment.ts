import type { PackedLayout } from './packed-layout.ts'
import type { PackedDocument, SegmentBody, SegmentHead } from './packed-tables.ts'

/** FNV-1a over UTF-16 units. Equal texts have equal hashes; the caller compares the row itself. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Null hashes as an empty text, which is no row's id. */
const hashForeign = (value: unknown): number => hashText(typeof value === 'string' ? value : '')

export type Segment = { head: SegmentHead; body: SegmentBody }
type SegmentPlace = { no: number; group: string; part: string; run: number }

/** A row being moved between segments, without parsing it. */
export type PackedRow = { key: string; text: string; hash: number; foreign: number[]; createdFrom: string; createdUntil: string }

export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
export const byKey = (a: { key: string }, b: { key: string }): number => byText(a.key, b.key)

export function packRow(layout: PackedLayout, document: PackedDocument): PackedRow {
  const key = layout.sortKeyOf(document)
  const createdAt = layout.createdAtOf(document)
  return {
    key,
    text: JSON.stringify(layout.toValues(document)),
    hash: hashText(layout.primaryOf(key)),
    foreign: layout.foreign.map((field) => hashForeign(document[field])),
    createdFrom: createdAt,
    createdUntil: createdAt,
  }
}

/** `rows` must be sorted by key. */
export function packSegment(layout: PackedLayout, { no, group, part, run }: SegmentPlace, rows: readonly PackedRow[]): Segment {
  const count = rows.length
  const ends = new Uint32Array(count)
  const hashes = new Uint32Array(count)
  const foreign = Object.fromEntries(layout.foreign.map((field) => [field, new Uint32Array(count)]))
  const columns = layout.foreign.map((field) => foreign[field] as Uint32Array)
  let end = -1
  let from = rows[0]?.createdFrom ?? ''
  let until = ''
  for (const [index, row] of rows.entries()) {
    end += row.text.length + 1
    ends[index] = end
    hashes[index] = row.hash
    for (const [place, column] of columns.entries()) column[index] = row.foreign[place] ?? 0
    if (row.createdFrom < from) from = row.createdFrom
    if (row.createdUntil > until) until = row.createdUntil
  }
  const keys = rows.map(({ key }) => key)
  return {
    head: { no, group, part, run, count, first: keys[0] ?? '', last: keys.at(-1) ?? '', from, until, hashes, foreign },
    body: { no, fields: layout.fields, keys: JSON.stringify(keys), text: rows.map(({ text }) => text).join(','), ends },
  }
}

export const hasSameFields = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((field, index) => field === others[index])

const readKeys = ({ keys }: SegmentBody): string[] => JSON.parse(keys) as string[]

const textAt = ({ text, ends }: SegmentBody, index: number): string => text.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, ends[index])

export const documentAt = (layout: PackedLayout, head: SegmentHead, body: SegmentBody, index: number): PackedDocument =>
  layout.readerOf(body.fields, head.part).toDocument(JSON.parse(textAt(body, index)) as unknown[])

/** Documents of all rows; `isPlain`: without RxDB's metadata. */
export function documentsOf(layout: PackedLayout, head: SegmentHead, { text, fields }: SegmentBody, isPlain = false): PackedDocument[] {
  const rows = JSON.parse(`[${text}]`) as unknown[][]
  const { toDocument, toPlain } = layout.readerOf(fields, head.part)
  return isPlain ? (rows.map(toPlain) as PackedDocument[]) : rows.map(toDocument)
}

/** The rows of a segment for repacking, unparsed unless another app version wrote it with other fields. */
export function packedRowsOf(layout: PackedLayout, head: SegmentHead, body: SegmentBody): PackedRow[] {
  if (!hasSameFields(layout.fields, body.fields)) return documentsOf(layout, head, body).map((document) => packRow(layout, document))
  return readKeys(body).map((key, index) => ({
    key,
    text: textAt(body, index),
    hash: head.hashes[index] ?? 0,
    foreign: layout.foreign.map((field) => head.foreign[field]?.[index] ?? 0),
    createdFrom: layout.createdAtOfKey?.(key) ?? head.from,
    createdUntil: layout.createdAtOfKey?.(key) ?? head.until,
  }))
}

/** Characters per segment at most, so that long texts do not slow a read. */
const segmentChars = 1_000_000

export function toSegmentLoads(rows: readonly PackedRow[], segmentRows: number): PackedRow[][] {
  const loads: PackedRow[][] = []
  let chars = Infinity
  for (const row of rows) {
    if (chars + row.text.length > segmentChars || (loads.at(-1)?.length ?? 0) >= segmentRows) {
      loads.push([])
      chars = 0
    }
    loads.at(-1)?.push(row)
    chars += row.text.length
  }
  return loads
}
