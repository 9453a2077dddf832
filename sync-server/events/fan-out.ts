import { setImmediate as waitForNextRound } from 'node:timers/promises'

/** Streams served before waiting requests get the event loop. */
const streamsAtOnce = 250

/** Longest rest between rounds: CPU time of a large request during a round counts as the round's. */
const longestRestMs = 500

type Waiting = { send: () => void; restMs: number }

/** Timing of the rounds; replaced in tests. */
type TurnTools = {
  nextRound: () => Promise<void>
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
 * Serves all live streams in rounds: immediately after a quiet time, otherwise after a rest as long as the CPU time of
 * the last round. So requests get at least half of the time; changes during a rest become one event.
 */
export class FanOut {
  readonly #tools: TurnTools
  #waiting: Waiting[] = []
  #isBusy = false

  constructor(tools: TurnTools = processTools) {
    this.#tools = tools
  }

  /** Calls `send` in the next round, which is followed by a rest of at least `restMs`. `send` must not throw. */
  join(send: () => void, restMs: number): void {
    this.#waiting.push({ send, restMs })
    if (this.#isBusy) return
    this.#isBusy = true
    void this.#takeTurn()
  }

  async #takeTurn(): Promise<void> {
    // Let the response to the push that caused the event go first.
    await this.#tools.nextRound()
    const startMs = this.#tools.readCpuMs()
    const streams = this.#waiting
    this.#waiting = []
    for (let start = 0; start < streams.length; start += streamsAtOnce) {
      for (const { send } of streams.slice(start, start + streamsAtOnce)) send()
      // Wait until the data is written, so that its time counts.
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
