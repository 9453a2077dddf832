/** Seqs above `after` up to `to`. */
export type SeqRange = { after: number; to: number }

/** The feed seqs that this process used since the last look at the database; its streams know them already. */
export class OwnSeqRanges {
  readonly #rangesByShop = new Map<string, SeqRange[]>()

  add(shopId: string, range: SeqRange): void {
    const ranges = this.#rangesByShop.get(shopId)
    if (ranges === undefined) this.#rangesByShop.set(shopId, [range])
    else ranges.push(range)
  }

  /** Whether this process used all seqs above `from` up to `to`. */
  covers(shopId: string, from: number | undefined, to: number): boolean {
    if (from === undefined) return false
    let reached = from
    const ranges = (this.#rangesByShop.get(shopId) ?? []).toSorted((one, other) => one.after - other.after)
    for (const { after, to: end } of ranges) if (after <= reached) reached = Math.max(reached, end)
    return reached >= to
  }

  /** Forgets seqs below the given ones, and all seqs of shops not listed. */
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
