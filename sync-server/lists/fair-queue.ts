/** Runs `atOnce` pieces of work at a time and takes waiting callers in turn: fifty requests of one delay another's by one only. */
export class FairQueue {
  readonly #atOnce: number
  #running = 0
  /** Callers in the order of their turns. */
  readonly #waitingByCaller = new Map<string, (() => void)[]>()

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  async run<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#atOnce) this.#running++
    else await this.#wait(caller)
    try {
      return await work()
    } finally {
      this.#letNextIn()
    }
  }

  #wait(caller: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waitingByCaller.get(caller)
      if (waiting) waiting.push(resolve)
      else this.#waitingByCaller.set(caller, [resolve])
    })
  }

  /** The next in line takes over the place; its caller moves to the end. */
  #letNextIn(): void {
    const [first] = this.#waitingByCaller
    if (first === undefined) {
      this.#running--
      return
    }
    const [caller, [enter, ...others]] = first
    this.#waitingByCaller.delete(caller)
    if (others.length > 0) this.#waitingByCaller.set(caller, others)
    enter?.()
  }
}
