import { setOutsideTimers, turnLoop } from './tablet/realm.ts'

/** Virtual time: what is to happen, in order of time and then of planning. Nothing in a run happens but by it. */
export type Planned = { at: number; seq: number; run: () => void | Promise<void>; isCancelled: boolean }

export class Timeline {
  nowMs = 0
  /** What else must come to its end before time goes on. */
  settle: (() => Promise<void>) | undefined
  #seq = 0
  readonly #heap: Planned[] = []

  plan(inMs: number, run: () => void | Promise<void>): Planned {
    const planned: Planned = { at: this.nowMs + Math.max(0, inMs), seq: ++this.#seq, run, isCancelled: false }
    this.#heap.push(planned)
    for (let index = this.#heap.length - 1; index > 0;) {
      const parent = (index - 1) >> 1
      if (!this.#isBefore(index, parent)) break
      this.#swap(index, parent)
      index = parent
    }
    return planned
  }

  /** Lets everything happen that is planned up to the time. */
  async runUntil(endMs: number): Promise<void> {
    for (;;) {
      const next = this.#heap[0]
      if (next === undefined || next.at > endMs) break
      this.#removeFirst()
      if (next.isCancelled) continue
      this.nowMs = next.at
      await next.run()
      await this.settle?.()
    }
    this.nowMs = Math.max(this.nowMs, endMs)
  }

  #removeFirst(): void {
    const last = this.#heap.pop()
    if (last === undefined || this.#heap.length === 0) return
    this.#heap[0] = last
    for (let index = 0; ;) {
      const left = index * 2 + 1
      let first = index
      for (const child of [left, left + 1]) if (child < this.#heap.length && this.#isBefore(child, first)) first = child
      if (first === index) return
      this.#swap(index, first)
      index = first
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]]
    if (a === undefined || b === undefined) return false
    return a.at !== b.at ? a.at < b.at : a.seq < b.seq
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]]
    if (a === undefined || b === undefined) return
    this.#heap[one] = b
    this.#heap[other] = a
  }
}

/** Timers of the server's code become events of the timeline, until the answer is called. */
export function takeTimers(timeline: Timeline): () => void {
  type Handle = { planned: Planned; unref: () => Handle; ref: () => Handle }
  const toHandle = (planned: Planned): Handle => {
    const handle: Handle = { planned, unref: () => handle, ref: () => handle }
    return handle
  }
  const clear = (handle: Handle | undefined): void => {
    if (handle?.planned !== undefined) handle.planned.isCancelled = true
  }
  const setTimeout = (run: () => void, delayMs = 0): Handle => toHandle(timeline.plan(delayMs, () => run()))
  const setInterval = (run: () => void, delayMs = 0): Handle => {
    const handle = toHandle(
      timeline.plan(delayMs, function tick() {
        run()
        if (!handle.planned.isCancelled) handle.planned = timeline.plan(delayMs, tick)
      }),
    )
    return handle
  }
  setOutsideTimers({ setTimeout, clearTimeout: clear, setInterval, clearInterval: clear })
  return () => setOutsideTimers(undefined)
}

/** Lets promises come to rest: SQLite answers at once, so they never wait for anything else; what waits for PostgreSQL is followed. */
export const rest = turnLoop
