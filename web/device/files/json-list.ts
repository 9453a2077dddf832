/** In bytes of the blob; `end` is the first behind it. */
export type ByteRange = { start: number; end: number }

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Bytes in memory at one time. */
const chunkBytesDefault = 4_000_000

/**
 * Where the list of that name lies in a JSON object, and where each of its entries, without a text of the whole: that may be longer than
 * one can be. Undefined where the object has no such list, or ends in the middle of it.
 */
export async function findJsonList(blob: Blob, name: string, chunkBytes = chunkBytesDefault): Promise<(ByteRange & { entries: ByteRange[] }) | undefined> {
  const scan = new ListScan(name)
  for (let from = 0; from < blob.size && scan.found === undefined; from += chunkBytes)
    scan.take(new Uint8Array(await blob.slice(from, from + chunkBytes).arrayBuffer()), from)
  const { found } = scan
  if (found === undefined) return undefined
  // Between the brackets of an empty list nothing stands but spaces.
  const [only, ...others] = found.entries
  const isEmpty = only !== undefined && others.length === 0 && (await isBlank(blob, only))
  return isEmpty ? { ...found, entries: [] } : found
}

const isBlank = async (blob: Blob, { start, end }: ByteRange): Promise<boolean> => end - start < 1_000 && (await blob.slice(start, end).text()).trim() === ''

/** Goes through the bytes once, text by text: what a text holds is passed over by one search for its end. */
class ListScan {
  found: (ByteRange & { entries: ByteRange[] }) | undefined
  readonly #name: string
  #depth = 0
  #isInText = false
  /** Backslashes that stand directly before the place. */
  #slashes = 0
  /** The last text of the object itself, as far as it matters; the last one that a colon followed. */
  #text = ''
  #key = ''
  /** Of the list, and of its entry. */
  #listStart: number | undefined
  #entryStart = 0
  #entries: ByteRange[] = []

  constructor(name: string) {
    this.#name = name
  }

  take(bytes: Uint8Array, offset: number): void {
    let at = 0
    while (at < bytes.length && this.found === undefined) {
      if (this.#isInText) at = this.#passText(bytes, at)
      else this.#takeSign(bytes[at] ?? 0, offset + at++)
    }
  }

  #takeSign(sign: number, place: number): void {
    if (sign === quote) {
      this.#isInText = true
      this.#slashes = 0
      this.#text = ''
    } else if (sign === colon) this.#key = this.#depth === 1 ? this.#text : this.#key
    else if (sign === openObject || sign === openList) this.#open(sign, place)
    else if (sign === closeObject || sign === closeList) this.#close(place)
    else if (sign === comma && this.#depth === 2 && this.#listStart !== undefined) this.#endEntry(place)
  }

  #open(sign: number, place: number): void {
    if (sign === openList && this.#depth === 1 && this.#key === this.#name) {
      this.#listStart = place
      this.#entryStart = place + 1
    }
    this.#depth++
  }

  #close(place: number): void {
    this.#depth--
    if (this.#depth !== 1 || this.#listStart === undefined) return
    this.#endEntry(place)
    this.found = { start: this.#listStart, end: place + 1, entries: this.#entries }
  }

  #endEntry(place: number): void {
    this.#entries.push({ start: this.#entryStart, end: place })
    this.#entryStart = place + 1
  }

  /** Answers where the text ends, or the bytes do. */
  #passText(bytes: Uint8Array, from: number): number {
    const next = bytes.indexOf(quote, from)
    const end = next === -1 ? bytes.length : next
    let first = end
    while (first > from && bytes[first - 1] === backslash) first--
    this.#slashes = end - first + (first === from ? this.#slashes : 0)
    if (this.#depth === 1 && this.#text.length <= this.#name.length)
      this.#text += String.fromCharCode(...bytes.subarray(from, Math.min(end, from + this.#name.length + 1)))
    if (next === -1) return end
    this.#isInText = this.#slashes % 2 === 1
    this.#slashes = 0
    if (this.#isInText) this.#text += '"'
    return end + 1
  }
}
