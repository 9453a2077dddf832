import { fitWithTypo, mayHoldTypo } from '#schema/rules/find/typo.ts'
import type { Pace } from '../projections/build-turns.ts'
import type { Projection, ProjectionEntry } from '../projections/projection.ts'

/** A five-letter word with a typo has at least four letters; longer ones than 32 are not words. */
const words = /[\p{L}\p{M}\p{N}]{4,32}/gu

/** Limit of spellings: each is compared with every row. */
const mostNear = 5

const rowsPerLook = 64

/** The words of a projection's rows. A word without rows stays until another shop is searched; it finds nothing. */
export class KnownWords<Entry extends ProjectionEntry> {
  readonly #countByWord = new Map<string, number>()
  readonly #projection: Projection<Entry>
  readonly #textOf: (entry: Entry) => string
  readonly #nearByTyped = new Map<string, readonly string[]>()
  #version = -1

  constructor(projection: Projection<Entry>, textOf: (entry: Entry) => string) {
    this.#projection = projection
    this.#textOf = textOf
  }

  get size(): number {
    return this.#countByWord.size
  }

  /** Reads all rows, or those changed since, in steps. */
  async read(pace: Pace): Promise<void> {
    const { version } = this.#projection
    const changed = this.#version < 0 ? undefined : this.#projection.changedSince(this.#version)
    this.#version = version
    // Copy: changes move the sorted entries in place.
    const entries = changed === undefined ? this.#projection.sorted().slice() : [...changed].flatMap((id) => this.#projection.get(id) ?? [])
    for (const [index, entry] of entries.entries()) {
      if (index % rowsPerLook === 0 && pace.isRestDue) await pace.rest()
      this.#add(this.#textOf(entry))
    }
    this.#nearByTyped.clear()
  }

  #add(text: string): void {
    for (const word of text.match(words) ?? []) this.#countByWord.set(word, (this.#countByWord.get(word) ?? 0) + 1)
  }

  /** Known words one letter away from the typed one: whole-word matches first, then by frequency. */
  near(typed: string): readonly string[] {
    if (!mayHoldTypo(typed)) return []
    const known = this.#nearByTyped.get(typed)
    if (known !== undefined) return known
    const fitting: { word: string; isWhole: boolean; count: number }[] = []
    for (const [word, count] of this.#countByWord) {
      const fit = fitWithTypo(typed, word)
      if (fit !== undefined) fitting.push({ word, isWhole: fit === 'whole', count })
    }
    const near = fitting
      .sort((one, other) => Number(other.isWhole) - Number(one.isWhole) || other.count - one.count)
      .slice(0, mostNear)
      .map(({ word }) => word)
    this.#nearByTyped.set(typed, near)
    return near
  }
}
