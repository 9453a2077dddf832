/** Greatest seq of each collection that moved; one shop only, so that seqs grow from commit to commit. */
export type SeqByCollection = Readonly<Partial<Record<string, number>>>

/** Times are milliseconds of the machine's monotonic clock, which all processes share (`nowMs`). */
export type Commit = { atMs: number; heads: SeqByCollection }

/** Event `i` reached device `devices[i]` at `atMs[i]` and said `texts[events[i]]`: most devices hear the same. */
export type HeardEvents = { devices: Uint32Array; atMs: Float64Array; events: Uint32Array; texts: readonly string[] }

export type Delivery = {
  /** From commit to event, for each change and each device that heard of it; ascending. */
  delaysMs: Float64Array
  /** Changes × devices that no event ever covered. */
  lost: number
  /** Events that told a lower seq than one before them. */
  backward: number
  /** What each device knew at the end. */
  known: SeqByCollection[]
}

export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6

/**
 * When each device knew of each change: at its first event after which it stands at or beyond the change's seq in every collection
 * that the change touched. A change counts only when those before it are known too.
 */
export function findDeliveries(commits: readonly Commit[], heard: HeardEvents, deviceCount: number, readHeads: (text: string) => SeqByCollection): Delivery {
  const told = heard.texts.map(readHeads)
  const known: Record<string, number>[] = Array.from({ length: deviceCount }, () => ({}))
  const nextCommits = new Uint32Array(deviceCount)
  const delaysMs = new Float64Array(commits.length * deviceCount)
  let delivered = 0
  let backward = 0
  for (const [index, device] of heard.devices.entries()) {
    const heads = known[device]
    const event = told[heard.events[index] ?? 0]
    if (heads === undefined || event === undefined) throw new RangeError('An event of no device')
    for (const [collection, seq = 0] of Object.entries(event)) {
      if (seq < (heads[collection] ?? 0)) backward += 1
      heads[collection] = seq
    }
    let next = nextCommits[device] ?? 0
    for (let commit = commits[next]; commit !== undefined && isKnown(heads, commit.heads); commit = commits[next]) {
      delaysMs[delivered] = (heard.atMs[index] ?? Number.NaN) - commit.atMs
      delivered += 1
      next += 1
    }
    nextCommits[device] = next
  }
  return { delaysMs: delaysMs.subarray(0, delivered).sort(), lost: delaysMs.length - delivered, backward, known }
}

const isKnown = (known: SeqByCollection, heads: SeqByCollection): boolean =>
  Object.entries(heads).every(([collection, seq = 0]) => (known[collection] ?? 0) >= seq)

/** Nearest rank: the smallest value that so many of all values do not exceed; `share` 0 to 1. Throws for none. */
export function percentile(ascending: Float64Array, share: number): number {
  const value = ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)]
  if (value === undefined) throw new RangeError('A percentile needs at least one value')
  return value
}
