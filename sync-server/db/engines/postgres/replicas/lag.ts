/** How far the journal of the database was written, and when. */
export type JournalPlace = { written: number; atMs: number }

/** Of the last looks, those that the replica has not reached. */
const unreachedMost = 100

/** How far a replica is behind, by looks at it and at the database. */
export class Lag {
  #unreached: JournalPlace[] = []
  #reachedAtMs: number
  #bytes: number | undefined

  constructor(startMs: number) {
    this.#reachedAtMs = startMs
  }

  /** The replica was found at `replayed`, after the database was found at `place`. */
  note(place: JournalPlace, replayed: number): void {
    this.#bytes = Math.max(0, place.written - replayed)
    // Of one that stands still the oldest tell since when.
    if (this.#unreached.length < unreachedMost || place.written <= replayed) this.#unreached.push(place)
    const reached = this.#unreached.filter(({ written }) => written <= replayed)
    this.#reachedAtMs = reached.at(-1)?.atMs ?? this.#reachedAtMs
    this.#unreached = this.#unreached.slice(reached.length)
  }

  /** It cannot be asked. */
  forget(): void {
    this.#bytes = undefined
  }

  get bytes(): number | undefined {
    return this.#bytes
  }

  /** Since the database was where the replica is; undefined while that is not known. */
  msAt(nowMs: number): number | undefined {
    if (this.#bytes === undefined) return undefined
    return this.#unreached.length === 0 ? 0 : nowMs - this.#reachedAtMs
  }
}
