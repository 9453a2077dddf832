/** Greatest seq of each changed collection, of one shop only, so that seqs grow from commit to commit. */
export type SeqByCollection = Readonly<Partial<Record<string, number>>>

/** Times are milliseconds of the machine's monotonic clock, which all processes share (`nowMs`). */
export type Commit = { atMs: number; heads: SeqByCollection }

/** Event `i` reached device `devices[i]` at `atMs[i]` with the text `texts[events[i]]`; most devices get the same texts. */
export type HeardEvents = { devices: Uint32Array; atMs: Float64Array; events: Uint32Array; texts: readonly string[] }

export type Delivery = {
  /** Times from commit to event, for each change and each device that got it; ascending. */
  delaysMs: Float64Array
  /** Number of changes × devices that no event covered. */
  lost: number
  /** Number of events with a lower seq than one before them. */
  backward: number
  /** The heads of each device at the end. */
  known: SeqByCollection[]
}

export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6

/**
 * Finds when each change reached each device: at the first event after which the device's heads are at or beyond the change's seq in
 * every changed collection. A change counts only when those before it have arrived too.
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

/** Nearest-rank percentile of ascending values; `share` is 0 to 1. @throws RangeError without values */
export function percentile(ascending: Float64Array, share: number): number {
  const value = ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)]
  if (value === undefined) throw new RangeError('A percentile needs at least one value')
  return value
}
