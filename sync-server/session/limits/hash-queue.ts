import { AppError } from '#schema/errors.ts'

/**
 * The queue that a hash waits in: `known` for signed-in people and known devices, `visitor` for anybody else. Each `from` (a network, a
 * person) has a line of its own; lines take turns.
 */
export type HashLine = { kind: 'known' | 'visitor'; from: string }

type Waiting = { sinceMs: number; start: () => void; refuse: (reason: AppError) => void }

type Limits = {
  atOnce: number
  /** Number of visitors who may wait, and for how long: a browser that gave up does not come back for the answer. */
  maxVisitors: number
  visitorWaitMs: number
  retryAfterSeconds: number
}

const busy = (retryAfterSeconds: number): AppError =>
  new AppError('UNAVAILABLE', 'The server is busy right now. Please try again in a few seconds.', { retryAfterSeconds })

/**
 * Limits how many hashes run at once: each takes a thread that compression and files need too. Known people and visitors alternate, and
 * so do the lines among them, so that hundreds of wrong passwords delay only their sender.
 */
export function createHashQueue({ atOnce, maxVisitors, visitorWaitMs, retryAfterSeconds }: Limits, monotonic: () => number = () => performance.now()) {
  const linesByKind: Record<HashLine['kind'], Map<string, Waiting[]>> = { known: new Map(), visitor: new Map() }
  let running = 0
  let visitors = 0
  let finished = 0
  let mostAtOnce = 0
  let lastKind: HashLine['kind'] = 'visitor'

  /** The first of the line that has waited for its turn the longest; the line goes behind the others. */
  const takeFrom = (kind: HashLine['kind']): Waiting | undefined => {
    const lines = linesByKind[kind]
    const [entry] = lines
    if (entry === undefined) return undefined
    const [from, line] = entry
    const next = line.shift()
    lines.delete(from)
    if (line.length > 0) lines.set(from, line)
    if (kind === 'visitor') visitors--
    lastKind = kind
    return next
  }

  const refuseLate = (): void => {
    const dueMs = monotonic() - visitorWaitMs
    for (const [from, line] of linesByKind.visitor) {
      while (line[0] !== undefined && line[0].sinceMs < dueMs) {
        line.shift()?.refuse(busy(retryAfterSeconds))
        visitors--
      }
      if (line.length === 0) linesByKind.visitor.delete(from)
    }
  }

  const startNext = (): void => {
    refuseLate()
    while (running < atOnce) {
      const other = lastKind === 'known' ? 'visitor' : 'known'
      const next = takeFrom(other) ?? takeFrom(lastKind)
      if (next === undefined) return
      running++
      mostAtOnce = Math.max(mostAtOnce, running)
      next.start()
    }
  }

  /** Refuses the last of the longest line of visitors, or the newcomer where no other line is longer. */
  const makeRoom = (from: string): void => {
    const lines = linesByKind.visitor
    let longest: Waiting[] = []
    for (const line of lines.values()) if (line.length > longest.length) longest = line
    if (longest.length <= (lines.get(from)?.length ?? 0) + 1) throw busy(retryAfterSeconds)
    longest.pop()?.refuse(busy(retryAfterSeconds))
    visitors--
  }

  const waitForTurn = ({ kind, from }: HashLine): Promise<void> => {
    if (kind === 'visitor' && visitors >= maxVisitors) makeRoom(from)
    return new Promise((resolve, reject) => {
      const lines = linesByKind[kind]
      const line = lines.get(from) ?? []
      line.push({ sinceMs: monotonic(), start: resolve, refuse: reject })
      lines.set(from, line)
      if (kind === 'visitor') visitors++
      startNext()
    })
  }

  return {
    /** @throws AppError UNAVAILABLE for a visitor when too many wait */
    async run<Result>(line: HashLine, work: () => Promise<Result>): Promise<Result> {
      await waitForTurn(line)
      try {
        return await work()
      } finally {
        running--
        finished++
        startNext()
      }
    },
    /** Number of hashes that ran, and the most at the same time. */
    get counts() {
      return { finished, mostAtOnce }
    },
  }
}
