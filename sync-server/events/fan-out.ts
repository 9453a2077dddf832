import { setImmediate as waitForNextRound } from 'node:timers/promises'

/** Streams that are served in one go, before requests that came meanwhile get the event loop. */
const streamsAtOnce = 250

/** The longest wait between two rounds: a large request in the middle of a round would otherwise count as its time. */
const longestRestMs = 500

type Waiting = { send: () => void; restMs: number }

/** Timing of the rounds; tests bring their own. */
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
 * Serves all live streams in rounds: at once when it was quiet, otherwise after a rest as long as the last round kept the processor
 * busy. However many streams there are, half of the time is left to requests; what moves meanwhile becomes one event.
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
    // The answer to the push that caused the event goes first.
    await this.#tools.nextRound()
    const startMs = this.#tools.readCpuMs()
    const streams = this.#waiting
    this.#waiting = []
    for (let start = 0; start < streams.length; start += streamsAtOnce) {
      for (const { send } of streams.slice(start, start + streamsAtOnce)) send()
      // What was sent is written by now, so that its time counts.
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
