import { AppError } from '#schema/errors.ts'

type Limits = {
  /** Of everybody's work at once, in whatever the size of work is told: pieces, or bytes held in memory. */
  total: number
  /** Of one caller's work at once, so that a program that sends much stops nobody else. */
  ofOne?: number
  /** For callers who are not known. Without it everybody waits as long as it takes. */
  ofStrangers?: {
    /** So many may wait, and for how long: a browser that gave up does not come back for the answer. */
    maxWaiting: number
    waitMs: number
    /** Said to those who are sent away. */
    refusal: string
    retryAfterSeconds: number
  }
}

/** `from`: the caller, or where a stranger comes from. */
export type Turn = { from: string; size?: number; isKnown?: boolean }

type Waiting = { size: number; enter: () => void; refuse: () => void }
/** What one caller waits for, the first first. */
type Line = { key: string; from: string; isKnown: boolean; waiting: Waiting[] }

export type Turns = ReturnType<typeof createTurns>

/**
 * Limits the work that is done at once in this process. Callers take turns, and so do known ones and strangers: whoever asks for hundreds
 * delays another by one only.
 */
export function createTurns({ total, ofOne = total, ofStrangers }: Limits) {
  const heldByCaller = new Map<string, number>()
  /** In the order of their turns. */
  const lines = new Map<string, Line>()
  let held = 0
  let finished = 0
  let wasKnown = false

  const hold = (from: string, size: number): void => {
    held += size
    const ofCaller = (heldByCaller.get(from) ?? 0) + size
    if (ofCaller > 0) heldByCaller.set(from, ofCaller)
    else heldByCaller.delete(from)
  }

  /** The first whose caller may have more, best of the kind that was not the last to enter. */
  const findNext = (): Line | undefined => {
    let next: Line | undefined
    for (const line of lines.values()) {
      if ((heldByCaller.get(line.from) ?? 0) + (line.waiting[0]?.size ?? 0) > ofOne) continue
      if (line.isKnown !== wasKnown) return line
      next ??= line
    }
    return next
  }

  const letIn = (): void => {
    for (let line = findNext(); line !== undefined; line = findNext()) {
      const [first] = line.waiting
      // Nobody smaller passes the first: it would wait for ever.
      if (first === undefined || held + first.size > total) return
      leave(line, first)
      if (lines.delete(line.key)) lines.set(line.key, line)
      wasKnown = line.isKnown
      hold(line.from, first.size)
      first.enter()
    }
  }

  const leave = (line: Line, waiting: Waiting): void => {
    line.waiting.splice(line.waiting.indexOf(waiting), 1)
    if (line.waiting.length === 0) lines.delete(line.key)
  }

  const countStrangers = (): number => [...lines.values()].reduce((count, { isKnown, waiting }) => count + (isKnown ? 0 : waiting.length), 0)

  /** Sends the last of the longest line away, or the newcomer where no other line is longer. */
  const sendOneAway = (newcomer: Line): void => {
    let longest = newcomer
    for (const line of lines.values()) if (!line.isKnown && line.waiting.length > longest.waiting.length) longest = line
    longest.waiting.at(-1)?.refuse()
  }

  const wait = ({ from, size = 1, isKnown = ofStrangers === undefined }: Turn): Promise<void> =>
    new Promise((resolve, reject) => {
      const key = `${isKnown ? 'known' : 'stranger'} ${from}`
      const line = lines.get(key) ?? { key, from, isKnown, waiting: [] }
      lines.set(key, line)
      const refuse = (): void => {
        clearTimeout(timer)
        leave(line, waiting)
        reject(new AppError('UNAVAILABLE', ofStrangers?.refusal, { retryAfterSeconds: ofStrangers?.retryAfterSeconds ?? 1 }))
        letIn()
      }
      const timer = isKnown ? undefined : setTimeout(refuse, ofStrangers?.waitMs).unref()
      const enter = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const waiting = { size, enter, refuse }
      line.waiting.push(waiting)
      letIn()
      if (ofStrangers !== undefined && !isKnown && countStrangers() > ofStrangers.maxWaiting) sendOneAway(line)
    })

  return {
    /** @throws AppError UNAVAILABLE with the seconds after which to come back, for a stranger when too many wait or it takes too long */
    async run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
      await wait(turn)
      try {
        return await work()
      } finally {
        hold(turn.from, -(turn.size ?? 1))
        finished++
        letIn()
      }
    },
    /** Pieces of work that had their turn. */
    get finished() {
      return finished
    },
  }
}
