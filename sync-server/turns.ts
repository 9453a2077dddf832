import { AppError } from '#schema/errors.ts'

type Limits = {
  /** Maximum for all callers at once, in units of `size`: tasks, or bytes in memory. */
  total: number
  /** Maximum for one caller, so that a busy program does not block others. */
  ofOne?: number
  /** For unknown callers. Without it everybody waits without limit. */
  ofStrangers?: {
    /** Browsers that gave up do not return for the answer, so limit how many wait and how long. */
    maxWaiting: number
    waitMs: number
    /** Message for refused callers. */
    refusal: string
    retryAfterSeconds: number
  }
}

/** `from`: the caller's key, or a stranger's network. */
export type Turn = { from: string; size?: number; isKnown?: boolean }

type Waiting = { size: number; enter: () => void; refuse: () => void }
/** Waiting tasks of one caller, in order. */
type Line = { key: string; from: string; isKnown: boolean; waiting: Waiting[] }

export type Turns = ReturnType<typeof createTurns>

/**
 * Limits concurrent work in this process. Callers alternate, and so do known callers and strangers, so that hundreds of
 * requests by one caller delay another by one only.
 */
export function createTurns({ total, ofOne = total, ofStrangers }: Limits) {
  const heldByCaller = new Map<string, number>()
  /** Ordered by whose turn is next. */
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

  /** The first caller below their maximum, preferably of the kind (known, stranger) that did not start last. */
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
      // A smaller task must not overtake, or the first could wait forever.
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

  /** Refuses the last task of the stranger with most waiting tasks, or the newcomer's. */
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
    /** @throws AppError UNAVAILABLE with the seconds to wait, for a stranger when too many wait or it takes too long */
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
    get finished() {
      return finished
    },
  }
}
