import type { Place } from './packed-directory.ts'
import type { Segment } from './packed-segment.ts'
import type { PackedTables, SegmentBody, SegmentHead } from './packed-tables.ts'

/** Limit of cached segments, in characters. */
const keptChars = 8_000_000

/** Cache of the segments read last; it needs no invalidation, as segments never change. */
export class PackedBodies {
  readonly #tables: PackedTables
  readonly #kept = new Map<number, SegmentBody>()
  #chars = 0

  constructor(tables: PackedTables) {
    this.#tables = tables
  }

  /** Calls back for each segment. Call inside a transaction after refreshing the directory. @throws MissingSegmentError */
  async read(heads: readonly SegmentHead[], take: (head: SegmentHead, body: SegmentBody) => void): Promise<void> {
    const missing: SegmentHead[] = []
    for (const head of heads) {
      const body = this.#kept.get(head.no)
      if (body === undefined) {
        missing.push(head)
        continue
      }
      this.#kept.delete(head.no)
      this.#kept.set(head.no, body)
      take(head, body)
    }
    for (let start = 0; start < missing.length; start += segmentsAtOnce) {
      const asked = missing.slice(start, start + segmentsAtOnce)
      const bodies = await this.#tables.segments.bulkGet(asked.map(({ no }) => no))
      for (const [index, body] of bodies.entries()) {
        const head = asked[index]
        if (body === undefined || head === undefined) throw new MissingSegmentError(asked[index]?.no)
        this.#keep(body)
        take(head, body)
      }
    }
  }

  async readPlaces(places: readonly Place[], take: (place: Place, body: SegmentBody) => void): Promise<void> {
    const byHead = Map.groupBy(places, ({ head }) => head)
    await this.read([...byHead.keys()], (head, body) => {
      for (const place of byHead.get(head) ?? []) take(place, body)
    })
  }

  /** Reads segments without caching them, for a scan of all rows. @throws MissingSegmentError */
  async readOnce(heads: readonly SegmentHead[]): Promise<Segment[]> {
    const missing = heads.flatMap(({ no }) => (this.#kept.has(no) ? [] : [no]))
    const read = missing.length === 0 ? [] : await this.#tables.segments.bulkGet(missing)
    const readByNo = new Map(read.flatMap((body) => (body === undefined ? [] : [[body.no, body]])))
    return heads.map((head) => {
      const body = this.#kept.get(head.no) ?? readByNo.get(head.no)
      if (body === undefined) throw new MissingSegmentError(head.no)
      return { head, body }
    })
  }

  forget(): void {
    this.#kept.clear()
    this.#chars = 0
  }

  #keep(body: SegmentBody): void {
    this.#kept.set(body.no, body)
    this.#chars += body.text.length
    for (const [no, { text }] of this.#kept) {
      if (this.#chars <= keptChars || no === body.no) return
      this.#kept.delete(no)
      this.#chars -= text.length
    }
  }
}

const segmentsAtOnce = 8

/** A listed segment is not stored: another tab replaced it meanwhile, or the database is broken. */
class MissingSegmentError extends Error {
  constructor(no: number | undefined) {
    super(`Segment ${no ?? '?'} is not stored`)
    this.name = 'MissingSegmentError'
  }
}
