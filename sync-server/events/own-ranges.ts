/** Numbers of a shop's feed behind `after`, up to `to`. */
export type SeqRange = { after: number; to: number }

/** Which numbers of the shops' feeds this process has taken itself since somebody last looked: its streams know of those. */
export class OwnRanges {
  readonly #rangesByShop = new Map<string, SeqRange[]>()

  add(shopId: string, range: SeqRange): void {
    const ranges = this.#rangesByShop.get(shopId)
    if (ranges === undefined) this.#rangesByShop.set(shopId, [range])
    else ranges.push(range)
  }

  /** Whether nobody else has taken a number behind `from`, up to `to`. */
  covers(shopId: string, from: number | undefined, to: number): boolean {
    if (from === undefined) return false
    let reached = from
    const ranges = (this.#rangesByShop.get(shopId) ?? []).toSorted((one, other) => one.after - other.after)
    for (const { after, to: end } of ranges) if (after <= reached) reached = Math.max(reached, end)
    return reached >= to
  }

  /** Forgets what lies below these numbers; all of shops that are not named. */
  forget(seqByShop: ReadonlyMap<string, number>): void {
    for (const [shopId, ranges] of this.#rangesByShop) {
      const seq = seqByShop.get(shopId)
      const left = seq === undefined ? [] : ranges.filter(({ to }) => to > seq)
      if (left.length === 0) this.#rangesByShop.delete(shopId)
      else this.#rangesByShop.set(shopId, left)
    }
  }

  clear(): void {
    this.#rangesByShop.clear()
  }
}
