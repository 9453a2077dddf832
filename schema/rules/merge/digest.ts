import type { Json } from '../../values/merge.ts'

/** Ids are grouped by their last digits, which are random in every kind of id. */
const digestRanges = 64

type DigestRow = { readonly id: string; readonly seq: number; readonly createdAt: string; readonly updatedAt: string; readonly [field: string]: unknown }

/** Order-independent checksums of a collection's rows, one per id range. */
export class Digest {
  rows = 0
  readonly #fields: readonly string[]
  readonly #high = new Uint32Array(digestRanges)
  readonly #low = new Uint32Array(digestRanges)

  constructor(fields: readonly string[]) {
    this.#fields = fields
  }

  add(row: DigestRow): void {
    const values = [row.id, row.seq, row.createdAt, row.updatedAt, ...this.#fields.map((name) => toSummed((row[name] ?? null) as Json))]
    const [high, low] = hashText(JSON.stringify(values))
    const range = Number.parseInt(row.id.slice(-2), 16) % digestRanges
    this.#high[range] = (this.#high[range] ?? 0) + high
    this.#low[range] = (this.#low[range] ?? 0) + low
    this.rows += 1
  }

  toSums(): string[] {
    return Array.from({ length: digestRanges }, (_, range) => `${(this.#high[range] ?? 0).toString(16)}-${(this.#low[range] ?? 0).toString(16)}`)
  }
}

/** Devices hold lists as JSON text. */
const toSummed = (value: Json): Json => (Array.isArray(value) ? JSON.stringify(value) : value)

/** 64 bits: protects against accidents, not attacks. Two multiplications per character. */
function hashText(text: string): [number, number] {
  let one = 0xdeadbeef
  let two = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 2_654_435_761)
    two = Math.imul(two ^ code, 1_597_334_677)
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(two ^ (two >>> 13), 3_266_489_909)
  two = Math.imul(two ^ (two >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909)
  return [one >>> 0, two >>> 0]
}
