/** Byte offsets in the blob; `end` is exclusive. */
type ByteRange = { start: number; end: number }

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

const chunkBytesDefault = 4_000_000

/**
 * Finds a named list in a JSON object and the range of each entry, without one string of the whole, which may exceed
 * the longest possible. Undefined where the object has no such list or is cut off in it.
 */
export async function findJsonList(blob: Blob, name: string, chunkBytes = chunkBytesDefault): Promise<(ByteRange & { entries: ByteRange[] }) | undefined> {
  const scan = new ListScan(name)
  for (let from = 0; from < blob.size && scan.found === undefined; from += chunkBytes)
    scan.take(new Uint8Array(await blob.slice(from, from + chunkBytes).arrayBuffer()), from)
  const { found } = scan
  if (found === undefined) return undefined
  // An empty list has only whitespace between its brackets.
  const [only, ...others] = found.entries
  const isEmpty = only !== undefined && others.length === 0 && (await isBlank(blob, only))
  return isEmpty ? { ...found, entries: [] } : found
}

const isBlank = async (blob: Blob, { start, end }: ByteRange): Promise<boolean> => end - start < 1_000 && (await blob.slice(start, end).text()).trim() === ''

/** Scans the bytes once, skipping each string by a search for its closing quote. */
class ListScan {
  found: (ByteRange & { entries: ByteRange[] }) | undefined
  readonly #name: string
  #depth = 0
  #isInText = false
  /** Consecutive backslashes directly before the current byte. */
  #slashes = 0
  /** The last string of the top-level object; `#key`: the last one followed by a colon. */
  #text = ''
  #key = ''
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

  /** Index after the string's end, or of the end of the bytes. */
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
