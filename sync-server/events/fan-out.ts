import { setImmediate as waitForNextRound } from 'node:timers/promises'

/** So many streams are told in one go; then requests that came meanwhile have theirs. */
const streamsAtOnce = 250

/** No event waits longer for the others' sake: a large request in the middle of a turn counts as its time too. */
const longestRestMs = 500

type Waiting = { send: () => void; restMs: number }

/** What turns are timed by. */
export type TurnTools = {
  /** Lets everything else that is ready have its turn. */
  nextRound: () => Promise<void>
  /** Milliseconds of the processor that this process has used. */
  readCpuMs: () => number
}

const processTools: TurnTools = {
  nextRound: () => waitForNextRound(),
  readCpuMs: () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  },
}

/**
 * The live streams of a server take their turns together: at once when it was quiet, otherwise after a rest as long as the
 * turn before took of the processor. However many listen, telling them leaves half of the time to requests, and a stream
 * misses nothing: what moves meanwhile is told as one event.
 */
export class FanOut {
  readonly #tools: TurnTools
  #waiting: Waiting[] = []
  #isBusy = false

  constructor(tools: TurnTools = processTools) {
    this.#tools = tools
  }

  /** Calls back in the next turn, which is followed by a rest of at least `restMs`. `send` must not throw. */
  join(send: () => void, restMs: number): void {
    this.#waiting.push({ send, restMs })
    if (this.#isBusy) return
    this.#isBusy = true
    void this.#takeTurn()
  }

  async #takeTurn(): Promise<void> {
    // The answer to the push that brought the news goes first.
    await this.#tools.nextRound()
    const startMs = this.#tools.readCpuMs()
    const streams = this.#waiting
    this.#waiting = []
    for (let start = 0; start < streams.length; start += streamsAtOnce) {
      for (const { send } of streams.slice(start, start + streamsAtOnce)) send()
      // What was sent is written by now: its time is part of the turn.
      await this.#tools.nextRound()
    }
    const tookMs = this.#tools.readCpuMs() - startMs
    const restMs = streams.reduce((longest, stream) => Math.max(longest, stream.restMs), Math.min(longestRestMs, tookMs))
    setTimeout(() => {
      this.#isBusy = this.#waiting.length > 0
      if (this.#isBusy) void this.#takeTurn()
    }, restMs)
  }
}
